/** What an RFC 9457 problem document tells, and what a stale revision brings along. */
type Problem = {
  title: string;
  detail: string;
  errors?: readonly { path: string; message: string }[];
  current?: unknown;
  /** Where a person who is banned may appeal. */
  appeal?: string;
};

export type Failure = { ok: false; status: number; problem: Problem; retryAfter?: number };
export type Answer<T> = { ok: true; data: T } | Failure;
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

const timeoutMs = 20_000;

/**
 * One JSON call. Never throws: a refusal is the server's problem document, and a network failure has status 0.
 * `retryAfter` is in seconds. `base` is the origin of the API, empty on our own pages; `extra` are further headers. `T` is what the API's own
 * schema promises for this call; an answer without JSON (204) gives undefined.
 */
export async function send<T>(
  method: Method,
  path: string,
  body?: unknown,
  base = '',
  extra: Record<string, string> = {},
): Promise<Answer<T>> {
  let response: Response;
  let data: unknown;
  try {
    response = await fetch(base + path, {
      method,
      headers: {
        Accept: 'application/json',
        ...extra,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // What a press asks for is done although the page is left at once. Browsers let only little text do so.
      keepalive: method !== 'GET' && body === undefined,
      signal: AbortSignal.timeout(timeoutMs),
    });
    data = parsed(await response.text());
  } catch {
    return unanswered;
  }
  if (response.ok && data !== notJson) return { ok: true, data: data as T };
  return failureOf(response, data);
}

/** What an answer says that is none of success: `data` is its JSON, as far as it was any. */
export function failureOf({ status, headers }: Response, data: unknown): Failure {
  const retryAfter = secondsOf(headers.get('retry-after'), Date.now());
  return { ok: false, status, problem: problemFrom(data), ...(retryAfter === undefined ? {} : { retryAfter }) };
}

const notJson = Symbol('not JSON');

const unreachable: Problem = {
  title: 'No connection',
  detail: 'The server could not be reached. Nothing is lost: what you typed is still here. Try again in a moment.',
};

/** No answer came at all. */
export const unanswered: Failure = { ok: false, status: 0, problem: unreachable };

const unexpected: Problem = {
  title: 'Something went wrong',
  detail:
    'The server did not answer as it should. Nothing is lost: what you typed is still here. Try again in a moment.',
};

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return notJson;
  }
}

function problemFrom(data: unknown): Problem {
  if (typeof data !== 'object' || data === null || !('title' in data)) return unexpected;
  const { title, detail, errors, current, appeal } = data as Record<string, unknown>;
  return {
    title: String(title),
    detail: typeof detail === 'string' ? detail : '',
    ...(Array.isArray(errors) ? { errors } : {}),
    ...(current === undefined ? {} : { current }),
    ...(typeof appeal === 'string' ? { appeal } : {}),
  };
}

function secondsOf(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isFinite(seconds) ? Math.max(seconds, 0) : undefined;
}
