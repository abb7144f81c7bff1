import { readdirSync, rmSync } from 'node:fs';
import { constants, enableCompileCache } from 'node:module';
import path from 'node:path';

const { ENABLED, FAILED } = constants.compileCacheStatus;

/**
 * From here on, what Node makes of the modules that are loaded (scripts without types, compiled) is kept below `cacheDir`
 * for the threads of this build and for the next build of the same code, whose start it halves. What was kept of other
 * code is removed. Node checks what it finds there; a build that can keep nothing only starts more slowly. Where the
 * environment has said where to keep it, or not to, it stays with that.
 */
export function keepCompiledModules(cacheDir: string, code: string): void {
  const all = path.join(cacheDir, 'modules');
  const own = path.join(all, code);
  const { status, message } = enableCompileCache(own);
  if (status === FAILED) console.warn(`Compiled modules are not kept: ${message}`);
  if (status !== ENABLED) return;
  // Threads are told by their environment.
  process.env.NODE_COMPILE_CACHE = own;
  removeOthers(all, code);
}

function removeOthers(dir: string, code: string): void {
  try {
    const others = readdirSync(dir).filter((name) => name !== code);
    for (const name of others) rmSync(path.join(dir, name), { recursive: true, force: true });
  } catch (error) {
    // A build of other code may be writing there; the next build tries again.
    console.warn('Compiled modules of other code are not removed.', error);
  }
}
