import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BadBackup } from '../../src/maintenance/backup/format.ts';
import { restoreBackup, StoreNotEmpty, type Source } from '../../src/maintenance/backup/restore.ts';
import { BackupUnderWay, BackupVoid } from '../../src/maintenance/backup/store/snapshot.ts';
import { countedOf } from '../../src/platform/model/counted.ts';
import { loadSettings, sentenceFor, StartFailure } from './settings.ts';
import { openStore } from './redis/open-store.ts';

/**
 * `npm run restore file [-- --key key-file]`: restores a backup (a file, or the folder of a nightly one) into an empty
 * store: the database that the environment names, else the one under DATA_DIR, while the product is not running.
 */
async function main(): Promise<void> {
  loadSettings();
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } });
  const [file] = positionals;
  if (file === undefined) throw new StartFailure('Name the backup: npm run restore file [-- --key key-file].');
  const source = await sourceOf(path.resolve(file));
  const identities = await identitiesIn(values.key);
  const now = new Date();
  const { redis, files, close } = await openStore({ alone: true });
  try {
    const { revision, at, keys, expired, filesLeft, sealed } = await restoreBackup(redis, source, {
      identities,
      now,
      files,
    });
    const seconds = ((Date.now() - now.getTime()) / 1000).toFixed(1);
    console.log(
      `The store is what it was at revision ${revision}, ${new Date(at).toISOString()}: ${keys} keys compared, in ${seconds} s.`,
    );
    if (expired > 0) console.log(`${expired} keys that had ended since then, or were about to, were left away.`);
    if (filesLeft > 0) {
      console.log(
        `${countedOf(filesLeft, 'file')} of pictures left away, since the object store of a platform cannot be reached from here: ` +
          'name a folder for them in PICTURES_DIR, and restore into an empty store again.',
      );
    }
    if (sealed > 0) {
      console.log(
        `${countedOf(sealed, 'secret')} (second steps, and passwords of exports by schedule) can be opened only with the SESSION_SECRET of before: ` +
          'the one in the environment, or else secrets.json of the former DATA_DIR.',
      );
    }
    console.log('Everybody signs in again. Next: start the product, which publishes it, or deploy the site anew.');
  } finally {
    await close();
  }
}

/** The bytes of a backup, from the beginning at each call. */
async function sourceOf(place: string): Promise<Source> {
  const found = await stat(place).catch(() => undefined);
  if (!found) throw new StartFailure(`${place} does not exist.`);
  const parts = found.isDirectory() ? (await readdir(place)).sort().map((name) => path.join(place, name)) : [place];
  return async function* () {
    for (const part of parts) yield* createReadStream(part) as AsyncIterable<Uint8Array>;
  };
}

async function identitiesIn(file: string | undefined): Promise<string[]> {
  const text =
    file === undefined ? process.env['BACKUP_IDENTITY'] : await readFile(file, 'utf8').catch(() => undefined);
  if (file !== undefined && text === undefined) throw new StartFailure(`${file} cannot be read.`);
  const found = (text ?? '').match(/^AGE-SECRET-KEY-[0-9A-Z-]+$/gm) ?? [];
  if (file !== undefined && found.length === 0) throw new StartFailure(`${file} holds no key (AGE-SECRET-KEY-1…).`);
  return found;
}

const expectedErrors = [BadBackup, StoreNotEmpty, BackupUnderWay, BackupVoid];

await main().catch((error: unknown) => {
  const known = error instanceof Error && expectedErrors.some((kind) => error instanceof kind);
  console.error(known ? error.message : sentenceFor(error));
  process.exitCode = 1;
});
