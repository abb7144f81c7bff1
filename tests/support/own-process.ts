import { afterAll, vi } from 'vitest';

/*
 * A worker runs many test files in one process, which keeps the loaded packages. Our own modules are loaded anew for
 * each file, since they read their settings only once, and each file leaves the process as it found it.
 */
const found = { ...process.env };
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in found)) delete process.env[name];
  Object.assign(process.env, found);
});
