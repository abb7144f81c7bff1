/**
 * Picks the sample of many similar cases that `npm test` runs: `count` of them, spread evenly. The others are tagged
 * `long`, which leaves them to `npm run test:all`.
 */
export function sampleOf<T>(all: readonly T[], count: number): Set<T> {
  const step = Math.max(1, all.length / count);
  return new Set(Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * step)] as T));
}
