import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, startApp, type App } from '../app.ts';

/**
 * Prepares the data folder of the journeys (E2E_DATA_DIR, or a temporary one): one product is built before the first
 * journey, and each worker runs a copy of it on its own port. Returns the cleanup.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const given = process.env.E2E_DATA_DIR;
  const dir = given ?? (await mkdtemp(path.join(tmpdir(), 'commonplace-e2e-')));
  process.env.E2E_DATA_DIR = dir;
  await prepareProduct(dir);
  return async () => {
    if (!given) await rm(dir, { recursive: true, force: true });
  };
}

/** Compiles the templates, seeds the first collection and builds the site, unless this folder already has it. */
export async function prepareProduct(dir: string): Promise<void> {
  const dataDir = path.join(dir, 'first');
  if (existsSync(dataDir)) return;
  try {
    const app = await startApp({ dataDir, env: { KIT: '1' } });
    if ((await app.stop()) !== 0) throw new Error(`The product did not end well. It printed:\n${app.output()}`);
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Starts the product of one worker, or of the visual tests. A worker that restarts after a failure continues with its
 * existing data.
 */
export async function startWorkerApp(worker: number | 'visual'): Promise<App> {
  const dir = process.env.E2E_DATA_DIR ?? '';
  const dataDir = path.join(dir, `worker-${worker}`);
  if (!existsSync(dataDir)) await cp(path.join(dir, 'first'), dataDir, { recursive: true, verbatimSymlinks: true });
  return startApp({ dataDir, port: await freePort(), env: { KIT: '1' } });
}

/** Starts a separate product for one journey, without an owner or any content; its templates are already compiled. */
export async function startOwnApp({ env, ...options }: Parameters<typeof startApp>[0] = {}): Promise<App> {
  const renderers = path.join(process.env.E2E_DATA_DIR ?? '', 'first/cache/renderer');
  return startApp({ args: ['--empty'], renderers, env: { KIT: '1', ...env }, ...options });
}
