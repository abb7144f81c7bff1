import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BuildRecord } from './record.ts';
import { rendererOf } from './renderer.ts';
import { buildSite, type SiteBuild } from './site.ts';

/**
 * Brings a whole site in `dir` up to date, with its record beside it (`{dir}.json`): what the platform publishes, and
 * keeps with its cache for the next build. The record is gone while files change, so that a build that is killed halfway
 * is followed by a whole one. The renderer is put where the functions take it along.
 */
export async function buildInPlace(build: Omit<SiteBuild, 'outDir' | 'base'>, dir: string): Promise<void> {
  const recordFile = `${dir}.json`;
  const base = await readFile(recordFile, 'utf8').then(
    (text) => BuildRecord.parse(JSON.parse(text)),
    () => undefined,
  );
  const layer = `${dir}.next`;
  await rm(layer, { recursive: true, force: true });
  const record = await buildSite({ ...build, outDir: layer, base });
  await rm(recordFile, { force: true });
  if (record.base === null) {
    await rm(dir, { recursive: true, force: true });
    await rename(layer, dir);
  } else {
    for (const name of record.removed) await rm(path.join(dir, name), { force: true });
    await cp(layer, dir, { recursive: true });
    await rm(layer, { recursive: true });
  }
  await rm(`${layer}.json`);
  await provideRenderer(build);
  await writeFile(recordFile, JSON.stringify({ ...record, base: null, removed: [] }));
}

async function provideRenderer({ root, code, cacheDir, buildId }: Omit<SiteBuild, 'outDir'>): Promise<void> {
  const { entry } = await rendererOf(root, { dir: path.join(cacheDir, 'renderer'), code, id: buildId });
  const target = path.join(root, '.renderer');
  await rm(target, { recursive: true, force: true });
  await cp(path.dirname(entry), target, { recursive: true });
}
