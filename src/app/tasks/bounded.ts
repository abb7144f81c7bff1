import {
  QueuedThread,
  serveInThread,
  runInThread,
  type WorkOptions,
} from '../../platform/server/bounded/queued-thread.ts';
import type { Input, Output, TaskName } from './tasks.ts';

export { OverBudget } from '../../platform/server/bounded/queued-thread.ts';

const code = { url: import.meta.url, mark: 'commonplace bounded work', heapMb: 96 };
/** Reading a file takes as long as storing its parts; all other tasks are short. */
const lanes = { file: new QueuedThread('file', code), piece: new QueuedThread('piece', code) };

/**
 * The results of a task, part by part, each computed when it is requested with `next`. `ms` is the processor time for all of
 * the work, `eachMs` that for one part. Throws `OverBudget`, and HttpError 503 if too many tasks wait already.
 */
export function bounded<Name extends TaskName>(
  name: Name,
  input: Input<Name>,
  options: WorkOptions,
): AsyncGenerator<Output<Name>, void, unknown> {
  const lane = lanes[name === 'read-file' ? 'file' : 'piece'];
  return runInThread(lane, name, input, options) as AsyncGenerator<Output<Name>, void, unknown>;
}

void serveInThread(code.mark, async () => (await import('./tasks.ts')).tasks);
