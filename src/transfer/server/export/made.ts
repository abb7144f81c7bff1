import { randomUUID } from 'node:crypto';
import type { ExportFormat } from '../../model/export-formats.ts';
import type { User } from '../../../people/model/user.ts';
import type { ObjectStore } from '../../../platform/server/object-store.ts';
import { log } from '../../../platform/server/log.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import {
  dequeueExport,
  releaseExport,
  putExport,
  queueExport,
  readExport,
  claimExport,
  type KeptExport,
} from '../store/made-exports.ts';
import { readUser } from '../../../people/server/people.ts';
import { exportName, exportStream } from './export.ts';
import { causeOf } from '../../../platform/model/cause.ts';

export { isExportQueued } from '../store/made-exports.ts';

/** The platform limits an answer to 6 MB, and an answer grows by a third on its way there. */
const partBytes = 4 * 2 ** 20;

/**
 * Whether answers are limited in size and time, as on the platform, which has an object store for larger files. On one's
 * own machine there is no limit.
 */
export function hasAnswerLimits(): boolean {
  return process.env['NETLIFY_BLOBS_CONTEXT'] !== undefined || 'netlifyBlobsContext' in globalThis;
}

/**
 * Asks for a file to be made in the background. If this person waits for one already, gives that one, of whatever format:
 * one person's files do not keep others waiting.
 */
export async function askForExport(redis: Redis, user: User, format: ExportFormat, now: Date): Promise<KeptExport> {
  const made: KeptExport = {
    id: randomUUID(),
    userId: user.id,
    format,
    name: exportName(format, user, now),
    state: 'waiting',
    askedAt: now.toISOString(),
    parts: 0,
    bytes: 0,
    begun: 0,
  };
  return queueExport(redis, made);
}

type Options = { siteUrl: string; now: () => Date; mayGoOn: () => boolean; partLength?: number };

/** A file that was interrupted this many times would interrupt the next run too. */
const maxBegun = 3;

/** Why there is no file, in words for the person who waits for it. */
class NotMade extends Error {}

/** The run's time ended while the file was made. */
class TooLong extends NotMade {}

/**
 * Makes the files that were asked for, one after another, in parts. Gives how many it dealt with. If the process is killed,
 * a later run starts the file again, at most three times: notes change meanwhile, so half a file is useless. A file that
 * was taken late in a run also starts again: only the first file had the whole time.
 */
export async function makeQueuedExports(redis: Redis, store: ObjectStore, options: Options): Promise<number> {
  await removeOld(redis, store);
  let count = 0;
  while (options.mayGoOn()) {
    const id = await claimExport(redis);
    if (id === undefined) break;
    const made = await readExport(redis, id);
    if (made && (await make(redis, store, made, { ...options, isFirst: count === 0 })) === 'left') {
      await releaseExport(redis, id);
      break;
    }
    await dequeueExport(redis, id);
    count += 1;
  }
  return count;
}

async function make(
  redis: Redis,
  store: ObjectStore,
  queued: KeptExport,
  { siteUrl, now, mayGoOn, isFirst, partLength = partBytes }: Options & { isFirst: boolean },
): Promise<'dealt with' | 'left'> {
  const made = { ...queued, begun: queued.begun + 1, parts: 0, bytes: 0 };
  try {
    if (queued.begun >= maxBegun) throw new NotMade(`It was interrupted ${queued.begun} times.`);
    await putExport(redis, made);
    const user = await readUser(redis, made.userId);
    if (user?.deletedAt !== undefined || !user) throw new Error('The account is gone.');
    let [parts, bytes] = [0, 0];
    let waiting: Uint8Array[] = [];
    let size = 0;
    const keep = async (): Promise<void> => {
      await store.put(partName(made.id, (parts += 1)), Buffer.concat(waiting));
      bytes += size;
      [waiting, size] = [[], 0];
      await putExport(redis, { ...made, parts, bytes });
    };
    for await (const chunk of exportStream(redis, made.format, user, siteUrl, now())) {
      for (let from = 0; from < chunk.length;) {
        const piece = chunk.subarray(from, from + partLength - size);
        waiting.push(piece);
        size += piece.length;
        from += piece.length;
        if (size === partLength) await keep();
        if (!mayGoOn()) throw new TooLong('It would take longer than the server can spend on one file.');
      }
    }
    if (size > 0) await keep();
    await putExport(redis, { ...made, parts, bytes, state: 'ready' });
  } catch (error) {
    if (error instanceof TooLong && !isFirst) return 'left';
    log('error', 'an export was not made', { error: causeOf(error) });
    const why = error instanceof NotMade ? error.message : 'Something went wrong on our side.';
    await putExport(redis, { ...made, state: 'failed', why });
  }
  return 'dealt with';
}

export function partName(id: string, part: number): string {
  return `${id}/${String(part).padStart(4, '0')}`;
}

/** Removes the parts of files that nobody can ask for any more, since a day is over or the account is closed. */
async function removeOld(redis: Redis, store: ObjectStore): Promise<void> {
  const known = new Map<string, boolean>();
  for (const name of await store.names()) {
    const id = name.split('/')[0] ?? '';
    if (!known.has(id)) {
      const made = await readExport(redis, id);
      const user = made && (await readUser(redis, made.userId));
      known.set(id, user !== undefined && user.deletedAt === undefined);
    }
    if (!known.get(id)) await store.remove(name);
  }
}
