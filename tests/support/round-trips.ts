/** Sequential round trips to the store: parallel ones count once. */
export type RoundTrips = { before: number; after: number };

/** Counts the round trips of this process to the store, until `stop`. Only one call can be counted at a time. */
export function countRoundTrips(storeUrl: string) {
  const original = globalThis.fetch;
  /** How many sequential round trips have finished. */
  let deepest = 0;
  globalThis.fetch = async (input, init) => {
    const toStore = (input instanceof Request ? input.url : String(input)).startsWith(storeUrl);
    if (!toStore) return original(input, init);
    const depth = deepest + 1;
    const answer = await original(input, init);
    // The first call of a script by its digest fails, and the client sends it in full; that happens once and does not
    // count.
    if (!(await answer.clone().text()).includes('NOSCRIPT')) deepest = Math.max(deepest, depth);
    return answer;
  };
  return {
    /** The round trips that `work` waited for, and those after it until `settled` resolved. */
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
