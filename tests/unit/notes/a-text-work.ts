import { isMainThread } from 'node:worker_threads';
import { textWork } from '../../../src/notes/server/markdown-work.ts';

/** Whether the task is done in this process itself. */
export const isDoneHere = textWork(
  import.meta.url,
  'tell-thread',
  (text: string) => [text],
  () => isMainThread,
);
