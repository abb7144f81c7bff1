import { validate as isUuid } from 'uuid';
import { limits } from '../../platform/model/limits.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';

/** The id of the highlight that an address names. Throws HttpError 404 for what is no uuid. */
export function highlightId({ params }: CallContext): string {
  const id = params['id']?.toLowerCase();
  if (id && isUuid(id)) return id;
  throw highlightProblem('missing');
}

/** What a refused call about a highlight answers. */
export function highlightProblem(reason: 'no-copy' | 'full' | 'missing'): HttpError {
  if (reason === 'full') {
    const { perCopy } = limits.highlight;
    const detail = `Nothing was kept: one copy has at most ${perCopy} highlights. Delete one that you can do without.`;
    return new HttpError(409, 'Conflict', detail);
  }
  const detail =
    reason === 'missing'
      ? 'There is no such highlight of yours: it may have been deleted elsewhere.'
      : 'Only copies of pages that you saved can be highlighted, and this is none of them.';
  return new HttpError(404, 'Not Found', detail);
}
