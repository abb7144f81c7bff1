import { isGeneralWord } from '../../platform/model/text/general-words.ts';
import { withParents } from '../../platform/model/tag.ts';
import { isStopWord } from '../../platform/model/text/languages.ts';
import { termOf, wordsOf } from '../../platform/model/text/words.ts';
import type { ReasonKind, Reason } from './for-you.ts';

/** Something that a person did with a note, which shows what they like. `at` in milliseconds. */
export type Signal = {
  why: Extract<ReasonKind, 'saved' | 'read' | 'voted' | 'thread' | 'more'>;
  at: number;
  note: { uuid: string; authorId: string; tags: readonly string[] };
};

/** Something that a person follows, or gave feedback about. */
export type Preference = { kind: 'person' | 'tag'; id: string };

/** What shows a person's interests. `less` lists what they want less of. */
export type Affinities = {
  signals: readonly Signal[];
  follows: readonly Preference[];
  more: readonly Preference[];
  less: readonly Preference[];
};

/** A reason without the names, which only the store has. */
export type ReasonReference = Pick<Reason, 'why' | 'kind' | 'id'>;

/** A part of a note that somebody may like: `tag:web`, `person:{id}`. */
type Part = string;

/** How much a person likes one part, and the reasons. */
type Affinity = { weight: number; because: { because: ReasonReference; weight: number }[] };

/** The weight of each signal. Following and feedback weigh more than what was done with one note. */
const weights = { saved: 1, read: 1.2, voted: 1.5, thread: 1.2, more: 3, follow: 4, chosen: 5 } as const;

/** A note's author weighs less than its tags. */
const authorPart = 0.6;
const halfLifeMs = 60 * 24 * 60 * 60_000;
/** The least weight of an old signal. */
const leastLeft = 0.2;

const partsOf = ({ authorId, tags }: { authorId: string; tags: readonly string[] }): Part[] => [
  `person:${authorId}`,
  ...tags.map((tag) => `tag:${tag}`),
];

/** How much a person likes each part. A further signal for a part never lowers its weight. */
function affinitiesOf({ signals, follows, more }: Affinities, now: Date): Map<Part, Affinity> {
  const found = new Map<Part, Affinity>();
  const add = (part: Part, because: ReasonReference, weight: number) => {
    const affinity = found.get(part) ?? { weight: 0, because: [] };
    affinity.weight += weight;
    affinity.because.push({ because, weight });
    found.set(part, affinity);
  };
  for (const { why, at, note } of signals) {
    const weight = weights[why] * leftOf(now.getTime() - at);
    const because = { why, kind: 'note', id: note.uuid } as const;
    for (const part of partsOf(note)) {
      // A general tag explains nothing here; to follow one is deliberate, and counts below.
      if (isGeneral(part)) continue;
      add(part, because, part.startsWith('person:') ? weight * authorPart : weight);
    }
  }
  for (const { kind, id } of follows) add(`${kind}:${id}`, { why: 'follow', kind, id }, weights.follow);
  for (const { kind, id } of more) add(`${kind}:${id}`, { why: 'more', kind, id }, weights.chosen);
  return found;
}

/** Whether a part is a tag of only small and general words: `good`, `new`, `interesting`. */
function isGeneral(part: Part): boolean {
  const words = part.startsWith('tag:') ? wordsOf(part.slice('tag:'.length)) : [];
  return words.length > 0 && words.every((word) => isStopWord(word) || isGeneralWord(termOf(word)));
}

function leftOf(ageMs: number): number {
  return Math.max(leastLeft, 2 ** (-Math.max(0, ageMs) / halfLifeMs));
}

/** Any order is fine, as long as it is stable. */
function compare(one: ReasonReference, other: ReasonReference): number {
  const [a, b] = [`${one.why} ${one.kind} ${one.id}`, `${other.why} ${other.kind} ${other.id}`];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A note that may be recommended. `at`: when it was published, in milliseconds; `said` counts votes, saves and comments. */
export type Candidate = { uuid: string; authorId: string; tags: readonly string[]; at: number; said: number };

/** A recommended note with one or two reasons, the stronger first. */
type Recommendation = { uuid: string; score: number; because: ReasonReference[] };

const freshHalfLifeMs = 10 * 24 * 60 * 60_000;
/** More votes, saves and comments than this count no more. */
const muchActivity = 1000;
/** The weight at which a part has half of its greatest possible influence. */
const halfLiked = 3;
/** Of several liked parts, the second counts half, the third a quarter. */
const nextPart = 0.5;
/** The share of the score that remains for each part that the person wants less of. */
const lessLeft = 0.1;
/** Each further note by one author, or for one reason, has its score multiplied by this. */
const again = { author: 0.7, reason: 0.9 } as const;

/** `worth`: the score without the person's interests. `reasons`: all reasons for the note, the strongest first. */
type Scored = Candidate & { score: number; worth: number; reasons: { because: ReasonReference; weight: number }[] };

/**
 * The notes to recommend, best first, with reasons. The person's interests decide; notes that are new or popular get a
 * higher score, and without interests only that counts. Fewer than half are there only because of one note: further ones
 * count by what they are worth to everyone. The same input gives the same result. A further signal for a tag lowers the score
 * of no note with that tag, and the first of these notes never moves down.
 */
export function recommend(
  affinities: Affinities,
  candidates: readonly Candidate[],
  now: Date,
  count: number,
): Recommendation[] {
  const liked = affinitiesOf(affinities, now);
  const less = new Set(affinities.less.map(({ kind, id }) => `${kind}:${id}`));
  let left = candidates.map((candidate) => scoredBy(liked, less, candidate, now));
  const recommendations: Recommendation[] = [];
  const seen = new Map<string, number>();
  const max = Math.max(1, Math.ceil(Math.min(count, candidates.length) / 2) - 1);
  const once = (scored: Scored): Scored => {
    const [only, other] = scored.reasons;
    const isSpent = only?.because.kind === 'note' && !other && (seen.get(`only ${keyOf(only.because)}`) ?? 0) >= max;
    return isSpent ? { ...scored, score: scored.worth, reasons: [] } : scored;
  };
  while (recommendations.length < count && left.length > 0) {
    left = left.map(once);
    const next = left.reduce((best, other) => (comesBefore(other, best, seen) ? other : best));
    const because = becauseOf(next, now, seen);
    recommendations.push({ uuid: next.uuid, score: next.score, because });
    const [only, other] = next.reasons;
    const used = because.map((one) => `for ${keyOf(one)}`);
    for (const key of [authorKey(next), ...used, ...(only && !other ? [`only ${keyOf(only.because)}`] : [])]) {
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    left = left.filter(({ uuid }) => uuid !== next.uuid);
  }
  return recommendations;
}

const authorKey = ({ authorId }: Scored) => `by ${authorId}`;
const keyOf = ({ why, kind, id }: ReasonReference) => `${why} ${kind} ${id}`;

/** One or two reasons, preferring those that the page has not given yet; without any, the one for everyone. */
function becauseOf({ reasons, said, at }: Scored, now: Date, seen: ReadonlyMap<string, number>): ReasonReference[] {
  const again = (because: ReasonReference) => seen.get(`for ${keyOf(because)}`) ?? 0;
  const [first, second] = reasons.toSorted(
    (a, b) => b.weight / (1 + again(b.because)) - a.weight / (1 + again(a.because)) || compare(a.because, b.because),
  );
  if (first) return [first.because, ...(second ? [second.because] : [])];
  const why = said > 0 ? 'liked' : now.getTime() - at < newMs ? 'new' : 'quiet';
  return [{ why, kind: 'everyone', id: '' }];
}

/** How long a note counts as new. */
const newMs = 30 * 24 * 60 * 60_000;

function comesBefore(one: Scored, other: Scored, seen: ReadonlyMap<string, number>): boolean {
  const shown = ({ reasons: [first], ...scored }: Scored) =>
    scored.score *
    again.author ** (seen.get(authorKey({ ...scored, reasons: [] })) ?? 0) *
    again.reason ** ((first && seen.get(`for ${keyOf(first.because)}`)) ?? 0);
  const difference = shown(one) - shown(other);
  return difference > 0 || (difference === 0 && (one.at > other.at || (one.at === other.at && one.uuid < other.uuid)));
}

function scoredBy(
  liked: ReadonlyMap<string, Affinity>,
  less: ReadonlySet<string>,
  candidate: Candidate,
  now: Date,
): Scored {
  // Interest in a tag includes the tags nested in it.
  const parts = partsOf({ ...candidate, tags: withParents(candidate.tags) });
  const affinities = parts.flatMap((part) => liked.get(part) ?? []);
  const interest = affinities
    .map(({ weight }) => weight / (weight + halfLiked))
    .sort((one, other) => other - one)
    .reduce((sum, each, index) => sum + each * nextPart ** index, 0);
  const fresh = 2 ** (-Math.max(0, now.getTime() - candidate.at) / freshHalfLifeMs);
  const said = Math.min(1, Math.log1p(candidate.said) / Math.log1p(muchActivity));
  const unwanted = lessLeft ** parts.filter((part) => less.has(part)).length;
  const worth = 0.1 * (fresh + said) * unwanted;
  return {
    ...candidate,
    worth,
    score: interest * (1 + 0.6 * fresh + 0.6 * said) * unwanted + worth,
    reasons: strongest(affinities),
  };
}

/** The reasons for a note, summed over all its parts, the strongest first. */
function strongest(affinities: readonly Affinity[]): Scored['reasons'] {
  const sums = new Map<string, { because: ReasonReference; weight: number }>();
  for (const { because, weight } of affinities.flatMap((affinity) => affinity.because)) {
    const key = keyOf(because);
    sums.set(key, { because, weight: (sums.get(key)?.weight ?? 0) + weight });
  }
  return [...sums.values()].sort((a, b) => b.weight - a.weight || compare(a.because, b.because));
}
