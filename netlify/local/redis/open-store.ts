import { existsSync } from 'node:fs';
import path from 'node:path';
import { folderObjectStore, type ObjectStore } from '../../../src/platform/server/object-store.ts';
import { isFullDisk } from '../../../src/platform/server/store/store-unreachable.ts';
import { connect, type Redis } from '../../../src/platform/server/store/redis.ts';
import { lockDataDir, prepareDataDir, isInUse, commandLine, throwIfOthers } from '../data-dir.ts';
import { storeSilentMessage, StartFailure } from '../settings.ts';
import { gatewayTo, startGateway } from './gateway.ts';
import type { Outage } from './kept-redis.ts';
import { startRedis } from './redis.ts';
import { readFile } from 'node:fs/promises';

/** Longer than in the product: no visitor waits for a command, and commands read much at once. */
const timeoutMs = 30_000;

/** `files`: picture files; undefined if they are in a platform's object store, which a command cannot reach. */
type OpenedStore = { redis: Redis; files: ObjectStore | undefined; close: () => Promise<void> };

/**
 * The store for a command-line program, once the settings are loaded: the database that they name, else the one under
 * DATA_DIR, running or not. `alone` refuses while the product uses that folder, and creates a store there. Throws
 * `StartFailure`.
 */
export async function openStore({ alone = false } = {}): Promise<OpenedStore> {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = process.env;
  const ofPictures = process.env['PICTURES_DIR'];
  if (url && token) {
    const files = ofPictures ? folderObjectStore(ofPictures) : undefined;
    return { redis: connect({ url, token, timeoutMs }), files, close: async () => undefined };
  }
  const dataDir = path.resolve(process.env['DATA_DIR'] || '.data');
  if (alone) await prepareDataDir(dataDir);
  const unlock = alone ? await lockDataDir(dataDir) : undefined;
  const ownToken = 'opened by one command alone';
  const { gateway, server } = process.env['REDIS_URL']
    ? { gateway: await gatewayTo(process.env['REDIS_URL'], ownToken), server: undefined }
    : await openOwn(dataDir, ownToken, alone);
  const close = async () => {
    await gateway.stop();
    await server?.stop();
    await unlock?.();
  };
  const files = folderObjectStore(ofPictures || path.join(dataDir, 'pictures'));
  return { redis: connect({ url: gateway.url, token: ownToken, timeoutMs }), files, close };
}

async function openOwn(dataDir: string, token: string, alone: boolean) {
  const dir = path.join(dataDir, 'redis');
  const running = await runningSocket(dir);
  // A second server over the same files would damage what the product's own server is about to read.
  if (running === undefined && !alone && isInUse(dataDir)) throw new StartFailure(storeSilentMessage());
  // A new one would be found sound, and its backup would be one of nothing.
  if (running === undefined && !alone && !existsSync(path.join(dir, 'appendonlydir')))
    throw new StartFailure(
      `There is no store under ${dataDir}: name its folder in DATA_DIR, or its address in REDIS_URL.`,
    );
  if (running === undefined) await throwIfOthers(dataDir);
  const server = running === undefined ? await startRedis({ dir }) : undefined;
  let outage: Outage | undefined;
  void server?.exited.then(() => {
    const words = server.lastWords();
    outage = { since: new Date(), words, failure: isFullDisk(words) ? 'full' : 'ended', nextTryAt: Date.now() };
  });
  const redis = running ?? server?.url ?? '';
  const gateway = await startGateway({ redis, token, outage: () => outage }).catch(async (error: unknown) => {
    await server?.stop();
    throw error instanceof StartFailure ? error : new StartFailure(storeSilentMessage(), { cause: error });
  });
  return { gateway, server };
}

/** The socket of the store that `npm start` currently runs over this folder, if it does. */
export async function runningSocket(dir: string): Promise<string | undefined> {
  const pid = Number(await readFile(path.join(dir, 'redis.pid'), 'utf8').catch(() => ''));
  const line = pid > 0 ? await commandLine(pid) : undefined;
  // Redis writes its title over its arguments: `redis-server unixsocket:/path`.
  return line && /unixsocket[: ]\s*(\S+)/.exec(line)?.[1];
}
