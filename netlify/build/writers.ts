import { availableParallelism } from 'node:os';
import type { Build } from '../../src/domain/content.ts';
import type { Snapshot } from '../../src/server/snapshot/snapshot.ts';
import { partsOf } from './parts.ts';
import { loadRenderer } from './renderer.ts';
import { startThreads } from './threads.ts';
import { writePages } from './write-pages.ts';

export type PageJob = {
  /** The renderer's module. */
  entry: string;
  build: Build;
  snapshotFile: string;
  prerendered: number;
  siteUrl: string;
  outDir: string;
};

/** What renders addresses into files, on every core where there are many. */
export type Writers = {
  write: (addresses: readonly string[]) => Promise<void>;
  /** Brings the search index up to the notes. Files of the index are to be written after it. */
  index: () => Promise<void>;
  end: () => Promise<void>;
};

const batchSize = 100;
/** Below so many addresses, starting a thread takes longer than it saves. */
const worthThreads = 600;

/** Writers for about `count` addresses. `progress` hears how many are done. */
export async function startWriters(
  job: PageJob,
  snapshot: Snapshot,
  { count, progress }: { count: number; progress: (done: number) => void },
): Promise<Writers> {
  let done = 0;
  const inBatches = (write: (batch: string[]) => Promise<void>) => async (batch: string[]) => {
    await write(batch);
    progress((done += batch.length));
  };
  if (count < worthThreads) {
    const { fileRenderer } = await loadRenderer(job);
    const fileAt = fileRenderer({ ...job, content: snapshot.content });
    const write = inBatches((batch) => writePages(batch, job.outDir, fileAt));
    return {
      async write(addresses) {
        for (const batch of partsOf(addresses, batchSize)) await write(batch);
      },
      index: async () => snapshot.index(),
      end: async () => undefined,
    };
  }
  const pages = startThreads<string[], void>(new URL('./page-worker.ts', import.meta.url), {
    count: availableParallelism(),
    data: job,
  });
  const write = inBatches(pages.ask);
  return {
    async write(addresses) {
      await Promise.all(partsOf(addresses, batchSize).map(write));
    },
    async index() {
      const indexer = startThreads<null, void>(new URL('./index-worker.ts', import.meta.url), { count: 1, data: job });
      await indexer.ask(null).finally(indexer.end);
    },
    end: pages.end,
  };
}
