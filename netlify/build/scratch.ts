import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const abandonedAfterMs = 60 * 60_000;

/**
 * Gives a build of Astro a working folder of its own. Astro puts the code that renders pages below the current folder,
 * at one place for all builds, so two builds of one checkout would overwrite each other's. It stays inside the project,
 * since that code imports packages.
 */
export async function inScratchFolder<T>(root: string, buildId: string, run: (own: string) => Promise<T>): Promise<T> {
  const all = path.join(root, '.astro/builds');
  const own = path.join(all, buildId);
  await mkdir(own, { recursive: true });
  await removeAbandoned(all);
  try {
    return await run(own);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** A build that was killed left its folder behind. */
async function removeAbandoned(all: string): Promise<void> {
  for (const name of await readdir(all)) {
    const folder = path.join(all, name);
    const age = Date.now() - ((await stat(folder).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
}
