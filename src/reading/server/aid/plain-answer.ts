import { whenNeeded } from '../../../platform/model/remembered.ts';
import { normalized } from '../../../platform/model/text/normal-form.ts';

/** What is a link, a picture, a tag or an address by its first signs: nothing of the kind may come out of a model. */
const smuggled = /[a-z\d+.-]:\/\/|www\.|\]\(|!\[|<\/?[a-z!]|javascript:|data:|mailto:|@[\w-]+\./iu;

const label = String.raw`[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}_])?`;
/** What a name may end in, such as `tk`, `xn--p1ai` or `中国`: a list of those that exist would never be whole. */
const ending = String.raw`(?:xn--[a-z\d-]{1,59}|\p{L}[\p{L}\p{M}]{1,62})(?![\p{L}\p{M}\p{N}_-]|\.[\p{L}\p{N}])`;
const ipv4 = String.raw`\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}]|\.\d)`;
const ipv6 = String.raw`\[?(?:(?:[\da-f]{1,4}:){4,7}[\da-f]{1,4}|(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?::[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})(?!\p{L})\]?`;
/** A host of several labels, or a last one alone behind a space, with what stands before and after it in an address. */
const address = whenNeeded(
  () =>
    new RegExp(
      String.raw`(?<![\p{L}\p{M}\p{N}_])(?:[a-z][a-z\d+.-]{0,20}:\/\/)?(?:[^\s@<>()]{1,64}@)?(?:(?:${label}\.){1,9}${ending}|(?<=^|\s)\.${ending}|${ipv4}|${ipv6})(?::\d+)?(?:[/?#]\S*)?`,
      'gu',
    ),
);
/** How people write a dot or an @ that no program should see: `evil[.]tk`, `evil (dot) tk`, `evil dot tk`. */
const hiddenDot = /\s{0,3}[[({]\s{0,3}(?:\.|dot)\s{0,3}[\])}]\s{0,3}|\s{1,3}dot\s{1,3}|\s{1,3}\.\s{0,3}(?=\p{L}{2})/giu;
const hiddenAt = /\s{0,3}[[({]\s{0,3}(?:@|at)\s{0,3}[\])}]\s{0,3}/giu;
/** The dots of Chinese and Japanese are dots of an address between Latin letters only; elsewhere they end sentences. */
const wideDot = /(?<=[a-z\d])[。｡](?=[a-z\d])/giu;
/** Runs of what addresses are made of; a longer one with dots in it is taken for one, so that no text takes long. */
const runs = /[^\s<>"“”„«»…()、。，；：！？「」『』]+/gu;
const longestRun = 500;
const closing = /[.,;:!?)\]}"'»”’…]+$/u;

/** Everything in a text that a reader, or a program that looks for links, could take for an address. */
function addressesIn(text: string): string[] {
  const plain = normalized(text.replace(wideDot, '.'), 'NFKC')
    .replace(/[^\P{C}\s]/gu, '')
    .toLowerCase();
  const opened = plain.replace(hiddenDot, '.').replace(hiddenAt, '@');
  // As it stands as well: what was opened may have run into its neighbours.
  return [plain, opened].flatMap((form) => (form.match(runs) ?? []).flatMap(addressesOfRun));
}

function addressesOfRun(run: string): string[] {
  if (!run.includes('.') && !run.includes(':')) return [];
  if (run.length > longestRun) return [run];
  return [...run.matchAll(address())].map(([found]) => found.replace(closing, ''));
}

/**
 * What may be shown of a model's words about `sources`: nothing that could be a link, a picture, a tag or an address, but for
 * what looks like an address and stands in a source just so, such as `Node.js`.
 */
export function plainWordsAbout(sources: readonly string[]) {
  const known = new Set(sources.flatMap(addressesIn));
  /** A product of dots, say, where the source speaks of one too: the words after `dot` are its own. */
  const spelled = new Set(sources.flatMap((source) => source.toLowerCase().match(/\bdot\s+[\p{L}\p{M}]+/gu) ?? []));
  const isKnown = (text: string) => {
    const dots = text.toLowerCase().match(/\bdot\s+[\p{L}\p{M}]+/gu) ?? [];
    const shown = dots.every((dot) => spelled.has(dot)) ? text.replace(/\bdot\s/giu, 'dot, ') : text;
    return addressesIn(shown).every((one) => known.has(one));
  };
  return {
    /** Whether a whole text is such words, and nothing in it is invisible. */
    areIn: (text: string) => !smuggled.test(text) && !/[\p{C}`]/u.test(text) && isKnown(text),
    /** Lets such words of a text through that comes in pieces. */
    filter: () => filtered((text) => !smuggled.test(text) && isKnown(text)),
  };
}

/** A word that may belong to the one before or after it: `evil dot tk`, `evil .tk`. */
const joining = /^[[({]?(?:\.\S*|dot|@|at)[\])}]?$/iu;

/**
 * Lets through the words of a text that comes in pieces where they are `plain`. A word is held back until its end and the
 * next word have come; one that never ends comes in parts of 200 characters that are judged alike.
 */
function filtered(plain: (text: string) => boolean) {
  let held = '';
  const judged = (text: string) => {
    const parts = text.split(/(\s+)/u);
    // Words with a dot of words between them are one.
    for (let at = 2; at < parts.length - 1; at += 2) {
      if (!joining.test(parts[at] ?? '')) continue;
      const whole = parts.slice(at - 2, at + 3).join('');
      if (!plain(whole)) parts.splice(at - 2, 5, '…');
    }
    return parts.map((word) => (plain(word) ? word : '…')).join('');
  };
  const cutAt = () => {
    if (held.length > 400) return held.length - 200;
    const words = [...held.matchAll(/\S+\s/gu)];
    // After the last word that neither joins others nor is followed by one that does; the very last may still become one.
    for (let at = words.length - 2; at >= 0; at -= 1) {
      const [own, next] = [words[at], words[at + 1]].map((word) => word?.[0].trim() ?? '');
      const end = (words[at]?.index ?? 0) + (words[at]?.[0].length ?? 0);
      if (!joining.test(own ?? '') && !joining.test(next ?? '')) return end;
    }
    return 0;
  };
  return {
    push(piece: string): string {
      held += piece.replace(/[^\P{C}\n\t]/gu, '');
      const cut = cutAt();
      const ready = held.slice(0, cut);
      held = held.slice(cut);
      return ready && judged(ready);
    },
    end(): string {
      const rest = judged(held);
      held = '';
      return rest;
    },
  };
}
