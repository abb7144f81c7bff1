import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { causeOf } from './cause.ts';
import { codeDigest } from './code-digest.ts';
import { keepCompiledModules } from './compiled-modules.ts';

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
  const code = await codeDigest(root);
  await keepCompiledModules(cacheDir, code);
  // All else is loaded only now, so that it is kept; and written at once, since threads load the same.
  const { buildConfigured } = await import('./configured-build.ts');
  flushCompileCache();
  await buildConfigured({ root, code, cacheDir });
} catch (error) {
  console.error(error);
  console.error(`The build failed: ${causeOf(error)}`);
  process.exitCode = 1;
}
