import { createClient, ErrorReply, RESP_TYPES } from '@redis/client';
import type { Reply } from './upstash-protocol.ts';

/** The database is down or does not answer. */
export class RedisGone extends Error {
  override name = 'RedisGone';
}

export interface RedisConnection {
  /** Error replies of Redis are values; throws `RedisGone` when no reply comes. */
  run(command: string[]): Promise<Reply>;
  /** All commands as one transaction. An `Error` in place of the list: nothing ran. Throws `RedisGone`. */
  runTogether(commands: string[][]): Promise<Reply[] | Error>;
  close(): Promise<void>;
}

/** A server that takes connections and then says nothing hangs. */
const connectMs = 5000;

async function answeredWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new RedisGone('The database does not answer.')), ms);
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

const options = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };

/** One connection for raw commands, texts coming back as bytes. It reconnects by itself and never queues while it is down. */
export async function connectTo(url: string): Promise<RedisConnection> {
  const reconnectStrategy = (tries: number) => Math.min(50 * 2 ** tries, 250);
  const client = createClient({
    RESP: 2,
    disableOfflineQueue: true,
    socket: url.startsWith('/')
      ? { path: url, tls: false, reconnectStrategy, connectTimeout: 2000 }
      : { host: new URL(url).hostname, port: Number(new URL(url).port), reconnectStrategy, connectTimeout: 2000 },
  });
  // Each request learns of it through its own command; without a listener it would end the process.
  client.on('error', () => undefined);
  await answeredWithin(connectMs, client.connect()).catch((error: unknown) => {
    client.destroy();
    throw error;
  });

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
      // Sent in one go, so that no other request's command comes between; the chain keeps a lost connection from
      // sending the rest outside of the transaction.
      const chain = Symbol('transaction');
      const sent = [['MULTI'], ...commands, ['EXEC']].map((command) => send(command, chain));
      const replies = await Promise.all(sent);
      const done = replies.at(-1);
      const refused = replies.slice(1, -1).find((reply) => reply instanceof Error);
      if (Array.isArray(done)) return done;
      return refused ?? (done instanceof Error ? done : new Error('EXECABORT Transaction discarded.'));
    },
    close: async () => {
      if (client.isOpen) client.destroy();
    },
  };
}
