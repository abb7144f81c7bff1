import { Lane, serveIn, workIn, type WorkOptions } from '../../platform/server/bounded/thread.ts';
import type { Input, Output, TaskName } from './tasks.ts';

export { OverBudget } from '../../platform/server/bounded/thread.ts';

const code = { url: import.meta.url, mark: 'commonplace bounded work', heapMb: 96 };
/** A file is read part by part while its parts are stored; all else is over sooner. */
const lanes = { file: new Lane('file', code), piece: new Lane('piece', code) };

/**
 * What a task gives for its input, part by part, each made when it is asked for with `next`. `ms` is the
 * processor time that all its work may take, and `eachMs` that of one part. Throws `OverBudget`, and
 * HttpError 503 where too many wait already.
 */
export function bounded<Name extends TaskName>(
  name: Name,
  input: Input<Name>,
  options: WorkOptions,
): AsyncGenerator<Output<Name>, void, unknown> {
  const lane = lanes[name === 'read-file' ? 'file' : 'piece'];
  return workIn(lane, name, input, options) as AsyncGenerator<Output<Name>, void, unknown>;
}

void serveIn(code.mark, async () => (await import('./tasks.ts')).tasks);
