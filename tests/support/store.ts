import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectTo, startGateway, type Gateway } from '../../netlify/local/redis/gateway.ts';
import { startRedis, type RedisServer } from '../../netlify/local/redis/redis.ts';
import { connect, type Redis } from '../../src/platform/server/store/redis.ts';

export interface TestStore {
  url: string;
  token: string;
  /** The application's own client, connected through the gateway. */
  redis: Redis;
  redisProcess: RedisServer;
  gateway: Gateway;
  stop(): Promise<void>;
}

/**
 * A fresh, empty database for one test file: a real Redis in a temporary folder, behind the gateway. `timeoutMs`
 * replaces the product's command timeout, for tests that send hundreds of commands at once.
 */
export async function startStore({ timeoutMs }: { timeoutMs?: number } = {}): Promise<TestStore> {
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-store-'));
  const redisProcess = await startRedis({ dir });
  if (process.env.VITEST) await waitForNoDisk(redisProcess);
  const token = 'token-of-a-test-store';
  const gateway = await startGateway({ redis: redisProcess.url, token });
  return {
    url: gateway.url,
    token,
    redis: connect({ url: gateway.url, token, ...(timeoutMs !== undefined && { timeoutMs }) }),
    redisProcess,
    gateway,
    async stop() {
      await gateway.stop();
      await redisProcess.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The product, and benchmarks, wait for the disk with every write: what a test wrote need not survive the machine. */
async function waitForNoDisk({ url }: RedisServer): Promise<void> {
  const connection = await connectTo(url);
  await connection.run(['CONFIG', 'SET', 'appendfsync', 'no']);
  await connection.close();
}

/** How many bytes Redis has answered with. */
export async function bytesAnswered(redis: Redis): Promise<number> {
  const stats = String(await redis.eval("return redis.call('INFO', 'stats')", [], []));
  return Number(/^total_net_output_bytes:(\d+)/m.exec(stats)?.[1]);
}

/** How many commands Redis has executed, including those inside scripts, without the gateway's health checks. */
export async function commandCount(redis: Redis): Promise<number> {
  const stats = String(await redis.eval("return redis.call('INFO', 'commandstats')", [], []));
  const calls = stats.matchAll(/^cmdstat_(?!ping:)[^:]+:calls=(\d+)/gm);
  return [...calls].reduce((sum, [, count]) => sum + Number(count), 0);
}
