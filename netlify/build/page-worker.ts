import { parentPort, workerData } from 'node:worker_threads';
import { openSnapshot } from '../../src/server/snapshot/snapshot.ts';
import { loadRenderer } from './renderer.ts';
import type { PageJob } from './write-all.ts';
import { writePages } from './write-pages.ts';

/** Renders the batches of addresses that it is sent, and answers each with how many files it wrote. */
const { entry, build, snapshotFile, prerendered, siteUrl, outDir } = workerData as PageJob;
const snapshot = await openSnapshot(snapshotFile, { prerendered, readOnly: true });
const { fileRenderer } = await loadRenderer({ entry });
const fileAt = fileRenderer({ siteUrl, build, content: snapshot.content });

parentPort?.on('message', (addresses: string[]) => {
  writePages(addresses, outDir, fileAt).then(
    () => parentPort?.postMessage({ written: addresses.length }),
    (error: unknown) =>
      parentPort?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
