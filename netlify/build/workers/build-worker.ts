import { workerData } from 'node:worker_threads';
import { readAlone } from '../../../src/notes/server/markdown-work.ts';
import { serveTasks } from './threads.ts';
import { buildWork, type BuildJob } from './work.ts';

/** Does what it is sent of the work of a build. */
readAlone();
serveTasks(buildWork(workerData as BuildJob));
