import { afterAll, vi } from 'vitest';

/*
 * A worker runs many files in one process, which keeps the packages that they load. Of all that is ours each file has
 * modules of its own, with the settings that they read once, and leaves the process as it found it.
 */
const found = { ...process.env };
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in found)) delete process.env[name];
  Object.assign(process.env, found);
});
