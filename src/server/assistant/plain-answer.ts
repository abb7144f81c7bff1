/** What looks like an address, a link, a picture or a tag: nothing of the kind may come out of a model. */
const smuggled =
  /[a-z][a-z\d+.-]*:\/\/|www\.|\]\(|!\[|<\/?[a-z!]|javascript:|data:|mailto:|@[\w-]+\.|[\p{L}\p{N}-]+\.(?:com|net|org|io|dev|app|example|info|biz|xyz|ru|cn|de|uk)\b/iu;

/** Whether a whole text is plain words: nothing in it could be an address, a link, a picture or a tag, or is invisible. */
export function isPlainWords(text: string): boolean {
  return !smuggled.test(text) && !/[\p{C}`]/u.test(text);
}

/**
 * Lets through the words of a text that comes in pieces, without addresses, links, pictures and tags. A word is held back
 * until its end has come; one that never ends comes in parts of 200 characters that are judged alike.
 */
export function plainWords(): { push(piece: string): string; end(): string } {
  let held = '';
  const judged = (text: string) =>
    text
      .split(/(\s+)/u)
      .map((word) => (smuggled.test(word) ? '…' : word))
      .join('');
  return {
    push(piece) {
      held += piece.replace(/[^\P{C}\n\t]/gu, '');
      const cut = Math.max(held.lastIndexOf(' '), held.lastIndexOf('\n'), held.length > 400 ? held.length - 200 : -1);
      if (cut < 0) return '';
      const ready = held.slice(0, cut + 1);
      held = held.slice(cut + 1);
      return judged(ready);
    },
    end() {
      const rest = judged(held);
      held = '';
      return rest;
    },
  };
}
