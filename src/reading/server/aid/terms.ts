/** `word`: as it is written. */
export type WeightedTerm = { term: string; weight: number; word: string };

const kept = 12;

/**
 * The terms that a note is about, the weightiest first, at most twelve: how often each is said, more for those of the
 * title and of headings. Weights are between 0 and 1, the weightiest term's is 1.
 */
export function weightedTerms(
  said: Iterable<readonly [term: string, times: number]>,
  { titleTerms, headingTerms }: { titleTerms: readonly string[]; headingTerms: readonly string[] },
  wordOf: (term: string) => string,
): WeightedTerm[] {
  const weights = new Map<string, number>();
  for (const [term, times] of said) weights.set(term, 1 + Math.log(times));
  for (const term of new Set(headingTerms)) weights.set(term, (weights.get(term) ?? 0) + 0.7);
  for (const term of new Set(titleTerms)) weights.set(term, (weights.get(term) ?? 0) + 1.5);
  const ordered = [...weights]
    .sort((a, b) => b[1] - a[1] || b[0].length - a[0].length || (a[0] < b[0] ? -1 : 1))
    .slice(0, kept);
  const max = ordered[0]?.[1] ?? 1;
  return ordered.map(([term, weight]) => ({
    term,
    weight: Math.round((weight / max) * 1000) / 1000,
    word: wordOf(term),
  }));
}
