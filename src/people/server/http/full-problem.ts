import { HttpError } from '../../../platform/server/http/problem.ts';

/** The answer to someone who has as much of something as anyone may: `has` says what, after “you”. */
export function fullProblem(has: string): HttpError {
  const detail = `Nothing was changed: you ${has} already, which is as much as anyone may. Take something away first.`;
  return new HttpError(409, 'Conflict', detail);
}
