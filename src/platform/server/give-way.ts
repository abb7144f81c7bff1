import { setImmediate as turn } from 'node:timers/promises';

/** For so long nobody else waits for work that is done in small pieces, in milliseconds. */
const longest = 10;

/** To be awaited between the pieces of long work, so that what else waits in this process has its turn. */
export function givesWay(clock = () => performance.now()): () => Promise<void> | undefined {
  let since = clock();
  return () => {
    if (clock() - since < longest) return undefined;
    return turn().then(() => void (since = clock()));
  };
}
