import { compare, affinitiesOf, partsOf, type Because, type Affinity, type Affinities } from './affinities.ts';

/** A note that may be shown. `at`: when it was published, in milliseconds; `said` counts votes, saves and comments. */
export type Candidate = { uuid: string; authorId: string; tags: readonly string[]; at: number; said: number };

/** A note that is shown, and why: one or two reasons, the stronger first. */
export type Recommendation = { uuid: string; score: number; because: Because[] };

const freshHalfLifeMs = 10 * 24 * 60 * 60_000;
/** So many votes, saves and comments are as good as any more. */
const muchActivity = 1000;
/** A part that is liked so much counts half of what any part can. */
const halfLiked = 3;
/** Of several parts that are liked, the second counts half, the third a quarter. */
const nextPart = 0.5;
/** What somebody asked for less of is left with this part of its score. */
const lessLeft = 0.1;
/** Each further note by one author, or for one reason, gives way to others. */
const again = { author: 0.7, reason: 0.9 } as const;

type Scored = Candidate & { score: number; because: Because[] };

/**
 * The notes to show somebody, the best first, each with why. What is liked decides, and what is new or much liked by
 * everyone comes earlier; where nothing is liked, only that is left. The same input gives the same answer. One more
 * thing in favour of a tag lowers the score of no note that has it, and the first of them never stands lower.
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
  while (recommendations.length < count && left.length > 0) {
    const next = left.reduce((best, other) => (comesBefore(other, best, seen) ? other : best));
    recommendations.push({ uuid: next.uuid, score: next.score, because: next.because });
    for (const key of [authorKey(next), reasonKey(next)]) seen.set(key, (seen.get(key) ?? 0) + 1);
    left = left.filter((other) => other !== next);
  }
  return recommendations;
}

const authorKey = ({ authorId }: Scored) => `by ${authorId}`;
const reasonKey = ({ because: [first] }: Scored) => `for ${first?.why} ${first?.id}`;

function comesBefore(one: Scored, other: Scored, seen: ReadonlyMap<string, number>): boolean {
  const shown = (scored: Scored) =>
    scored.score *
    again.author ** (seen.get(authorKey(scored)) ?? 0) *
    again.reason ** (seen.get(reasonKey(scored)) ?? 0);
  const difference = shown(one) - shown(other);
  return difference > 0 || (difference === 0 && (one.at > other.at || (one.at === other.at && one.uuid < other.uuid)));
}

function scoredBy(
  liked: ReadonlyMap<string, Affinity>,
  less: ReadonlySet<string>,
  candidate: Candidate,
  now: Date,
): Scored {
  const parts = partsOf(candidate);
  const likings = parts.flatMap((part) => liked.get(part) ?? []);
  const interest = likings
    .map(({ weight }) => weight / (weight + halfLiked))
    .sort((one, other) => other - one)
    .reduce((sum, each, index) => sum + each * nextPart ** index, 0);
  const fresh = 2 ** (-Math.max(0, now.getTime() - candidate.at) / freshHalfLifeMs);
  const said = Math.min(1, Math.log1p(candidate.said) / Math.log1p(muchActivity));
  const unwanted = parts.filter((part) => less.has(part)).length;
  return {
    ...candidate,
    score: (interest * (1 + 0.6 * fresh + 0.6 * said) + 0.1 * (fresh + said)) * lessLeft ** unwanted,
    because: strongest(likings),
  };
}

/** What says most for a note, over all of its parts. */
function strongest(likings: readonly Affinity[]): Because[] {
  const sums = new Map<string, { because: Because; weight: number }>();
  for (const { because, weight } of likings.flatMap((affinity) => affinity.because)) {
    const key = `${because.why} ${because.kind} ${because.id}`;
    sums.set(key, { because, weight: (sums.get(key)?.weight ?? 0) + weight });
  }
  const all = [...sums.values()].sort((a, b) => b.weight - a.weight || compare(a.because, b.because));
  if (all.length === 0) return [{ why: 'liked', kind: 'everyone', id: '' }];
  return all.slice(0, 2).map(({ because }) => because);
}
