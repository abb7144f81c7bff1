import { createHash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { errors } from '@upstash/redis';
import { asKeepingScript, readCommands } from './keeping.ts';
import { endedWords, isFullDisk, StoreUnreachable, type StoreFailure, circuitBreaker } from './store-unreachable.ts';
import { inTime, tooLate } from '../in-time.ts';
import { causeOf } from '../../model/cause.ts';

/** Tells whoever counts, in whichever bundle of this process it stands, of each round trip: `{ ms, failed }`. */
const storeTrips = channel('commonplace:store');

/**
 * How commands travel: Upstash's REST protocol over fetch, in place of the library's own client, which tells a
 * database that is down from a refused command only by wording, repeats writes that may have happened, waits without
 * end, and quotes the whole command, password hashes included, in its errors. While the database is dead, a command
 * fails at once.
 */
export function restTransport({ onBack, ...to }: Connection): Transport {
  const breaker = circuitBreaker();
  let words = '';
  const failed = (said: string) => {
    words = said;
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
      const sent = asKeepingScript(body);
      const waitMs = breaker.waitMs();
      if (waitMs > 0) throw new StoreUnreachable('It did not answer lately.', { retryAfterMs: waitMs });
      const send = (): Promise<Answered> => {
        const here = fronts.get(to.url);
        if (here) return answeredHere(here, timeoutMs, `/${path.join('/')}`, sent);
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
      const told = (failed: boolean) => {
        if (storeTrips.hasSubscribers) storeTrips.publish({ ms: performance.now() - began, failed });
      };
      try {
        const answered = await send().catch(async (error: unknown) => {
          if (!mayRepeat(body, error)) throw error;
          await pause(pauseMs);
          return send();
        });
        // What says when to come back is alive, and answers as fast as a breaker.
        if (answered.status >= 500 && answered.retryAfter === undefined) failed(causeOfAnswer(answered));
        else await worked();
        this.upstashSyncToken = answered.syncToken ?? '';
        const result = resultOf(answered, isRead(body)) as Reply<Result>;
        told(false);
        return result;
      } catch (error) {
        told(!(error instanceof errors.UpstashError));
        if (error instanceof errors.UpstashError || error instanceof StoreUnreachable) throw error;
        if (!(error instanceof NoResult)) failed(innermostCause(error));
        throw new StoreUnreachable(error, { mayBeWritten: !isRead(body) && !wasNeverSent(error) });
      }
    },
  };
}

/** `onBack` hears of every time without answers that is over, and what was said last; whoever found it over waits for it. */
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

/** What comes back: its text, and what that says as JSON, which throws where it is none. */
interface Answered {
  status: number;
  retryAfter: string | undefined;
  syncToken?: string | undefined;
  said: () => string;
  answer: () => unknown;
}

/** What takes Upstash's requests: a path below its address, and what their JSON would be, both ways. Never rejects. */
export type Front = (
  path: string,
  body: unknown,
) => Promise<{ status: number; body: unknown; headers?: Record<string, string> }>;

/** Fronts that stand in this process, by their addresses, whichever bundle asks: what is at hand needs no network. */
const inProcess = Symbol.for('commonplace:store-fronts');
const shared = globalThis as { [inProcess]?: Map<string, Front> };
const fronts: Map<string, Front> = (shared[inProcess] ??= new Map<string, Front>());

/** From now on, whoever asks at `url` in this process calls `front`. */
export function reachWithinProcess(url: string, front: Front): void {
  fronts.set(url, front);
}

/** How long a database may take that has not answered lately: whoever finds out that it still does not is a visitor. */
const probeMs = 1000;
/** Long enough for a connection that was closed a moment ago to be forgotten. */
const pauseMs = 100;

const reads = new Set([...readCommands, 'EVAL_RO', 'EVALSHA_RO']);
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const countingScripts = new Set<string>();

/** Lets a script be sent again when its answer was lost: one that counts calls, of which nobody minds one too many. */
export function countsOnly(lua: string): void {
  countingScripts.add(lua).add(createHash('sha1').update(lua).digest('hex'));
}

/** A write goes out a second time only when the first one certainly never left; a read unless it took too long. */
function mayRepeat(body: unknown, error: unknown): boolean {
  return error instanceof TypeError && (isRead(body) || wasNeverSent(error));
}

/** Whether a command, or each of several, writes nothing but what was counted. */
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

/** The time limit holds until the answer begins: a long one may take longer to arrive. */
async function answerWithin(timeoutMs: number, address: string, init: RequestInit): Promise<Answered> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(tooLate(timeoutMs)), timeoutMs);
  const response = await fetch(address, { ...init, signal: abort.signal }).finally(() => clearTimeout(timer));
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after') ?? undefined,
    syncToken: response.headers.get('upstash-sync-token') ?? undefined,
    said: () => text,
    answer: () => parsed(text),
  };
}

/** Within this process: what the front gives is what its JSON would be. */
async function answeredHere(front: Front, timeoutMs: number, path: string, sent: unknown): Promise<Answered> {
  const { status, body, headers } = await inTime(timeoutMs, front(path, sent));
  const retryAfter = headers?.['Retry-After'];
  return { status, retryAfter, said: () => JSON.stringify(body), answer: () => body };
}

/** Words for taking nothing new, while reading goes on: of Redis, and of Upstash where a plan’s room is used up. */
const takesNothing = /^(READONLY|MISCONF|OOM|NOREPLICAS)\b|\bDB capacity quota exceeded/;
/** Words for not being able to serve now, such as while Redis reads its files after a restart, or a plan’s calls are used up. */
const cannotServe = /^(LOADING|BUSY|MASTERDOWN|CLUSTERDOWN)\b|\bmax (daily )?requests? limit exceeded/;

/** An answer that came, and holds no result. */
class NoResult extends Error {}

function resultOf(answered: Answered, isRead: boolean): unknown {
  const { status, retryAfter } = answered;
  if (status >= 500 || status === 429) {
    const cause = new NoResult(causeOfAnswer(answered));
    const retryAfterMs = Number(retryAfter ?? 0) * 1000;
    const failure = failureIn(answered.said());
    // What says nothing of the store itself stands between, and may have lost its answer.
    const mayBeWritten = !isRead && status !== 429 && failure === undefined;
    throw new StoreUnreachable(cause, { retryAfterMs: retryAfterMs || 0, failure, mayBeWritten });
  }
  const answer = replyOf(answered.answer());
  if (status < 200 || status > 299) throw new errors.UpstashError(`Status ${status}`);
  return answer;
}

/** What a command was answered, unless that is an error. */
export function replyOf(answer: unknown): Reply<unknown> {
  const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined;
  if (typeof error === 'string' && (cannotServe.test(error) || takesNothing.test(error))) {
    throw new StoreUnreachable(new NoResult(error), { failure: failureIn(error) });
  }
  if (typeof error === 'string') throw new errors.UpstashError(error);
  return answer as Reply<unknown>;
}

const causeOfAnswer = ({ status, said }: Answered) => `Status ${status}: ${said().slice(0, 200)}`;

/** The library says only that fetching failed; what its error was caused by says why. */
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

/** What Redis or its front says of itself. */
function failureIn(text: string): StoreFailure | undefined {
  if (isFullDisk(text)) return 'full';
  if (takesNothing.test(text)) return 'closed';
  return text.includes(endedWords) ? 'ended' : undefined;
}
