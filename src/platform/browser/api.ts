/** What a form says above its fields when a call has failed: what happened, what is kept, and when to try again. */
export function sentenceFor({ status, problem, retryAfter, typed }: Failure, now: Date): string {
  const kept = typed ? ' What you typed is still here.' : '';
  if (status === 0 || problem === unexpected) return problem.detail + kept;
  const general = problem.errors?.find(({ path }) => path === '');
  if (general) return general.message;
  if (status === 429)
    return `You’ve done this too often in a short time. Try again ${whenToRetry(retryAfter ?? 60, now)}.${kept}`;
  if (status === 503 && typed)
    return `You can’t save anything right now, but you can keep reading.${kept} Try again in a moment.`;
  return problem.detail || problem.title;
}

/** The messages of one field, by its name: `tags` has those of `tags.0` as well. */
export function fieldError(failure: Failure | undefined, field: string): string | undefined {
  const messages = failure?.problem.errors
    ?.filter(({ path }) => path === field || path.startsWith(`${field}.`))
    .map(({ message }) => message);
  return messages?.length ? [...new Set(messages)].join(' ') : undefined;
}

function whenToRetry(seconds: number, now: Date): string {
  if (seconds < 120) return `in ${seconds === 1 ? 'one second' : `${seconds} seconds`}`;
  const at = new Date(now.getTime() + seconds * 1000);
  return `in ${Math.ceil(seconds / 60)} minutes, at ${at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
}

/** An RFC 9457 problem document; `current` comes with the refusal of a stale revision. */
type Problem = {
  title: string;
  detail: string;
  errors?: readonly { path: string; message: string }[];
  current?: unknown;
  /** Where a person who is banned may appeal. */
  appeal?: string;
};

/**
 * `kept`: the network is down, and the call is kept on this device to be sent later. `typed`: the call carried text that a
 * person wrote, which is still in their form.
 */
export type Failure = {
  ok: false;
  status: number;
  problem: Problem;
  retryAfter?: number;
  kept?: true;
  typed?: true;
};
export type Answer<T> = { ok: true; data: T } | Failure;
/** Whether nobody is signed in. If another person is, the server's own sentence says what to do. */
export const isSignedOut = ({ status, problem }: Failure): boolean =>
  status === 401 && problem.title === 'Unauthorized';

/** Whether the call succeeded or is kept to be sent later: either way the screen may show its effect. */
export const isAccepted = <T>(answer: Answer<T>): answer is { ok: true; data: T } | (Failure & { kept: true }) =>
  answer.ok || answer.kept === true;
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

const timeoutMs = 20_000;

/**
 * One JSON call, or a form with a file. Never throws: a refusal is the server's problem document, and a network failure has status 0.
 * `retryAfter` is in seconds. `base` is the origin of the API, empty on our own pages; `extra` are further headers. Aborting `signal` gives up the call. `T` is what the API's own
 * schema promises for this call; an answer without JSON (204) gives undefined.
 */
export async function send<T>(
  method: Method,
  path: string,
  body?: unknown,
  base = '',
  extra: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Answer<T>> {
  let response: Response;
  let data: unknown;
  const typed = body !== undefined && !(body instanceof FormData);
  try {
    response = await fetch(base + path, {
      method,
      headers: {
        Accept: 'application/json',
        ...extra,
        ...(method !== 'GET' && personHeader()),
        ...(typed && { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      // A button takes effect even if the page is left at once. Browsers allow this for small bodies only.
      keepalive: method !== 'GET' && body === undefined,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    });
    data = parsed(await response.text());
  } catch {
    return { ...unanswered, ...(typed && { typed }) };
  }
  if (response.ok && data !== notJson) return { ok: true, data: data as T };
  return { ...failureOf(response, data), ...(typed && { typed }) };
}

/** The failure that an unsuccessful response means. `data` is its parsed body. */
export function failureOf({ status, headers }: Response, data: unknown): Failure {
  const retryAfter = secondsOf(headers.get('retry-after'), Date.now());
  return { ok: false, status, problem: problemFrom(data), ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** The header that says whose page a write comes from. Calls that bypass `send` have to add it too. */
export function personHeader(): Record<string, string> {
  const person = typeof document === 'undefined' ? undefined : document.documentElement.dataset.person;
  return person ? { 'Commonplace-Person': person } : {};
}

const notJson = Symbol('not JSON');

const unreachable: Problem = {
  title: 'No connection',
  detail: 'The server couldn’t be reached. Try again in a moment.',
};

/** No answer came at all. */
export const unanswered: Failure = { ok: false, status: 0, problem: unreachable };

const unexpected: Problem = {
  title: 'Something went wrong',
  detail: 'The server sent something unreadable. Try again in a moment.',
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

/** What is sent and received by one route of a noun's table. */
export type Wire = { query: unknown; body: unknown; data: unknown };
type PartsOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PartsOf<Rest> : never;
/** `at` fills the `{name}` parts of the path. */
export type Sent<Name, One extends Wire> = ([PartsOf<Name>] extends [never]
  ? { at?: never }
  : { at: Record<PartsOf<Name>, string> }) &
  (undefined extends One['body'] ? { body?: One['body'] } : { body: One['body'] }) & {
    query?: One['query'];
    headers?: Record<string, string>;
    signal?: AbortSignal;
  };

/**
 * The calls of a noun's table of routes, by method and path as in the table, which also gives the types of what is sent and
 * returned. `type Calls` is what the noun's `server/routes.ts` exports, so none of its code is loaded.
 */
export function callsOf<Calls extends Record<keyof Calls, Wire>>() {
  return <Name extends keyof Calls & string>(
    name: Name,
    sent: Sent<Name, Calls[Name]>,
  ): Promise<Answer<Calls[Name]['data']>> => {
    const [method = ''] = name.split(' ');
    const { body, headers, signal } = sent as {
      body?: unknown;
      headers?: Record<string, string>;
      signal?: AbortSignal;
    };
    return send(method as Parameters<typeof send>[0], addressOf(name, sent), body, '', headers, signal);
  };
}

/** The address of a call, with its query. */
export function addressOf(name: string, sent: { at?: Record<string, string>; query?: unknown }): string {
  const [, path = ''] = name.split(' ');
  const address = path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(sent.at?.[part] ?? ''));
  const parameters = Object.entries(sent.query ?? {}).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(parameters.map(([key, value]) => [key, String(value)])).toString();
  return query ? `${address}?${query}` : address;
}
