import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '@netlify/functions';
import type { CommentVersion, ThreadAnswer } from '../../src/discussion/model/thread.ts';
import type { Note } from '../../src/notes/model/note.ts';
import type { PublishingState } from '../../src/publishing/model/publishing.ts';
import type { SessionUser, Author } from '../../src/people/model/user.ts';
import { presentCost } from '../../src/people/server/password-hash.ts';
import type { OwnComment } from '../../src/discussion/server/comment-http.ts';
import { environment } from '../../src/platform/server/env.ts';
import type { PlatformContext } from '../../src/platform/server/http/endpoint.ts';
import type { FieldError } from '../../src/platform/server/http/problem.ts';
import { dump } from './integrity.ts';
import { startStore, type TestStore } from './store.ts';
import { origin } from './servers/origin.ts';

export type ApiFunction = {
  default: (request: Request, context: PlatformContext) => Promise<Response>;
  config: Config;
};

const folder = new URL('../../functions/', import.meta.url);

/** The password of everyone who signs up in API tests, unless a test gives another. */
export const defaultPassword = 'a long enough passphrase';

export interface ApiRequest {
  /** Sent as JSON, unless it is text or bytes. */
  body?: unknown;
  cookie?: string | undefined;
  headers?: Record<string, string>;
  ip?: string;
}

/** Every field that some response may have; a test reads those that its own call promises. */
export type ApiResponseBody = Partial<PublishingState> &
  Partial<ThreadAnswer> & {
    comment?: OwnComment;
    votes?: number;
    saved?: unknown;
    saves?: number;
    history?: CommentVersion[];
    user?: SessionUser;
    loggedOut?: boolean;
    note?: Note;
    author?: Author;
    html?: string;
    path?: string;
    notes?: Note[];
    authors?: Author[];
    next?: string | null;
    current?: Note;
    type?: string;
    status?: number;
    title?: string;
    detail?: string;
    errors?: FieldError[];
  };

export interface ApiResponse {
  status: number;
  headers: Headers;
  body: ApiResponseBody;
  /** The session cookie set by the response, as the browser would send it back. */
  cookie: string | undefined;
}

export interface Person {
  cookie: string;
  user: SessionUser;
}

export interface Api {
  store: TestStore;
  /**
   * Sends a real Request to the function whose `config` matches the path, from our own origin unless the headers say
   * otherwise.
   */
  call(method: string, path: string, call?: ApiRequest): Promise<ApiResponse>;
  /** Waits for the background work of answered calls, as the platform does. */
  settled(): Promise<void>;
  signUp(handle: string, password?: string): Promise<Person>;
  /**
   * Every key with its value, except rate-limit counters, once all background work is done, so that two moments can
   * be compared.
   */
  dump(): Promise<Map<string, unknown>>;
  stop(): Promise<void>;
}

/** What hashing a password costs in the product, for tests of how long that takes. */
export const productCost = { ...presentCost };

/** The API functions over a fresh database. One per test file, since a process reads its settings only once. */
export async function startApi(env: Record<string, string> = {}): Promise<Api> {
  const [store, functions, pictures] = await Promise.all([
    startStore(),
    loadFunctions(),
    mkdtemp(path.join(tmpdir(), 'commonplace-pictures-')),
  ]);
  Object.assign(process.env, {
    SITE_URL: origin,
    UPSTASH_REDIS_REST_URL: store.url,
    UPSTASH_REDIS_REST_TOKEN: store.token,
    SESSION_SECRET: 'a secret of the tests, long enough for all',
    RATE_LIMIT_SCALE: '1000',
    // Otherwise the first person to sign up would own the site.
    OWNER_EMAIL: 'owner@example.org',
    PICTURES_DIR: pictures,
    PUBLISH_EVERY: '0',
    // Most tests have no mail server.
    SIGNUP_WITHOUT_MAIL: 'on',
    ...env,
  });
  environment();
  // Signing up begins most tests, and its hash took 40 % of their processor time; benchmarks pay for it.
  if (process.env.VITEST) Object.assign(presentCost, { memory: 64, passes: 1 });
  let pending: Promise<unknown>[] = [];

  async function call(
    method: string,
    path: string,
    { body, cookie, headers = {}, ip = '203.0.113.7' }: ApiRequest = {},
  ) {
    const sent =
      body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    const request = new Request(origin + path, {
      method,
      headers: {
        ...(method === 'GET' || method === 'HEAD' ? {} : { 'Sec-Fetch-Site': 'same-origin' }),
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(cookie ? { Cookie: cookie } : {}),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent as BodyInit }),
    });
    const { handler, params } = functionFor(functions, request.url);
    const waitUntil = (work: Promise<unknown>) => void pending.push(work);
    return answerOf(await handler(request, { params, ip, requestId: 'request-1', waitUntil }));
  }

  async function settled(): Promise<void> {
    // Finished work may have started more.
    while (pending.length > 0) {
      const work = pending;
      pending = [];
      await Promise.all(work);
    }
  }

  return {
    store,
    call,
    settled,
    async signUp(handle, password = defaultPassword) {
      const answer = await call('POST', '/api/auth/signup', {
        body: { email: `${handle}@example.org`, handle, password },
      });
      const { user } = answer.body;
      if (!answer.cookie || !user) throw new Error(`Signing up answered ${answer.status}: ${answer.body.detail}`);
      return { cookie: answer.cookie, user };
    },
    async dump() {
      await settled();
      return new Map([...(await dump(store.redis))].filter(([name]) => !name.startsWith('rate:')));
    },
    async stop() {
      await store.stop();
      await rm(pictures, { recursive: true, force: true });
    },
  };
}

/** Every function under /api. Page functions need a built site, so they are not even loaded. */
export async function loadFunctions(): Promise<ApiFunction[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts')).map((name) => new URL(name, folder));
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const ofApi = files.filter((_, index) => /\bpath: (\[\s*)?'\/api\//.test(sources[index] ?? ''));
  return Promise.all(ofApi.map((file) => import(file.href) as Promise<ApiFunction>));
}

/** The one function whose route matches this URL. Throws if there is none, or more than one. */
export function functionFor(functions: ApiFunction[], url: string) {
  const [first, ...others] = functions.flatMap(({ default: handler, config }) =>
    pathsOf(config.excludedPath).some((path) => path.test(url))
      ? []
      : pathsOf(config.path).flatMap((path) => {
          const match = path.exec(url);
          return match ? [{ handler, params: match.pathname.groups as Record<string, string> }] : [];
        }),
  );
  if (!first || others.length > 0) throw new Error(`${others.length + (first ? 1 : 0)} functions answer ${url}`);
  return first;
}

const pathsOf = (paths: string | string[] = []) => [paths].flat().map((pathname) => new URLPattern({ pathname }));

async function answerOf(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  const [cookie] = response.headers.getSetCookie();
  // An exported file need not be JSON.
  const isJson = text !== '' && /json/.test(response.headers.get('Content-Type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? (JSON.parse(text) as ApiResponseBody) : {},
    cookie: cookie?.split(';')[0],
  };
}
