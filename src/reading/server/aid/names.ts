import { isSmallWord } from '../../../platform/model/text/languages.ts';
import { wordsOf, singleSpaced } from '../../../platform/model/text/words.ts';
import type { Block } from './sentences.ts';
import { whenNeeded } from '../../../platform/model/remembered.ts';

/** Particles that names hold between their capitals. */
const joins = '(?:de|da|di|del|della|des|du|la|le|van|der|den|von|zu|of|ibn|bin|al|el|y|e)';
const capitalised = String.raw`\p{Lu}[\p{L}\p{M}]*\p{Ll}[\p{L}\p{M}'’-]*`;
const initial = String.raw`\p{Lu}\.`;
const sequence = whenNeeded(
  () =>
    new RegExp(
      String.raw`(?<![\p{L}\p{M}\p{N}])(?:${capitalised}|${initial})(?:\s(?:${joins}\s){0,2}(?:${capitalised}|${initial}))+`,
      'gu',
    ),
);
const max = 6;

export type Name = { name: string; block: number; times: number };

/**
 * Names of several words that a text comes back to, each with the block where it first stands, in the order of reading:
 * the six whose last word is said most often, twice at least. Only in scripts that tell names by capitals. `words`: how
 * often each word is said, as written.
 */
export function namesIn(blocks: readonly Block[], words: ReadonlyMap<string, number>): Name[] {
  const found = new Map<string, Name>();
  blocks.forEach(({ text, kind }, block) => {
    if (kind === 'heading') return;
    for (const [typed] of singleSpaced(text).matchAll(sequence())) {
      const name = withoutOpening(typed, words).replace(/['’]s$/u, '');
      if (!/\s/.test(name) || name.length > 60) continue;
      const known = found.get(name);
      if (known) known.times += 1;
      else found.set(name, { name, block, times: 1 });
    }
  });
  return [...found.values()]
    .map((name) => ({ ...name, times: words.get(name.name.split(' ').at(-1) ?? '') ?? name.times }))
    .filter(({ name, times }) => times > 1 && ![...found.keys()].some((other) => name.endsWith(` ${other}`)))
    .sort((a, b) => b.times - a.times || a.block - b.block)
    .slice(0, max)
    .sort((a, b) => a.block - b.block);
}

/** A sentence's first word has its capital from the sentence: "When Ann Blair" names Ann Blair. */
function withoutOpening(typed: string, words: ReadonlyMap<string, number>): string {
  const parts = typed.split(' ');
  const opens = (word: string) => isSmallWord(word) || words.has(word.toLowerCase());
  while (parts.length > 0 && opens(wordsOf(parts[0] ?? '')[0] ?? '')) parts.shift();
  return parts.join(' ');
}
