import { isStopWord } from '../../../platform/model/text/languages.ts';
import { wordsOf, singleSpaced } from '../../../platform/model/text/words.ts';
import type { Block } from './sentences.ts';
import { lazy } from '../../../platform/model/memoized.ts';

/** Particles within names, between their capitals. */
const joins = '(?:de|da|di|del|della|des|du|la|le|van|der|den|von|zu|of|ibn|bin|al|el|y|e)';
const capitalised = String.raw`\p{Lu}[\p{L}\p{M}]*\p{Ll}[\p{L}\p{M}'’-]*`;
const initial = String.raw`\p{Lu}\.`;
const sequence = lazy(
  () =>
    new RegExp(
      String.raw`(?<![\p{L}\p{M}\p{N}])(?:${capitalised}|${initial})(?:\s(?:${joins}\s){0,2}(?:${capitalised}|${initial}))+`,
      'gu',
    ),
);
const max = 6;

type Name = { name: string; block: number; times: number };

/**
 * Names of several words that a text repeats, each with the block in which it first occurs, in reading order: the six
 * whose last word occurs most often, at least twice. Only in scripts that capitalise names. `words`: how often each word
 * occurs, as spelt.
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

/** A sentence's first word is capitalised anyway: "When Ann Blair" names Ann Blair. */
function withoutOpening(typed: string, words: ReadonlyMap<string, number>): string {
  const parts = typed.split(' ');
  const opens = (word: string) => isStopWord(word) || words.has(word.toLowerCase());
  while (parts.length > 0 && opens(wordsOf(parts[0] ?? '')[0] ?? '')) parts.shift();
  return parts.join(' ');
}

/** The maximum number of sentences that are ranked; of a longer text, those with the most frequent terms. */
const competing = 120;
const rounds = 12;
const damping = 0.85;

/**
 * How central each sentence is: the rank of a random walk between sentences along shared terms (TextRank); the rarer the
 * term within the text, the likelier the step. Sentences that are not ranked get 0. `terms`: those of each sentence;
 * `timesOf`: how often the sentences contain one.
 */
export function sentenceRanks(terms: readonly (readonly string[])[], timesOf: (term: string) => number): number[] {
  const chosen = chosenAmong(terms, timesOf);
  const places = new Map<string, number[]>();
  chosen.forEach((index, place) => {
    for (const term of new Set(terms[index])) {
      if (timesOf(term) < 2) continue;
      const known = places.get(term);
      if (known) known.push(place);
      else places.set(term, [place]);
    }
  });
  const size = chosen.length;
  const links = new Float64Array(size * size);
  for (const [, at] of places) {
    if (at.length < 2) continue;
    const weight = Math.log(1 + size / at.length);
    for (const from of at) for (const to of at) if (from !== to) links[from * size + to]! += weight;
  }
  const lengths = chosen.map((index) => Math.log(2 + (terms[index]?.length ?? 0)));
  const sums = new Float64Array(size);
  for (let from = 0; from < size; from += 1) {
    for (let to = 0; to < size; to += 1) {
      links[from * size + to]! /= lengths[from]! + lengths[to]!;
      sums[from]! += links[from * size + to]!;
    }
  }
  let ranks = new Float64Array(size).fill(1);
  for (let round = 0; round < rounds; round += 1) {
    const next = new Float64Array(size).fill(1 - damping);
    for (let from = 0; from < size; from += 1) {
      if (sums[from] === 0) continue;
      const share = (damping * ranks[from]!) / sums[from]!;
      for (let to = 0; to < size; to += 1) next[to]! += share * links[from * size + to]!;
    }
    ranks = next;
  }
  const all = new Array<number>(terms.length).fill(0);
  chosen.forEach((index, place) => (all[index] = ranks[place] ?? 0));
  return all;
}

function chosenAmong(terms: readonly (readonly string[])[], timesOf: (term: string) => number): number[] {
  const indexes = terms.map((_, index) => index);
  if (indexes.length <= competing) return indexes;
  const scores = terms.map((ofSentence) => {
    let sum = 0;
    for (const term of new Set(ofSentence.slice(0, 60))) sum += Math.log(timesOf(term));
    return sum / Math.sqrt(ofSentence.length + 8);
  });
  return indexes
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, competing)
    .sort((a, b) => a - b);
}
