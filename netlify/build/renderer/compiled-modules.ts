import { constants, enableCompileCache } from 'node:module';
import path from 'node:path';
import { removeOtherCode } from '../code-digest.ts';

const { ENABLED, FAILED } = constants.compileCacheStatus;

/**
 * From here on, what Node makes of the modules that are loaded (scripts without types, compiled) is kept below `cacheDir`
 * for the threads of this build and for the next build of the same code, whose start it halves. What was kept of other
 * code is removed. Node checks what it finds there; a build that can keep nothing only starts more slowly. Where the
 * environment has said where to keep it, or not to, it stays with that.
 */
export async function keepCompiledModules(cacheDir: string, code: string): Promise<void> {
  const all = path.join(cacheDir, 'modules');
  const own = path.join(all, code);
  const { status, message } = enableCompileCache(own);
  if (status === FAILED) console.warn(`Compiled modules are not kept: ${message}`);
  if (status !== ENABLED) return;
  // Threads are told by their environment.
  process.env.NODE_COMPILE_CACHE = own;
  try {
    await removeOtherCode(all, code, { kept: 0 });
  } catch (error) {
    // A build of other code may be writing there; the next build tries again.
    console.warn('Compiled modules of other code are not removed.', error);
  }
}
