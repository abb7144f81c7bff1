import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../app.ts';

/**
 * Where the product of the journeys lives: the same folder and port for the whole run, so that a worker that starts
 * anew after a failure goes on with what is built. Gives what removes it, unless it was given.
 */
export default async function place(): Promise<() => Promise<void>> {
  const given = process.env.E2E_DATA_DIR;
  const dataDir = given ?? (await mkdtemp(path.join(tmpdir(), 'commonplace-e2e-')));
  process.env.E2E_DATA_DIR = dataDir;
  process.env.E2E_PORT ??= String(await freePort());
  return async () => {
    if (!given) await rm(dataDir, { recursive: true, force: true });
  };
}
