import { readFile, cp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../src/platform/server/env.ts';
import { connect } from '../../src/platform/server/store/redis.ts';
import { openSchema } from '../../src/maintenance/schema/schema.ts';
import { BuildRecord, isPreview, newBuildId, platformBuildId } from './record.ts';
import { buildSite, type SiteBuild, metaOf } from './site.ts';
import { existsSync } from 'node:fs';
import { inSeconds, rendererOf } from './renderer/renderer.ts';
import { fileOf } from './write-pages.ts';

type Configured = { root: string; env: Environment; templates: string } & Pick<SiteBuild, 'code' | 'cacheDir'>;

/**
 * One build of the configured store, as the environment asks for it. `root`: the project's folder. It says how long
 * compiling the templates took, unless they are for this code, and how long the site itself.
 */
export async function buildConfigured({ root, env, templates, code, cacheDir }: Configured): Promise<void> {
  const { OUT_DIR, BASE_RECORD, BUILD_ID, CONTEXT } = process.env;
  const now = new Date();
  let compilingMs = 0;
  const build = {
    code,
    cacheDir,
    env,
    async renderer() {
      const { compiledMs = 0, ...files } = await rendererOf(root, { dir: path.join(cacheDir, 'renderer'), templates });
      if (compiledMs > 0) console.log(`compiled the templates in ${inSeconds((compilingMs = compiledMs))}`);
      return files;
    },
    // Nobody waits for a build, and a busy machine answers late.
    redis: connect({ url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN, timeoutMs: 10_000 }),
    buildId: platformBuildId(BUILD_ID) ?? newBuildId(now),
    now,
    preview: isPreview(CONTEXT),
  };
  const began = performance.now();
  await openSchema(build.redis);
  if (OUT_DIR === undefined) await buildInPlace(build, path.join(root, 'dist'));
  else await buildSite({ ...build, outDir: path.resolve(root, OUT_DIR), base: await recordIn(BASE_RECORD) });
  console.log(`built the site in ${inSeconds(performance.now() - began - compilingMs)}`);
}

async function recordIn(file: string | undefined): Promise<BuildRecord | undefined> {
  return file ? BuildRecord.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined;
}

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
  await cp(path.dirname((await build.renderer()).entry), beside, { recursive: true });
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
