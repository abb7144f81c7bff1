import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { beginBackup, takePart, type Progress } from '../../src/maintenance/backup/take.ts';
import { BackupUnderWay, BackupVoid, endSnapshot } from '../../src/maintenance/backup/store/snapshot.ts';
import type { ObjectStore } from '../../src/platform/server/object-store.ts';
import type { Redis } from '../../src/platform/server/store/redis.ts';
import { loadSettings, sentenceFor, StartFailure } from './settings.ts';
import { openStore } from './redis/open-store.ts';

/**
 * `npm run backup [-- file] [--plain]`: writes the whole store to one file, while the site serves, encrypted for the key in
 * BACKUP_RECIPIENT, or unencrypted with --plain. `--make-key` creates such a key. Uses the database that the environment
 * names, else the one under DATA_DIR, running or not.
 */
async function main(): Promise<void> {
  loadSettings();
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { plain: { type: 'boolean', default: false }, 'make-key': { type: 'boolean', default: false } },
  });
  if (values['make-key']) return makeKey();
  const recipient = recipientFor(values.plain);
  const now = new Date();
  const day = now.toISOString().slice(0, 16).replaceAll(':', '');
  const file = path.resolve(positionals[0] ?? `commonplace-${day}.backup`);
  if (existsSync(file)) throw new StartFailure(`${file} exists: name another file.`);
  const { redis, files, close } = await openStore();
  try {
    const { revision, keys, parts } = await write(redis, { file, recipient, now, files });
    const size = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const seconds = ((Date.now() - now.getTime()) / 1000).toFixed(1);
    console.log(
      `${file}: the store as of revision ${revision}, ${keys} keys in ${parts.length} parts, ` +
        `${(size / 1e6).toFixed(1)} MB, ${recipient === undefined ? 'not encrypted' : 'encrypted'}, in ${seconds} s.`,
    );
    if (!files)
      console.log('Its pictures are in the object store of the platform: the nightly backups there have them.');
  } finally {
    await close();
  }
}

function recipientFor(plain: boolean): string | undefined {
  if (plain) return undefined;
  const recipient = process.env['BACKUP_RECIPIENT'];
  if (recipient && /^age1[0-9a-z]+$/.test(recipient)) return recipient;
  throw new StartFailure(
    `${recipient ? 'BACKUP_RECIPIENT is no public key (age1…)' : 'BACKUP_RECIPIENT is not set'}: make a key with ` +
      'npm run backup -- --make-key, or add --plain for a file that anyone can read.',
  );
}

/** A file with the final name is a complete backup: until then it has another one. */
async function write(
  redis: Redis,
  {
    file,
    recipient,
    now,
    files,
  }: { file: string; recipient: string | undefined; now: Date; files: ObjectStore | undefined },
): Promise<Progress> {
  const leaseMs = 5 * 60_000;
  const unfinished = `${file}.unfinished`;
  const handle = await open(unfinished, 'wx', 0o600).catch((error: unknown) => {
    throw new StartFailure(
      `${unfinished} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  let progress: Progress | undefined;
  try {
    progress = await beginBackup(redis, now, leaseMs);
    // A single write may write only a part, for instance if the disk is full.
    const keep = (_part: number, bytes: Buffer) => handle.writeFile(bytes);
    while (progress.phase !== 'done') progress = await takePart(redis, progress, { recipient, leaseMs, keep, files });
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
    return progress;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    if (progress) await endSnapshot(redis, progress.id).catch(() => undefined);
  }
}

async function makeKey(): Promise<void> {
  const identity = await generateIdentity();
  console.log(`# Keep this line in a safe place, away from the backups: without it none of them can be read.
${identity}
# Its public half, for the environment or .env:
BACKUP_RECIPIENT=${await identityToRecipient(identity)}`);
}

const expectedErrors = [BackupUnderWay, BackupVoid];

await main().catch((error: unknown) => {
  const known = error instanceof Error && expectedErrors.some((kind) => error instanceof kind);
  console.error(known ? error.message : sentenceFor(error));
  process.exitCode = 1;
});
