import { isGeneralWord } from '../../platform/model/text/general-words.ts';
import { isSmallWord } from '../../platform/model/text/languages.ts';
import { termOf, wordsOf } from '../../platform/model/text/words.ts';
import type { Why, Reason } from './reason.ts';

/** Something that a person did with a note, which tells what they like. `at` in milliseconds. */
export type Signal = {
  why: Extract<Why, 'saved' | 'read' | 'voted' | 'thread' | 'more'>;
  at: number;
  note: { uuid: string; authorId: string; tags: readonly string[] };
};

/** Something that a person follows, or asked for more or less of. */
export type Chosen = { kind: 'person' | 'tag'; id: string };

/** What is known of somebody’s taste. `less` lists what they asked for less of. */
export type Affinities = {
  signals: readonly Signal[];
  follows: readonly Chosen[];
  more: readonly Chosen[];
  less: readonly Chosen[];
};

/** A reason without the names that only the store knows. */
export type Because = Pick<Reason, 'why' | 'kind' | 'id'>;

/** A part of a note that somebody may like: `tag:web`, `person:{id}`. */
type Part = string;

/** How much is known in favour of one part, and what says so. */
export type Affinity = { weight: number; because: { because: Because; weight: number }[] };

/** How much each thing tells. What is chosen with these words tells more than what was done with one note. */
const weights = { saved: 1, read: 1.2, voted: 1.5, thread: 1.2, more: 3, follow: 4, chosen: 5 } as const;

/** A note's author tells less than its tags. */
const authorPart = 0.6;
const halfLifeMs = 60 * 24 * 60 * 60_000;
/** What is old still tells something. */
const leastLeft = 0.2;

export const partsOf = ({ authorId, tags }: { authorId: string; tags: readonly string[] }): Part[] => [
  `person:${authorId}`,
  ...tags.map((tag) => `tag:${tag}`),
];

/** What somebody likes, part by part. One more thing in favour of a part never makes it less liked. */
export function affinitiesOf({ signals, follows, more }: Affinities, now: Date): Map<Part, Affinity> {
  const found = new Map<Part, Affinity>();
  const add = (part: Part, because: Because, weight: number) => {
    const affinity = found.get(part) ?? { weight: 0, because: [] };
    affinity.weight += weight;
    affinity.because.push({ because, weight });
    found.set(part, affinity);
  };
  for (const { why, at, note } of signals) {
    const weight = weights[why] * leftOf(now.getTime() - at);
    const because = { why, kind: 'note', id: note.uuid } as const;
    for (const part of partsOf(note)) {
      // What is said of anything explains nothing; who follows such a tag means it.
      if (isGeneral(part)) continue;
      add(part, because, part.startsWith('person:') ? weight * authorPart : weight);
    }
  }
  for (const { kind, id } of follows) add(`${kind}:${id}`, { why: 'follow', kind, id }, weights.follow);
  for (const { kind, id } of more) add(`${kind}:${id}`, { why: 'more', kind, id }, weights.chosen);
  return found;
}

/** Whether a part is a tag of small and general words alone: `good`, `new`, `interesting`. */
function isGeneral(part: Part): boolean {
  const words = part.startsWith('tag:') ? wordsOf(part.slice('tag:'.length)) : [];
  return words.length > 0 && words.every((word) => isSmallWord(word) || isGeneralWord(termOf(word)));
}

function leftOf(ageMs: number): number {
  return Math.max(leastLeft, 2 ** (-Math.max(0, ageMs) / halfLifeMs));
}

/** Any order will do, as long as it is always the same. */
export function compare(one: Because, other: Because): number {
  const [a, b] = [`${one.why} ${one.kind} ${one.id}`, `${other.why} ${other.kind} ${other.id}`];
  return a < b ? -1 : a > b ? 1 : 0;
}
