import { validate as isUuid } from 'uuid';
import type { CallContext } from '../../../platform/server/http/endpoint.ts';
import { HttpError } from '../../../platform/server/http/problem.ts';

/** The import that an address names. Throws HttpError 404 for what is no id. */
export function importId({ params }: CallContext): string {
  const id = params['id']?.toLowerCase();
  if (id && isUuid(id)) return id;
  throw missingImport();
}

export function missingImport(): HttpError {
  return new HttpError(404, 'Not Found', 'There is no such import: reports are kept for 30 days, the latest 10.');
}
