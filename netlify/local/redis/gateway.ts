import { hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endedWords } from '../../../src/platform/server/store/store-unreachable.ts';
import type { InProcessServer } from '../../../src/platform/server/store/transport.ts';
import { causeOf } from '../../../src/platform/model/cause.ts';
import { StartFailure } from '../settings.ts';
import type { Outage } from './kept-redis.ts';
import { answerFrom, BadCommand, commandFrom, commandsFrom, refusal, type Reply } from './upstash-protocol.ts';
import { createClient, ErrorReply, RESP_TYPES } from '@redis/client';

/** The database is down or does not answer. */
class RedisGone extends Error {
  override name = 'RedisGone';
}

interface RedisConnection {
  /** Error replies of Redis are values. Throws `RedisGone` if no reply comes. */
  run(command: string[]): Promise<Reply>;
  /** Runs all commands as one transaction. An `Error` instead of the list: nothing ran. Throws `RedisGone`. */
  runTogether(commands: string[][]): Promise<Reply[] | Error>;
  close(): Promise<void>;
}

/** The timeout for a server that accepts connections and never replies. */
const connectMs = 5000;
/** How often a store on another machine is pinged: the connection to it may be lost silently. */
const beatMs = 5000;

async function answeredWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new RedisGone('The database does not answer.')), ms);
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

const options = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };

/**
 * A connection for raw commands whose text replies are bytes. It reconnects by itself and never queues commands while it is
 * down. `url` is the path of a socket, or an address that begins with redis:// or, for TLS, rediss://.
 */
export async function connectTo(url: string): Promise<RedisConnection> {
  const reconnectStrategy = (tries: number) => Math.min(50 * 2 ** tries, 250);
  const client = createClient({
    RESP: 2,
    disableOfflineQueue: true,
    ...(url.startsWith('/')
      ? { socket: { path: url, tls: false, reconnectStrategy, connectTimeout: 2000 } }
      : { url, socket: { reconnectStrategy, connectTimeout: connectMs } }),
  });
  // Each request learns of it through its own command; without a listener an error would end the process.
  let last: unknown;
  client.on('error', (error: unknown) => (last = error));
  await answeredWithin(connectMs, client.connect()).catch((error: unknown) => {
    client.destroy();
    throw last ?? error;
  });

  const beat = setInterval(() => {
    if (!client.isReady) return;
    void answeredWithin(beatMs, client.ping()).catch(async () => {
      if (!client.isOpen) return;
      client.destroy();
      await client.connect().catch(() => undefined);
    });
  }, beatMs);
  beat.unref();
  const send = async (command: string[], chainId?: symbol): Promise<Reply> => {
    try {
      return await client.sendCommand<Reply>(command, chainId ? { ...options, chainId } : options);
    } catch (error) {
      if (error instanceof ErrorReply) return error;
      throw new RedisGone('The database does not answer.', { cause: error });
    }
  };
  return {
    run: (command) => send(command),
    async runTogether(commands) {
      // Sent in one go, so that no other request's command comes between. After a lost connection, the chain keeps the rest
      // from being sent outside the transaction.
      const chain = Symbol('transaction');
      const sent = [['MULTI'], ...commands, ['EXEC']].map((command) => send(command, chain));
      const replies = await Promise.all(sent);
      const done = replies.at(-1);
      const refused = replies.slice(1, -1).find((reply) => reply instanceof Error);
      if (Array.isArray(done)) return done;
      return refused ?? (done instanceof Error ? done : new Error('EXECABORT Transaction discarded.'));
    },
    close: async () => {
      clearInterval(beat);
      if (client.isOpen) client.destroy();
    },
  };
}

export interface Gateway {
  /** The value for UPSTASH_REDIS_REST_URL. */
  url: string;
  /** The same protocol for callers in this process. */
  front: InProcessServer;
  stop(): Promise<void>;
}

type Options = {
  redis: string;
  token: string;
  port?: number;
  /** The current outage of the database, if known. */
  outage?: () => Outage | undefined;
};
type Outcome = Awaited<ReturnType<InProcessServer>>;

/** The maximum size of a request on Upstash's smallest plan. */
const maxBytes = 10 * 1024 * 1024;

/**
 * Speaks Upstash's REST protocol (`POST /`, `/pipeline` and `/multi-exec` with a bearer token) in front of the Redis at
 * `redis`, on 127.0.0.1. Without a `port` the system chooses one.
 */
export async function startGateway({ redis, token, port = 0, outage }: Options): Promise<Gateway> {
  const connection = await connectTo(redis);
  await throwIfTooOld(connection);
  const expected = digest(`Bearer ${token}`);
  const settled = async (work: () => Promise<Outcome>): Promise<Outcome> => {
    const outcome = await work().catch(failed);
    const known = outcome.status === 503 ? outage?.() : undefined;
    return known ? awayFor(known) : outcome;
  };
  const server = createServer((request, response) => {
    void settled(() => outcomeOf(request, expected, connection)).then((outcome) => reply(response, outcome));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    front: (path, body) => settled(() => run(path, body, false, connection)),
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await connection.close();
    },
  };
}

/** Scripts that only read (EVAL_RO) came with Redis 7. A store that keeps its version to itself is tried. */
async function throwIfTooOld(connection: RedisConnection): Promise<void> {
  const info = String(await connection.run(['INFO', 'server']));
  const [, version, major = 7] = /^redis_version:((\d+)\S*)/m.exec(info) ?? [];
  if (Number(major) >= 7) return;
  await connection.close();
  throw new StartFailure(`The store is Redis ${version}, and 7 or newer is needed, or Valkey: install one of them.`);
}

/** The gateway to the store of REDIS_URL. Throws `StartFailure`, without the password, if that refuses the connection. */
export async function gatewayTo(url: string, token: string): Promise<Gateway> {
  const place = URL.parse(url);
  if (!place || !/^rediss?:$/.test(place.protocol)) {
    throw new StartFailure('REDIS_URL must look like redis://user:password@host:6379/0, or rediss://… for TLS.');
  }
  return startGateway({ redis: url, token }).catch((cause: unknown) => {
    const why = causeOf(cause);
    if (cause instanceof StartFailure) throw cause;
    throw new StartFailure(
      /WRONGPASS|NOAUTH/.test(why)
        ? `The store at ${place.host} refused the password: check REDIS_URL.`
        : `The store at ${place.host} cannot be reached (${why.replace(/\.$/, '')}): check REDIS_URL and whether it runs.`,
      { cause },
    );
  });
}

async function outcomeOf(request: IncomingMessage, expected: Buffer, connection: RedisConnection): Promise<Outcome> {
  // Clients are given this address; a request with another host name was led here by that name (DNS rebinding).
  if (request.headers.host !== `127.0.0.1:${request.socket.localPort}`) {
    return { status: 421, body: { error: 'ERR this store answers at its own address alone' } };
  }
  if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
    return { status: 401, body: { error: 'Unauthorized: WRONGPASS invalid or missing auth token.' } };
  }
  if (request.method !== 'POST') return { status: 405, body: { error: 'ERR method is not allowed' } };
  const base64 = request.headers['upstash-encoding']?.toString().toLowerCase() === 'base64';
  return run((request.url ?? '/').replace(/\?.*$/, ''), await jsonBody(request), base64, connection);
}

function failed(error: unknown): Outcome {
  if (error instanceof BadCommand) return { status: 400, body: { error: error.message } };
  if (error instanceof RedisGone) return { status: 503, body: { error: `ERR ${error.message}` } };
  return { status: 500, body: { error: 'ERR internal error' } };
}

async function run(path: string, body: unknown, base64: boolean, connection: RedisConnection): Promise<Outcome> {
  const one = async (command: string[]): Promise<Reply> => {
    const refused = refusal(command);
    return refused ? new Error(refused) : connection.run(command);
  };
  if (path === '/') {
    const answer = answerFrom(await one(commandFrom(body)), base64);
    return { status: 'error' in answer ? 400 : 200, body: answer };
  }
  if (path === '/pipeline') {
    const replies = await Promise.all(commandsFrom(body, 'pipeline').map(one));
    return { status: 200, body: replies.map((entry) => answerFrom(entry, base64)) };
  }
  if (path === '/multi-exec') {
    const commands = commandsFrom(body, 'multi-exec');
    const refused = commands.map(refusal).find((reason) => reason !== undefined);
    if (refused) return { status: 400, body: { error: refused } };
    const replies = await connection.runTogether(commands);
    if (replies instanceof Error) return { status: 400, body: { error: replies.message } };
    return { status: 200, body: replies.map((entry) => answerFrom(entry, base64)) };
  }
  throw new BadCommand('ERR failed to parse command: send it as a JSON array to /, /pipeline or /multi-exec');
}

async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw new BadCommand('ERR max request size exceeded');
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    throw new BadCommand('ERR failed to parse command');
  }
}

/** Describes the outage and when the next start is attempted. */
function awayFor({ failure, nextTryAt }: Outage): Outcome {
  const seconds = Math.max(1, Math.ceil((nextTryAt - Date.now()) / 1000));
  const error = failure === 'full' ? 'ERR No space left on device' : `ERR ${endedWords}`;
  return { status: 503, body: { error }, headers: { 'Retry-After': String(seconds) } };
}

function reply(response: ServerResponse, { status, body, headers }: Outcome): void {
  const text = Buffer.from(JSON.stringify(body));
  const ownHeaders = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': text.length };
  response.writeHead(status, { ...headers, ...ownHeaders }).end(text);
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
