/** Round trips to the store one after another: those under way at one time count once. */
export type RoundTrips = { before: number; after: number };

/** Counts what this process asks of the store, until `stop`. One call at a time is counted. */
export function countRoundTrips(storeUrl: string) {
  const original = globalThis.fetch;
  /** How many trips, each after the other, have come back. */
  let deepest = 0;
  globalThis.fetch = async (input, init) => {
    const toStore = (input instanceof Request ? input.url : String(input)).startsWith(storeUrl);
    if (!toStore) return original(input, init);
    const depth = deepest + 1;
    const answer = await original(input, init);
    // A store that is asked by a script's digest for the first time is sent it in full.
    if (!(await answer.clone().text()).includes('NOSCRIPT')) deepest = Math.max(deepest, depth);
    return answer;
  };
  return {
    /** What `work` waited for, and what went on until `settled` was. */
    of: async <Done>(
      work: () => Promise<Done>,
      settled: () => Promise<unknown>,
    ): Promise<RoundTrips & { done: Done }> => {
      deepest = 0;
      const done = await work();
      const before = deepest;
      await settled();
      return { done, before, after: deepest - before };
    },
    stop: () => void (globalThis.fetch = original),
  };
}
