import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { codeDigests, keepCompiledModules } from './code-digest.ts';
import { mkdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { takeLock } from './file-lock.ts';
import { causeOf } from '../../src/platform/model/cause.ts';

const maxWaitMs = 10 * 60_000;

/** Waits until no other build uses this cache, and keeps others out until the returned function is called. */
async function lockCache(cacheDir: string): Promise<() => void> {
  await mkdir(cacheDir, { recursive: true });
  const until = Date.now() + maxWaitMs;
  for (;;) {
    const unlock = takeLock(path.join(cacheDir, 'lock.db'));
    if (unlock) return unlock;
    if (Date.now() > until) throw new Error(`Another build has been using ${cacheDir} for ten minutes.`);
    await setTimeout(50);
  }
}

const root = path.resolve(import.meta.dirname, '../..');

/**
 * What `npm run build` runs, here and on the platform. With OUT_DIR it writes a layer there (over the build with the record
 * BASE_RECORD, if given); without it, it updates `dist`, which is then the whole site. On failure it exits with 1 and the
 * cause on stderr.
 */
try {
  // React's slower half is for development.
  process.env.NODE_ENV = 'production';
  const cacheDir = path.resolve(root, process.env.CACHE_DIR ?? '.cache');
  const { templates, code } = codeDigests(root);
  await keepCompiledModules(cacheDir, templates);
  // Missing settings are reported before anything waits or begins.
  const { environment } = await import('../../src/platform/server/env.ts');
  const env = environment();
  const unlock = await lockCache(cacheDir);
  // Everything else is loaded only now, so that it is cached; and written immediately, since threads load the same modules.
  const { buildConfigured } = await import('./configured-build.ts');
  flushCompileCache();
  await buildConfigured({ root, env, templates, code, cacheDir });
  unlock();
} catch (error) {
  // An error that its message explains in full needs no stack trace.
  const known =
    error instanceof Error &&
    ['StoreUnreachable', 'EnvironmentError', 'NewerStore', 'StoreReplaced'].includes(error.name);
  if (!known) console.error(error);
  console.error(`The build failed: ${causeOf(error)}`);
  process.exitCode = 1;
}
