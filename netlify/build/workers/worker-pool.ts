import { availableParallelism } from 'node:os';
import type { PrepareNotes } from '../../../src/publishing/server/snapshot/write.ts';
import type { Snapshot } from '../../../src/publishing/server/snapshot/snapshot.ts';
import { startThreads, type Threads } from './threads.ts';
import { buildWork, type BuildJob, type BuildWork } from './work.ts';

/** Does the work of a build: in this thread while there is little of it, and on every other core too once there is much. */
export type WorkerPool = {
  prepare: PrepareNotes;
  /** Renders addresses into files. `wrote` hears of every few how many they were. */
  write: (addresses: readonly string[], wrote: (files: number) => void) => Promise<void>;
  /** Finds what to read after each note. Files of notes are to be written after it, and it comes before `index`. */
  computeRelated: () => Promise<void>;
  /** Brings the search index up to the notes. Files of the index are to be written after it. */
  index: () => Promise<void>;
  end: () => Promise<void>;
};

const partSize = 100;
/** Up to so many notes, or files, starting threads takes longer than it saves. */
const worthThreads = { notes: 400, files: 600 };

/** A pool for a build that reads from this snapshot. */
export function workerPoolFor(job: BuildJob, snapshot: Snapshot): WorkerPool {
  const here = buildWork(job, snapshot);
  let threads: Threads<BuildWork> | undefined;
  let notesSoFar = 0;
  const threadsFor = (isMuch: boolean) => {
    const count = availableParallelism() - 1;
    if (isMuch && count > 0) {
      threads ??= startThreads(new URL('./build-worker.ts', import.meta.url), { count, data: job, here });
    }
    return threads;
  };
  return {
    async prepare(notes) {
      const all = threadsFor((notesSoFar += notes.length) > worthThreads.notes);
      if (!all) return here.prepare(notes);
      return (await Promise.all(partsOf(notes, partSize).map((part) => all.run('prepare', part)))).flat();
    },
    async write(addresses, wrote) {
      const all = threadsFor(addresses.length > worthThreads.files);
      const parts = partsOf(addresses, partSize);
      if (all) {
        await Promise.all(parts.map((part) => all.run('write', part).then(() => wrote(part.length))));
      } else {
        for (const part of parts) {
          await here.write(part);
          wrote(part.length);
        }
      }
    },
    // Each is the work of one thread alone: begun late, it would be waited for.
    computeRelated: async () =>
      threads ? threads.run('computeRelated', undefined, { long: true }) : here.computeRelated(),
    index: async () => (threads ? threads.run('index', undefined, { long: true }) : here.index()),
    end: async () => threads?.end(),
  };
}

/** The items in their order, in parts of at most `size`. */
function partsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
