import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreUnreachable } from './store-unreachable.ts';
import { isRead, replyOf, type Reply, type Request, type Transport, restTransport } from './transport.ts';
import { Redis as UpstashRedis } from '@upstash/redis';

export { StoreUnreachable, failureInWords, takesNothingNew, unlessClosed } from './store-unreachable.ts';

export interface Connection {
  /** Base address of the REST interface. */
  url: string;
  token: string;
  /** How long an answer may take to begin before the store counts as unreachable, in milliseconds. */
  timeoutMs?: number;
  /** Hears of every time without answers, once it is over. */
  onBack?: (outage: { since: Date; until: Date; words: string }) => Promise<void>;
}

/**
 * The client through which everything reaches the database. Opens nothing before the first command.
 *
 * Replies come back as the strings that they are, without the client's JSON guessing: "123" stays a string, and what
 * is JSON is parsed by its schema, where it is read. Throws StoreUnreachable where the database does not answer;
 * errors of commands are the library's UpstashError.
 */
export function connect(connection: Connection): Redis {
  return new Redis(connection);
}

/** The Upstash client over our own transport. */
export class Redis extends UpstashRedis {
  constructor({ url, token, timeoutMs = 3000, onBack }: Connection) {
    super({ url, token, automaticDeserialization: false, enableAutoPipelining: false, enableTelemetry: false });
    const transport = restTransport({ url, token, timeoutMs, onBack });
    this.client = { ...transport, request: inOneTrip(transport) };
  }
}

/** What is under way, and whether the store has written anything for it. */
const underWay = new AsyncLocalStorage<Writes>();
export interface Writes {
  written: boolean;
}

/** Does some work, and has `writes` tell of it. */
export const withWrites = <Done>(writes: Writes, work: () => Done): Done => underWay.run(writes, work);

/** Upstash takes and gives 10 MB at a time. */
const max = { commands: 32, characters: 1024 * 1024 };
/** What reads many values comes in batches that may be as large as an answer. */
const readsMany = 'MGET';

interface Waiting {
  command: string[];
  resolve: (reply: Reply<unknown>) => void;
  reject: (error: unknown) => void;
}

/**
 * Sends commands that are asked for at the same moment, without waiting for each other, as one request: what a function
 * asks by `Promise.all` is one round trip. They run in their order, and each has an answer or an error of its own.
 */
function inOneTrip(transport: Transport): Transport['request'] {
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
      (error: unknown) => batch.forEach(({ command, reject }) => reject(isRead(command) ? asOfRead(error) : error)),
    );
  }

  async function ask<Result>(request: Request): Promise<Reply<Result>> {
    const command = request.body as string[];
    if (request.path?.length || command[0]?.toUpperCase() === readsMany) return transport.request<Result>(request);
    const size = command.reduce((sum, part) => sum + String(part).length, 0);
    if (waiting.length === max.commands || characters + size > max.characters) send();
    // Once all that goes on without waiting for anything has gone on.
    if (waiting.length === 0) void Promise.resolve().then(() => process.nextTick(send));
    characters += size;
    const { promise, resolve, reject } = Promise.withResolvers<Reply<unknown>>();
    waiting.push({ command, resolve, reject });
    return promise as Promise<Reply<Result>>;
  }

  return async <Result>(request: Request): Promise<Reply<Result>> => {
    const reply = await ask<Result>(request);
    const writes = underWay.getStore();
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

/** Nobody has to know what became of a write that went with a read. */
function asOfRead(error: unknown): unknown {
  if (!(error instanceof StoreUnreachable) || !error.mayBeWritten) return error;
  const { cause, failure, retryAfterSeconds } = error;
  return new StoreUnreachable(cause, { failure, retryAfterMs: retryAfterSeconds * 1000 });
}
