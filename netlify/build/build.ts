import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { causeOf } from '../../src/platform/model/remembered.ts';
import { codeDigests } from './code-digest.ts';
import { keepCompiledModules } from './renderer/compiled-modules.ts';
import { lockCache } from './lock.ts';
import { rendererOf } from './renderer/renderer.ts';

const root = path.resolve(import.meta.dirname, '../..');
const leaving = new AbortController();

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
  // Its compiler is a program of its own, and starts while this one does.
  const renderer = rendererOf(root, { dir: path.join(cacheDir, 'renderer'), templates, signal: leaving.signal });
  // All else is loaded only now, so that it is kept; and written at once, since threads load the same.
  const { buildConfigured } = await import('./configured-build.ts');
  flushCompileCache();
  await buildConfigured({ root, env, code, cacheDir, renderer });
  unlock();
} catch (error) {
  // What its own sentence says in full needs no trace of where it was found.
  const known = error instanceof Error && ['StoreUnreachable', 'EnvironmentError', 'NewerStore'].includes(error.name);
  if (!known) console.error(error);
  console.error(`The build failed: ${causeOf(error)}`);
  process.exitCode = 1;
  leaving.abort();
}
