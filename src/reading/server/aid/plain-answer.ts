import { lazy } from '../../../platform/model/memoized.ts';
import { normalized } from '../../../platform/model/text/normal-form.ts';

/** How links, pictures, tags and addresses begin: none of these may be shown from a model. */
const smuggled = /[a-z\d+.-]:\/\/|www\.|\]\(|!\[|<\/?[a-z!]|javascript:|data:|mailto:|@[\w-]+\./iu;

const label = String.raw`[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}_])?`;
/** The possible last labels of a host, such as `tk`, `xn--p1ai` or `中国`: a list of existing ones would never be complete. */
const ending = String.raw`(?:xn--[a-z\d-]{1,59}|\p{L}[\p{L}\p{M}]{1,62})(?![\p{L}\p{M}\p{N}_-]|\.[\p{L}\p{N}])`;
const ipv4 = String.raw`\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}]|\.\d)`;
const ipv6 = String.raw`\[?(?:(?:[\da-f]{1,4}:){4,7}[\da-f]{1,4}|(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?::[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})(?!\p{L})\]?`;
/** A host of several labels, or only a last one after a space, with the other parts of its address. */
const address = lazy(
  () =>
    new RegExp(
      String.raw`(?<![\p{L}\p{M}\p{N}_])(?:[a-z][a-z\d+.-]{0,20}:\/\/)?(?:[^\s@<>()]{1,64}@)?(?:(?:${label}\.){1,9}${ending}|(?<=^|\s)\.${ending}|${ipv4}|${ipv6})(?::\d+)?(?:[/?#]\S*)?`,
      'gu',
    ),
);
/** How people hide a dot or an @ from programs: `evil[.]tk`, `evil (dot) tk`, `evil dot tk`. */
const hiddenDot = /\s{0,3}[[({]\s{0,3}(?:\.|dot)\s{0,3}[\])}]\s{0,3}|\s{1,3}dot\s{1,3}|\s{1,3}\.\s{0,3}(?=\p{L}{2})/giu;
const hiddenAt = /\s{0,3}[[({]\s{0,3}(?:@|at)\s{0,3}[\])}]\s{0,3}/giu;
/** Between Latin letters, the dots of Chinese and Japanese count as dots of an address; elsewhere they end sentences. */
const wideDot = /(?<=[a-z\d])[。｡](?=[a-z\d])/giu;
/** Runs of characters that addresses may contain. A long run with dots counts as an address, so that no text takes long. */
const runs = /[^\s<>"“”„«»…()、。，；：！？「」『』]+/gu;
const longestRun = 500;
const closing = /[.,;:!?)\]}"'»”’…]+$/u;

/** Everything in a text that a reader, or a program that looks for links, could take for an address. */
function addressesIn(text: string): string[] {
  const plain = normalized(text.replace(wideDot, '.'), 'NFKC')
    .replace(/[^\P{C}\s]/gu, '')
    .toLowerCase();
  const opened = plain.replace(hiddenDot, '.').replace(hiddenAt, '@');
  // As typed as well, since text with revealed dots may have merged with its neighbours.
  return [plain, opened].flatMap((form) => (form.match(runs) ?? []).flatMap(addressesOfRun));
}

function addressesOfRun(run: string): string[] {
  if (!run.includes('.') && !run.includes(':')) return [];
  if (run.length > longestRun) return [run];
  return [...run.matchAll(address())].map(([found]) => found.replace(closing, ''));
}

/**
 * What may be shown of a model's words about `sources`: nothing that could be a link, a picture, a tag or an address,
 * except for address-like words that are also in a source, such as `Node.js`.
 */
export function plainWordsAbout(sources: readonly string[]) {
  const known = new Set(sources.flatMap(addressesIn));
  /** Phrases such as `dot product` if a source has them too: there, `dot` is an ordinary word. */
  const spelled = new Set(sources.flatMap((source) => source.toLowerCase().match(/\bdot\s+[\p{L}\p{M}]+/gu) ?? []));
  const isKnown = (text: string) => {
    const dots = text.toLowerCase().match(/\bdot\s+[\p{L}\p{M}]+/gu) ?? [];
    const shown = dots.every((dot) => spelled.has(dot)) ? text.replace(/\bdot\s/giu, 'dot, ') : text;
    return addressesIn(shown).every((one) => known.has(one));
  };
  return {
    /** Whether a whole text may be shown, and contains nothing invisible. */
    areIn: (text: string) => !smuggled.test(text) && !/[\p{C}`]/u.test(text) && isKnown(text),
    /** Filters a text that arrives in pieces, and lets through what may be shown. */
    filter: () => filtered((text) => !smuggled.test(text) && isKnown(text)),
  };
}

/** A word that may belong to the previous or next one: `evil dot tk`, `evil .tk`. */
const joining = /^[[({]?(?:\.\S*|dot|@|at)[\])}]?$/iu;

/**
 * Lets through the words of a text that arrives in pieces if they are `plain`. A word is held back until its end and the
 * next word have arrived; one that never ends is judged in parts of 200 characters.
 */
function filtered(plain: (text: string) => boolean) {
  let pending = '';
  const judged = (text: string) => {
    const parts = text.split(/(\s+)/u);
    // Words joined by a dot, also one in words, are judged as one.
    for (let at = 2; at < parts.length - 1; at += 2) {
      if (!joining.test(parts[at] ?? '')) continue;
      const whole = parts.slice(at - 2, at + 3).join('');
      if (!plain(whole)) parts.splice(at - 2, 5, '…');
    }
    return parts.map((word) => (plain(word) ? word : '…')).join('');
  };
  const cutAt = () => {
    if (pending.length > 400) return pending.length - 200;
    const words = [...pending.matchAll(/\S+\s/gu)];
    // After the last word that neither joins others nor is followed by one that does; the very last word may still become
    // one.
    for (let at = words.length - 2; at >= 0; at -= 1) {
      const [current, next] = [words[at], words[at + 1]].map((word) => word?.[0].trim() ?? '');
      const end = (words[at]?.index ?? 0) + (words[at]?.[0].length ?? 0);
      if (!joining.test(current ?? '') && !joining.test(next ?? '')) return end;
    }
    return 0;
  };
  return {
    push(piece: string): string {
      pending += piece.replace(/[^\P{C}\n\t]/gu, '');
      const cut = cutAt();
      const ready = pending.slice(0, cut);
      pending = pending.slice(cut);
      return ready && judged(ready);
    },
    end(): string {
      const rest = judged(pending);
      pending = '';
      return rest;
    },
  };
}
