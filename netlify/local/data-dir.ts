import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { StartFailure } from './failure.ts';
import { isAlive, startTime } from './processes.ts';

const Secrets = z.object({
  /** Seals the sessions. */
  session: z.string().min(32),
  /** Opens the store's gateway. */
  store: z.string().min(32),
  /** The last part of the build hook's path. */
  hook: z.string().min(16),
});
export type Secrets = z.infer<typeof Secrets>;

const Lock = z.object({ pid: z.int().positive(), startedAt: z.string() });

/** Makes the folder and proves that it can be written. Throws `StartFailure`. */
export async function prepareDataDir(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => undefined);
  if (found && !found.isDirectory()) {
    throw new StartFailure(`${dir} is a file, and a folder is needed there: move it, or choose another DATA_DIR.`);
  }
  const probe = path.join(dir, `.probe.${process.pid}`);
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartFailure(`${dir} cannot be written (${why}): make it writable, or choose another DATA_DIR.`);
  }
}

/**
 * Takes the folder for this process; the result gives it back. A lock whose process is gone is taken over. Throws
 * `StartFailure` while another process uses the folder.
 */
export async function lockDataDir(dir: string): Promise<() => Promise<void>> {
  const file = path.join(dir, 'lock');
  // Asked for before: a lock that says nothing yet would be taken over by another start.
  const own = JSON.stringify({ pid: process.pid, startedAt: await startTime(process.pid) });
  for (;;) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(own);
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = await holderOf(file);
    if (holder !== undefined) {
      throw new StartFailure(`${dir} is in use by process ${holder}: stop it first, or choose another DATA_DIR.`);
    }
    await rm(file, { force: true });
  }
}

/** The id of the process that uses the folder at the moment. */
export const userOf = (dir: string): Promise<number | undefined> => holderOf(path.join(dir, 'lock'));

/** The id of the live process that holds the lock. Ids are reused, so the time of its start must fit too. */
async function holderOf(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lock = Lock.safeParse(parsed(text));
  if (!lock.success || !isAlive(lock.data.pid)) return undefined;
  return (await startTime(lock.data.pid)) === lock.data.startedAt ? lock.data.pid : undefined;
}

/** The secrets of this folder, made on the first start. Throws `StartFailure` when the file is damaged. */
export async function readSecrets(dir: string): Promise<Secrets> {
  const file = path.join(dir, 'secrets.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    const fresh = () => randomBytes(32).toString('base64url');
    const secrets: Secrets = { session: fresh(), store: fresh(), hook: fresh() };
    await writeFile(`${file}.tmp`, JSON.stringify(secrets), { mode: 0o600 });
    await rename(`${file}.tmp`, file);
    return secrets;
  }
  const secrets = Secrets.safeParse(parsed(text));
  if (secrets.success) return secrets.data;
  throw new StartFailure(`${file} is damaged: restore it, or delete it, which signs everyone out.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
