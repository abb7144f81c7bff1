import { HttpError } from '../../../platform/server/http/problem.ts';

/** There is no such file or part, or it is somebody else's, or a day has passed. */
export function missingExport(): HttpError {
  return new HttpError(
    404,
    'Not Found',
    'You have no such file, or no such part yet. A file is kept for a day: ask for it again.',
  );
}
