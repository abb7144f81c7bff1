import { validate as isUuid } from 'uuid';
import { invalidRoute } from '../../model/page-problem.ts';
import type { CallContext } from './endpoint.ts';
import { HttpError } from './problem.ts';

/** A check of an address: the uuid in it. Throws the refusal, by default HttpError 404, if it is not a uuid. */
export const uuidAt =
  (name: string, refusal?: () => HttpError) =>
  (request: Request, { params }: CallContext): string => {
    const id = params[name]?.toLowerCase();
    if (id && isUuid(id)) return id;
    throw refusal?.() ?? new HttpError(404, 'Not Found', invalidRoute(new URL(request.url).pathname));
  };
