/**
 * Which of many similar things `npm test` looks at: so many, spread evenly over all. What is not among them is tagged
 * `long`, and so left to `npm run test:all`.
 */
export function sampleOf<T>(all: readonly T[], count: number): Set<T> {
  const step = Math.max(1, all.length / count);
  return new Set(Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * step)] as T));
}
