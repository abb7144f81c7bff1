import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { log } from '../../../src/platform/server/log.ts';
import { isFullDisk, type StoreFailure } from '../../../src/platform/server/store/store-unreachable.ts';
import { startRedis, type RedisServer } from './redis.ts';
import { causeOf } from '../../../src/platform/model/cause.ts';

/** An outage of the store. `words` is its last message. */
export type Outage = { since: Date; words: string; failure: StoreFailure; nextTryAt: number };

export interface KeptRedis {
  /** The address, which is the same for each restarted server. */
  url: string;
  /** The current outage, if any. */
  outage: () => Outage | undefined;
  stop(): Promise<void>;
}

const firstTryMs = 100;
const maxTryMs = 4000;
/** A server that ends sooner than this has not recovered. */
const soundAfterMs = 10_000;
/** The least free space for a start: less would be used up immediately. */
const roomBytes = 1024 * 1024;

/**
 * A Redis over `dir` that is restarted whenever it ends, after longer and longer pauses, and after a full disk only once
 * there is space. `onBack` is called after every outage, and `onGivenUp` when it will not be restarted any more.
 */
export async function keepRedis(
  dir: string,
  onBack: (outage: Outage, now: Date) => void,
  onGivenUp: () => void = () => undefined,
): Promise<KeptRedis> {
  let server: RedisServer = await startRedis({ dir });
  let began = Date.now();
  let tries = 0;
  let outage: Outage | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  const isStopping = () => signal.aborted;
  const { url } = server;

  const startAgain = async (ongoing: Outage) => {
    for (;;) {
      const waitMs = Math.min(firstTryMs * 2 ** tries, maxTryMs);
      tries += 1;
      ongoing.nextTryAt = Date.now() + waitMs;
      await pause(waitMs, undefined, { signal });
      try {
        await throwIfUnfit(dir, ongoing);
        return await startRedis({ dir, socket: url });
      } catch (error) {
        const words = causeOf(error);
        if (words !== ongoing.words) log('error', 'the store cannot be started again yet', { words });
        ongoing.words = words;
        if (isFullDisk(words)) ongoing.failure = 'full';
      }
    }
  };
  const watch = async (): Promise<void> => {
    for (;;) {
      await server.exited;
      if (isStopping()) return;
      if (Date.now() - began > soundAfterMs) tries = 0;
      const words = server.lastWords();
      outage = { since: new Date(), words, failure: isFullDisk(words) ? 'full' : 'ended', nextTryAt: Date.now() };
      log('error', 'the store has ended and is started again; reading published pages goes on', { words });
      server = await startAgain(outage);
      if (isStopping()) return;
      began = Date.now();
      const over = outage;
      outage = undefined;
      log('warn', 'the store is back', { seconds: (began - over.since.getTime()) / 1000 });
      onBack(over, new Date());
    }
  };
  const watching = watch().catch((error: unknown) => {
    if (isStopping()) return;
    log('error', 'the store has ended and cannot be started again', { error });
    onGivenUp();
  });
  return {
    url,
    outage: () => outage,
    async stop() {
      stopping.abort();
      await server.stop();
      await watching;
      await server.stop();
    },
  };
}

/** A start without space would end at the first write, and one without its files would be an empty store. */
async function throwIfUnfit(dir: string, { failure }: Outage): Promise<void> {
  if (!existsSync(path.join(dir, 'appendonlydir'))) throw new Error('Its files are gone: put them back.');
  if (failure !== 'full') return;
  const file = path.join(dir, '.room');
  try {
    const handle = await open(file, 'w');
    try {
      await handle.writeFile(Buffer.alloc(roomBytes, 1));
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new Error('No space left on device', { cause: error });
  } finally {
    await rm(file, { force: true });
  }
}
