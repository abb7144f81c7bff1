import { workerData } from 'node:worker_threads';
import { openSnapshot } from '../../src/server/snapshot/snapshot.ts';
import { loadRenderer } from './renderer.ts';
import { answerQuestions } from './threads.ts';
import type { PageJob } from './writers.ts';
import { writePages } from './write-pages.ts';

/** Renders the batches of addresses that it is sent into files. */
const { entry, build, snapshotFile, prerendered, siteUrl, outDir } = workerData as PageJob;
const snapshot = await openSnapshot(snapshotFile, { prerendered, readOnly: true });
const { fileRenderer } = await loadRenderer({ entry });
const fileAt = fileRenderer({ siteUrl, build, content: snapshot.content });

answerQuestions((addresses: string[]) => writePages(addresses, outDir, fileAt));
