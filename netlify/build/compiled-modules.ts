import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';

/**
 * From here on, what Node makes of the modules that are loaded (scripts without types, compiled) is kept below `cacheDir`
 * for the threads of this build and for the next build of the same code, whose start it halves. What was kept of other
 * code is removed. Node checks what it finds there; a build that can keep nothing only starts more slowly.
 */
export function keepCompiledModules(cacheDir: string, code: string): void {
  const all = path.join(cacheDir, 'modules');
  const own = path.join(all, code);
  try {
    mkdirSync(own, { recursive: true });
    const others = readdirSync(all).filter((name) => name !== code);
    for (const name of others) rmSync(path.join(all, name), { recursive: true, force: true });
  } catch (error) {
    console.warn('Compiled modules are not kept.', error);
    return;
  }
  enableCompileCache(own);
  // Threads are told by their environment.
  process.env.NODE_COMPILE_CACHE = own;
}
