import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ownCall } from '../../src/platform/server/own-call.ts';
import { beginBackup, takePart, type Progress } from '../../src/maintenance/backup/take.ts';
import type { ObjectStore } from '../../src/platform/server/object-store.ts';
import { endSnapshot } from '../../src/maintenance/backup/store/snapshot.ts';
import { isExcludedKey } from '../../src/maintenance/backup/store/restore-store.ts';
import { readStoreContents } from '../../src/maintenance/doctor/store-contents.ts';
import type { Redis } from '../../src/platform/server/store/redis.ts';
import type { App } from './app.ts';

const leaseMs = 60_000;

export type TakenBackup = { parts: Buffer[]; progress: Progress };

/**
 * Takes a backup in small parts. `between` is called before each part, after the backup has fixed its point in time.
 */
export async function takeBackup(
  redis: Redis,
  {
    recipient,
    between,
    partLength = 20_000,
    files,
  }: {
    recipient?: string;
    between?: (part: number) => Promise<void>;
    partLength?: number;
    files?: ObjectStore;
  } = {},
): Promise<TakenBackup> {
  const parts: Buffer[] = [];
  let progress = await beginBackup(redis, new Date(), leaseMs);
  const keep = async (_part: number, bytes: Buffer) => void parts.push(bytes);
  while (progress.phase !== 'done') {
    await between?.(parts.length + 1);
    progress = await takePart(redis, progress, { recipient, leaseMs, keep, partLength, files });
  }
  await endSnapshot(redis, progress.id);
  return { parts, progress };
}

/** Joins the parts. */
export const bytesOf = (parts: Buffer[]) =>
  async function* () {
    for (const part of parts) yield part;
  };

/** Everything that a backup contains; hashes as maps, since their fields have no order. */
export async function contentOf(redis: Redis): Promise<Map<string, unknown>> {
  const held = [...(await readStoreContents(redis))].filter(([name]) => !isExcludedKey(name));
  return new Map(held.map(([name, one]) => [name, one.type === 'hash' ? fieldsOf(one.value) : one]));
}

function fieldsOf(flat: string[]): Map<string, string> {
  return new Map(flat.flatMap((field, at) => (at % 2 === 0 ? [[field, flat[at + 1] ?? '']] : [])));
}

/** Starts the nightly backup of the running product, by the same request as its schedule. */
export async function startNightlyBackup({ url, dataDir }: App): Promise<void> {
  const secrets = JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8')) as { session: string };
  const headers = { 'X-Own-Call': await ownCall('backup', secrets.session, new Date()) };
  const { status } = await fetch(`${url}/.netlify/functions/background?task=backup`, { method: 'POST', headers });
  if (status !== 202) throw new Error(`Beginning the nightly backup answered ${status}.`);
}
