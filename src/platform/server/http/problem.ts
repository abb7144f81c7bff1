/** One thing to correct in what was sent; `path` names the field, with dots between levels, and is empty for the whole. */
export interface FieldError {
  path: string;
  message: string;
}

interface ProblemExtras {
  errors?: FieldError[];
  headers?: Record<string, string>;
  /** Further members of the problem document, such as the current note of a conflict. */
  members?: Record<string, unknown>;
}

/** An answer that is not a success, thrown at the HTTP edge only. `detail` tells the sender what to do. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly extras: ProblemExtras;

  constructor(status: number, title: string, detail: string, extras: ProblemExtras = {}) {
    super(`${status} ${title}: ${detail}`);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.extras = extras;
  }
}

/** The error as an RFC 9457 problem document, with the request id under which the log has the call. */
export function problem({ status, title, detail, extras }: HttpError, requestId?: string): Response {
  const body = {
    ...extras.members,
    type: 'about:blank',
    status,
    title,
    detail,
    ...(extras.errors ? { errors: extras.errors } : {}),
    ...(requestId !== undefined && { requestId }),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...extras.headers,
      'Content-Type': 'application/problem+json; charset=utf-8',
    },
  });
}

/** The answer to a person who has reached a limit. `has` completes “you …”, such as `have 500 collections`. */
export function fullProblem(has: string, remedy = 'Remove something first.'): HttpError {
  const detail = `Nothing was changed: you ${has} already, the most anyone can. ${remedy}`;
  return new HttpError(409, 'Conflict', detail);
}

/** Whether this path percent-decodes to valid text. */
export function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A path or a part of one as people read it: percent-decoded where possible. */
export function readable(path: string): string {
  return isReadable(path) ? decodeURIComponent(path) : path;
}

/** The path of a request as people read it. */
export function readablePath(request: Request): string {
  return readable(new URL(request.url).pathname);
}
