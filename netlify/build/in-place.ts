import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BuildRecord } from './record.ts';
import { buildSite, metaOf, type SiteBuild } from './site.ts';
import { fileOf } from './write-pages.ts';

/**
 * Brings a whole site in `dir` up to date, with its record beside it (`{dir}.json`): what the platform publishes, and
 * keeps with its cache for the next build. The record is gone while files change, so that a build that is killed halfway
 * is followed by a whole one. The renderer is put beside it, where the functions take it along.
 */
export async function buildInPlace(build: Omit<SiteBuild, 'outDir' | 'base'>, dir: string): Promise<void> {
  const recordFile = `${dir}.json`;
  const base = await baseIn(dir, recordFile);
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
  const beside = path.join(path.dirname(dir), '.renderer');
  await rm(beside, { recursive: true, force: true });
  await cp(path.dirname(build.renderer.entry), beside, { recursive: true });
  await writeFile(recordFile, JSON.stringify({ ...record, base: null, removed: [] }));
}

/** The build that the folder holds; none where either of the two was lost, or where they do not belong together. */
async function baseIn(dir: string, recordFile: string): Promise<BuildRecord | undefined> {
  try {
    const record = BuildRecord.parse(JSON.parse(await readFile(recordFile, 'utf8')));
    return existsSync(path.join(dir, fileOf(metaOf(record.buildId)))) ? record : undefined;
  } catch {
    return undefined;
  }
}
