import { availableParallelism } from 'node:os';
import { preparedNotes, type PrepareNotes, type ReadNote } from '../../src/server/prepared-note.ts';
import type { WrittenNote } from '../../src/server/snapshot/written.ts';
import { partsOf } from './parts.ts';
import { startThreads, type Threads } from './threads.ts';

/** Up to so many notes, starting threads takes longer than it saves. */
const worthThreads = 400;
/** A part of the notes that a thread is given at once. */
const partSize = 100;

/** Makes notes ready, on every core once they are many. */
export function startPreparing(): { prepare: PrepareNotes; end: () => Promise<void> } {
  let count = 0;
  let threads: Threads<readonly ReadNote[], WrittenNote[]> | undefined;
  return {
    async prepare(notes) {
      count += notes.length;
      if (count <= worthThreads) return preparedNotes(notes);
      threads ??= startThreads(new URL('./prepare-worker.ts', import.meta.url), { count: availableParallelism() });
      return (await Promise.all(partsOf(notes, partSize).map(threads.ask))).flat();
    },
    end: async () => threads?.end(),
  };
}
