import { hash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { errors } from '@upstash/redis';
import { copyOnWriteCommands, readCommands } from './copy-on-write.ts';
import { endedWords, isFullDisk, StoreUnreachable, type StoreFailure, circuitBreaker } from './store-unreachable.ts';
import { withTimeout, timeoutError } from '../timeout.ts';
import { causeOf } from '../../model/cause.ts';

/** Publishes each round trip to subscribers in any bundle of this process: `{ ms, failed }`. */
const storeTrips = channel('commonplace:store');

/**
 * Sends commands by Upstash's REST protocol over fetch. The library's own client tells an unavailable database from a
 * refused command only by wording, repeats writes that may have happened, waits without end, and quotes the whole command,
 * password hashes included, in its errors. While the database is unavailable, a command fails immediately.
 */
export function restTransport({ onBack, ...to }: Connection): Transport {
  const breaker = circuitBreaker();
  let words = '';
  const failed = (message: string) => {
    words = message;
    breaker.failed();
  };
  const worked = async () => {
    const awayMs = breaker.worked();
    if (awayMs === 0) return;
    const until = new Date();
    await onBack?.({ since: new Date(until.getTime() - awayMs), until, words });
  };
  return {
    upstashSyncToken: '',
    async request<Result>({ path = [], body }: Request): Promise<Reply<Result>> {
      const sent = copyOnWriteCommands(body);
      const waitMs = breaker.waitMs();
      if (waitMs > 0) throw new StoreUnreachable('It did not answer lately.', { retryAfterMs: waitMs });
      const send = (): Promise<Answered> => {
        const front = fronts.get(to.url);
        if (front) return answeredHere(front, timeoutMs, `/${path.join('/')}`, sent);
        const address = [to.url.replace(/\/$/, ''), ...path].join('/');
        const headers = {
          Authorization: `Bearer ${to.token}`,
          'Content-Type': 'application/json',
          // A database with replicas then answers no read from before the last write that this client saw.
          'Upstash-Sync-Token': this.upstashSyncToken,
        };
        return answerWithin(timeoutMs, address, { method: 'POST', headers, body: JSON.stringify(sent) });
      };
      const timeoutMs = breaker.doubts() ? Math.min(to.timeoutMs, probeMs) : to.timeoutMs;
      const began = performance.now();
      const report = (failed: boolean) => {
        if (storeTrips.hasSubscribers) storeTrips.publish({ ms: performance.now() - began, failed });
      };
      try {
        const answered = await send().catch(async (error: unknown) => {
          if (!mayRepeat(body, error)) throw error;
          await pause(pauseMs);
          return send();
        });
        // A server that says when to retry is alive, and answers as fast as a breaker.
        if (answered.status >= 500 && answered.retryAfter === undefined) failed(causeOfAnswer(answered));
        else await worked();
        this.upstashSyncToken = answered.syncToken ?? '';
        const result = resultOf(answered, isRead(body)) as Reply<Result>;
        report(false);
        return result;
      } catch (error) {
        report(!(error instanceof errors.UpstashError));
        if (error instanceof errors.UpstashError || error instanceof StoreUnreachable) throw error;
        if (!(error instanceof NoResult)) failed(innermostCause(error));
        throw new StoreUnreachable(error, { mayBeWritten: !isRead(body) && !wasNeverSent(error) });
      }
    },
  };
}

/** `onBack` is called after every outage, with the last error message. The call that finds the store back waits for it. */
type Connection = {
  url: string;
  token: string;
  timeoutMs: number;
  onBack?: ((outage: { since: Date; until: Date; words: string }) => Promise<void>) | undefined;
};
export type Request = { path?: string[]; body?: unknown };
export type Reply<Result> = { result?: Result; error?: string };
export interface Transport {
  upstashSyncToken: string;
  request<Result>(request: Request): Promise<Reply<Result>>;
}

/** The response: the text of its body, and the parsed JSON, which throws if it is not JSON. */
interface Answered {
  status: number;
  retryAfter: string | undefined;
  syncToken?: string | undefined;
  text: () => string;
  answer: () => unknown;
}

/**
 * A server of Upstash's protocol within this process: takes a path below its address and a parsed body, and returns the
 * same. Never rejects.
 */
export type InProcessServer = (
  path: string,
  body: unknown,
) => Promise<{ status: number; body: unknown; headers?: Record<string, string> }>;

/** The fronts in this process, by address, shared by all bundles: calls to them need no network. */
const inProcess = Symbol.for('commonplace:store-fronts');
const shared = globalThis as { [inProcess]?: Map<string, InProcessServer> };
const fronts: Map<string, InProcessServer> = (shared[inProcess] ??= new Map<string, InProcessServer>());

/** From now on, calls to `url` from this process go directly to `front`. */
export function routeInProcess(url: string, front: InProcessServer): void {
  fronts.set(url, front);
}

/** The timeout while the store has not answered lately: the caller that tests it may be serving a visitor. */
const probeMs = 1000;
/** Long enough for a connection that was just closed to be dropped from the pool. */
const pauseMs = 100;

const reads = new Set([...readCommands, 'EVAL_RO', 'EVALSHA_RO']);
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const countingScripts = new Set<string>();

/** Allows a script to be sent again if its answer was lost: one that only counts, where one too many does no harm. */
export function countsOnly(lua: string): void {
  countingScripts.add(lua).add(hash('sha1', lua));
}

/** A write is repeated only if it was certainly never sent; a read unless it timed out. */
function mayRepeat(body: unknown, error: unknown): boolean {
  return error instanceof TypeError && (isRead(body) || wasNeverSent(error));
}

/** Whether a command, or each of several, writes nothing except counts. */
export function isRead(body: unknown): boolean {
  if (!Array.isArray(body)) return false;
  if (Array.isArray(body[0])) return body.every(isRead);
  const [command, script] = body as unknown[];
  if (typeof command !== 'string') return false;
  return reads.has(command.toUpperCase()) || (/^eval(sha)?$/i.test(command) && countingScripts.has(String(script)));
}

function wasNeverSent(error: unknown): boolean {
  const { code } = ((error instanceof Error && error.cause) || {}) as { code?: string };
  return code !== undefined && neverSent.has(code);
}

/** The timeout applies until the answer begins: a long one may take longer to arrive. */
async function answerWithin(timeoutMs: number, address: string, init: RequestInit): Promise<Answered> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(timeoutError(timeoutMs)), timeoutMs);
  const response = await fetch(address, { ...init, signal: abort.signal }).finally(() => clearTimeout(timer));
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after') ?? undefined,
    syncToken: response.headers.get('upstash-sync-token') ?? undefined,
    text: () => text,
    answer: () => parsed(text),
  };
}

/** A call within this process: the front takes and returns parsed JSON. */
async function answeredHere(front: InProcessServer, timeoutMs: number, path: string, sent: unknown): Promise<Answered> {
  const { status, body, headers } = await withTimeout(timeoutMs, front(path, sent));
  const retryAfter = headers?.['Retry-After'];
  return { status, retryAfter, text: () => JSON.stringify(body), answer: () => body };
}

/** Errors that mean that writes are refused while reads work: of Redis, and of Upstash if a plan’s storage is used up. */
const takesNothing = /^(READONLY|MISCONF|OOM|NOREPLICAS)\b|\bDB capacity quota exceeded/;
/**
 * Errors that mean that nothing is served now, such as while Redis loads its files after a restart, or if a plan’s calls
 * are used up.
 */
const cannotServe = /^(LOADING|BUSY|MASTERDOWN|CLUSTERDOWN)\b|\bmax (daily )?requests? limit exceeded/;

/** An answer came, but without a result. */
class NoResult extends Error {}

function resultOf(answered: Answered, isRead: boolean): unknown {
  const { status, retryAfter } = answered;
  if (status >= 500 || status === 429) {
    const cause = new NoResult(causeOfAnswer(answered));
    const retryAfterMs = Number(retryAfter ?? 0) * 1000;
    const failure = failureIn(answered.text());
    // An answer that says nothing about the store comes from something in between, which may have lost the store's answer.
    const mayBeWritten = !isRead && status !== 429 && failure === undefined;
    throw new StoreUnreachable(cause, { retryAfterMs: retryAfterMs || 0, failure, mayBeWritten });
  }
  const answer = replyOf(answered.answer());
  if (status < 200 || status > 299) throw new errors.UpstashError(`Status ${status}`);
  return answer;
}

/** The reply to a command. Throws if it is an error. */
export function replyOf(answer: unknown): Reply<unknown> {
  const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined;
  if (typeof error === 'string' && (cannotServe.test(error) || takesNothing.test(error))) {
    throw new StoreUnreachable(new NoResult(error), { failure: failureIn(error) });
  }
  if (typeof error === 'string') throw new errors.UpstashError(error);
  return answer as Reply<unknown>;
}

const causeOfAnswer = ({ status, text }: Answered) => `Status ${status}: ${text().slice(0, 200)}`;

/** The library only reports that fetching failed; the innermost cause says why. */
function innermostCause(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? innermostCause(error.cause) : causeOf(error);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoResult('The answer is not JSON.');
  }
}

/** The failure that a message of Redis or its gateway describes. */
function failureIn(text: string): StoreFailure | undefined {
  if (isFullDisk(text)) return 'full';
  if (takesNothing.test(text)) return 'closed';
  return text.includes(endedWords) ? 'ended' : undefined;
}
