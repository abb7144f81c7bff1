import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { codeDigests, keepCompiledModules } from './code-digest.ts';
import { mkdir } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { causeOf } from '../../src/platform/model/cause.ts';

const maxWaitMs = 10 * 60_000;
const busy = 5;

/**
 * Waits until no other build uses this cache, and keeps others out until the result is called. It is the lock of a
 * database file, which the system takes back from a process that is killed.
 */
async function lockCache(cacheDir: string): Promise<() => void> {
  await mkdir(cacheDir, { recursive: true });
  const database = new DatabaseSync(path.join(cacheDir, 'lock.db'));
  const until = Date.now() + maxWaitMs;
  while (!locked(database)) {
    if (Date.now() > until) {
      database.close();
      throw new Error(`Another build has been using ${cacheDir} for ten minutes.`);
    }
    await setTimeout(50);
  }
  return () => database.close();
}

function locked(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === busy) return false;
    throw error;
  }
}

const root = path.resolve(import.meta.dirname, '../..');

/**
 * What `npm run build` runs, here and on the platform. With OUT_DIR it writes a layer there (over the build whose record
 * is BASE_RECORD, if one is named); without, it brings `dist` up to date, which is then the whole site. Exits with 1 and
 * the cause on stderr when it fails.
 */
try {
  // React's slower half is for development.
  process.env.NODE_ENV = 'production';
  const cacheDir = path.resolve(root, process.env.CACHE_DIR ?? '.cache');
  const { templates, code } = codeDigests(root);
  await keepCompiledModules(cacheDir, templates);
  // What is missing is said before anything is waited for or begun.
  const { environment } = await import('../../src/platform/server/env.ts');
  const env = environment();
  const unlock = await lockCache(cacheDir);
  // All else is loaded only now, so that it is kept; and written at once, since threads load the same.
  const { buildConfigured } = await import('./configured-build.ts');
  flushCompileCache();
  await buildConfigured({ root, env, templates, code, cacheDir });
  unlock();
} catch (error) {
  // What its own sentence says in full needs no trace of where it was found.
  const known = error instanceof Error && ['StoreUnreachable', 'EnvironmentError', 'NewerStore'].includes(error.name);
  if (!known) console.error(error);
  console.error(`The build failed: ${causeOf(error)}`);
  process.exitCode = 1;
}
