import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Build } from '../../src/domain/content.ts';
import type { Snapshot } from '../../src/server/snapshot/snapshot.ts';
import { loadRenderer } from './renderer.ts';
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

const batchSize = 100;
/** Below this, starting a thread takes longer than it saves. */
const worthThreads = 600;

type Answer = { written: number } | { error: string };

/** Renders all these addresses into files, on every core where there are many. `progress` hears how many are done. */
export async function writeAll(
  addresses: readonly string[],
  job: PageJob,
  snapshot: Snapshot,
  progress: (done: number) => void,
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(addresses.length / batchSize) }, (_, index) =>
    addresses.slice(index * batchSize, (index + 1) * batchSize),
  );
  let done = 0;
  const count = (written: number) => progress((done += written));
  if (addresses.length < worthThreads) {
    const { fileRenderer } = await loadRenderer(job);
    const fileAt = fileRenderer({ ...job, content: snapshot.content });
    for (const batch of batches) {
      await writePages(batch, job.outDir, fileAt);
      count(batch.length);
    }
    return;
  }
  const threads = Array.from({ length: availableParallelism() }, () => thread(job, batches, count));
  await Promise.all(threads);
}

/** One thread, which takes batches until none is left. Rejects with the first failure. */
async function thread(job: PageJob, batches: (readonly string[])[], count: (written: number) => void): Promise<void> {
  const worker = new Worker(new URL('./page-worker.ts', import.meta.url), { workerData: job });
  try {
    await new Promise<void>((resolve, reject) => {
      const next = () => {
        const batch = batches.shift();
        if (batch) worker.postMessage(batch);
        else resolve();
      };
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`A thread of the build ended with ${code}.`)));
      worker.on('message', (answer: Answer) => {
        if ('error' in answer) return reject(new Error(answer.error));
        count(answer.written);
        next();
      });
      next();
    });
  } finally {
    await worker.terminate();
  }
}
