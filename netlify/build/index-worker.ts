import { workerData } from 'node:worker_threads';
import { openSnapshot } from '../../src/server/snapshot/snapshot.ts';
import { answerQuestions } from './threads.ts';
import type { PageJob } from './writers.ts';

/** Brings the search index up to the notes, while other threads render pages. */
const { snapshotFile, prerendered } = workerData as PageJob;

answerQuestions(async () => {
  const snapshot = await openSnapshot(snapshotFile, { prerendered });
  try {
    snapshot.index();
  } finally {
    snapshot.close();
  }
});
