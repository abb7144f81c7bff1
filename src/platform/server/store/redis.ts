import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreUnreachable } from './store-unreachable.ts';
import { isRead, replyOf, type Reply, type Request, type Transport, restTransport } from './transport.ts';
import { Redis as UpstashRedis } from '@upstash/redis';

export { StoreUnreachable, failureInWords, isReadOnly, ignoreReadOnly } from './store-unreachable.ts';

export interface Connection {
  /** Base address of the REST interface. */
  url: string;
  token: string;
  /** How long an answer may take to begin before the store counts as unreachable, in milliseconds. */
  timeoutMs?: number;
  /** Called after each outage, once the store answers again. */
  onBack?: (outage: { since: Date; until: Date; words: string }) => Promise<void>;
}

/**
 * The client through which everything reaches the database. It connects with the first command.
 *
 * Replies stay strings: the library's own JSON parsing is off, so "123" does not become a number. Whoever reads JSON
 * parses it with its schema. Throws StoreUnreachable when the database does not answer, and the library's UpstashError
 * when a command fails.
 */
export function connect(connection: Connection): Redis {
  return new Redis(connection);
}

/** The Upstash client over our own transport. */
export class Redis extends UpstashRedis {
  constructor({ url, token, timeoutMs = 3000, onBack }: Connection) {
    super({ url, token, automaticDeserialization: false, enableAutoPipelining: false, enableTelemetry: false });
    const transport = restTransport({ url, token, timeoutMs, onBack });
    this.client = { ...transport, request: batching(transport) };
  }
}

/** The writes of the work in progress, so that an error can say whether anything was saved. */
const currentWrites = new AsyncLocalStorage<Writes>();
export interface Writes {
  written: boolean;
}

/** Runs `work`, and sets `writes.written` once the store has written something for it. */
export const withWrites = <Done>(writes: Writes, work: () => Done): Done => currentWrites.run(writes, work);

/** The most that goes into one request. Upstash's own limit is 10 MB for a request and for an answer. */
const max = { commands: 32, characters: 1024 * 1024 };
/** Sent on its own: one MGET may already fill an answer. */
const readsMany = 'MGET';

interface Waiting {
  command: string[];
  resolve: (reply: Reply<unknown>) => void;
  reject: (error: unknown) => void;
}

/**
 * Sends commands that are issued in the same tick as one request, so that a `Promise.all` of commands is one round trip.
 * They run in the order in which they were issued, and each gets its own reply or error.
 */
function batching(transport: Transport): Transport['request'] {
  let waiting: Waiting[] = [];
  let characters = 0;

  function send(): void {
    const batch = waiting;
    waiting = [];
    characters = 0;
    const [one] = batch;
    if (one === undefined) return;
    if (batch.length === 1) return void transport.request({ body: one.command }).then(one.resolve, one.reject);
    const body = batch.map(({ command }) => command);
    transport.request({ path: ['pipeline'], body }).then(
      (replies) => batch.forEach((each, index) => settle(each, replies, index)),
      (error: unknown) => batch.forEach(({ command, reject }) => reject(isRead(command) ? asReadError(error) : error)),
    );
  }

  async function ask<Result>(request: Request): Promise<Reply<Result>> {
    const command = request.body as string[];
    if (request.path?.length || command[0]?.toUpperCase() === readsMany) return transport.request<Result>(request);
    const size = command.reduce((sum, part) => sum + String(part).length, 0);
    if (waiting.length === max.commands || characters + size > max.characters) send();
    // Waits for pending microtasks: the commands that they issue join the batch.
    if (waiting.length === 0) void Promise.resolve().then(() => process.nextTick(send));
    characters += size;
    const { promise, resolve, reject } = Promise.withResolvers<Reply<unknown>>();
    waiting.push({ command, resolve, reject });
    return promise as Promise<Reply<Result>>;
  }

  return async <Result>(request: Request): Promise<Reply<Result>> => {
    const reply = await ask<Result>(request);
    const writes = currentWrites.getStore();
    if (writes && !isRead(request.body)) writes.written = true;
    return reply;
  };
}

function settle({ resolve, reject }: Waiting, replies: unknown, index: number): void {
  try {
    resolve(replyOf((replies as unknown[])[index]));
  } catch (error) {
    reject(error);
  }
}

/** A read that shared a request with writes has itself written nothing, whatever became of them. */
function asReadError(error: unknown): unknown {
  if (!(error instanceof StoreUnreachable) || !error.mayBeWritten) return error;
  const { cause, failure, retryAfterSeconds } = error;
  return new StoreUnreachable(cause, { failure, retryAfterMs: retryAfterSeconds * 1000 });
}
