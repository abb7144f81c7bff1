import { workerData } from 'node:worker_threads';
import { disableThread } from '../../../src/notes/server/markdown-work.ts';
import { serveTasks } from './threads.ts';
import { buildWork, type BuildJob } from './work.ts';

/** Runs the tasks of a build that it receives. */
disableThread();
serveTasks(buildWork(workerData as BuildJob));
