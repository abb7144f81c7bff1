import { cpSync, existsSync } from 'node:fs';
import { mkdir, writeFile, readFile, cp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isNoteAddress } from '../../src/platform/model/paths.ts';
import { isSearchFile } from '../../src/search/model/files.ts';
import type { Environment } from '../../src/platform/server/env.ts';
import { disableThread } from '../../src/notes/server/markdown-work.ts';
import { openSnapshot, removeSnapshot } from '../../src/publishing/server/snapshot/snapshot.ts';
import { storeId } from '../../src/platform/server/store/meta.ts';
import { headRevision } from '../../src/platform/server/store/changes.ts';
import {
  beginBuild,
  startHeartbeat,
  recordFailure,
  recordProgress,
} from '../../src/publishing/server/store/publishing.ts';
import { type Redis, connect } from '../../src/platform/server/store/redis.ts';
import { syncPublished } from '../../src/publishing/server/sync.ts';
import { workerPoolFor } from './workers/threads.ts';
import { kitPages } from './renderer/integrations.ts';
import { BuildRecord, isPreview, newBuildId, platformBuildId, throwIfReplaced } from './record.ts';
import { type RendererFiles, inSeconds, rendererOf } from './renderer/renderer.ts';
import { type BrokenPage, fileOf } from './workers/work.ts';
import { watchedBy, type Watched } from './workers/under-way.ts';
import { log } from '../../src/platform/server/log.ts';
import { causeOf } from '../../src/platform/model/cause.ts';
import { openSchema } from '../../src/maintenance/schema/schema.ts';

type SiteBuild = {
  redis: Redis;
  env: Pick<Environment, 'SITE_URL' | 'PRERENDER_NOTES'>;
  /** The digest of the project's code. */
  code: string;
  /** Its compiled templates, which may have to be compiled first. */
  renderer: () => Promise<RendererFiles>;
  buildId: string;
  now: Date;
  /** Where the layer is written, with its record beside it. */
  outDir: string;
  /** Where the snapshot is kept between builds. No other build may use it at the same time. */
  cacheDir: string;
  /** The build whose files are below this layer. */
  base?: BuildRecord | undefined;
  /** A build that readers will not see: it takes no claim and records nothing. */
  preview?: boolean;
  watched?: Watched | undefined;
};

type Prepared = SiteBuild & { head: number };

/**
 * Makes one build: a layer of the files that changed since `base`, or the whole site if that build cannot be followed,
 * because other code made it or the snapshot does not know what came after it. It reads the head revision before the
 * content, so that the recorded revision never claims more than the pages show. A failure is recorded and thrown.
 */
export async function buildSite(build: SiteBuild): Promise<BuildRecord> {
  disableThread();
  const { redis, buildId, now } = build;
  if (build.preview) return makeSite({ ...build, head: await headRevision(redis) });
  const { head } = await beginBuild(redis, { buildId, now });
  const stopSaying = startHeartbeat(redis, buildId);
  try {
    return await makeSite({ ...build, head });
  } catch (error) {
    // The failure matters more than an unreachable store.
    await recordFailure(redis, { buildId, message: causeOf(error), now: new Date() }).catch(() => undefined);
    throw error;
  } finally {
    stopSaying();
  }
}

/** Rebuilds a damaged snapshot, once. */
async function makeSite(build: Prepared): Promise<BuildRecord> {
  const renderer = await build.renderer();
  return writeLayer(build, renderer).catch(async (error: unknown) => {
    if (!isDamage(error)) throw error;
    console.warn('The snapshot is damaged and is made anew.', error);
    await removeSnapshot(snapshotFile(build.cacheDir));
    return writeLayer(build, renderer);
  });
}

async function writeLayer(build: Prepared, { entry, assets }: RendererFiles): Promise<BuildRecord> {
  const { redis, env, buildId, now, outDir, cacheDir, base, code, head, watched } = build;
  const prerendered = env.PRERENDER_NOTES;
  const snapshot = await openSnapshot(snapshotFile(cacheDir), { prerendered });
  const place = { siteUrl: env.SITE_URL, outDir, snapshotFile: snapshotFile(cacheDir), prerendered, watched };
  const pool = workerPoolFor({ entry, build: { id: buildId, timestamp: now.getTime() }, ...place }, snapshot);
  try {
    const id = await storeId(redis);
    if (!build.preview) throwIfReplaced(id, base);
    const followed = base?.code === code && snapshot.follow(base.mark) ? base : undefined;
    await syncPublished(redis, snapshot, `${id} ${code}`, pool.prepare);
    const follows = followed && snapshot.follows() ? followed : undefined;
    // A layer writes the pages that these make stale with the others; for a whole site, much is rendered at the same time.
    if (follows) {
      snapshot.computeRelated();
      snapshot.index();
    }
    const settled = follows ? undefined : pool.computeRelated();
    settled?.catch(() => undefined);
    const stale = follows
      ? [...new Set([...snapshot.stale(), ...follows.broken])]
      : snapshot.files().filter((address) => !isSearchFile(address));
    const [pages, gone] = follows ? parted(stale, (address) => snapshot.isFile(address)) : [stale, []];
    const always = follows ? [] : kitPages();
    const addresses = [...pages, ...always, '/builds/latest.json', metaOf(buildId)];
    await mkdir(outDir, { recursive: true });
    // Synchronously, since handing each file to another thread takes ten times as long.
    if (!follows) cpSync(assets, outDir, { recursive: true });
    const progress = recordProgress(redis, { buildId, since: now, total: addresses.length });
    let files = 0;
    const wrote = (count: number) => progress((files += count));
    const broken: BrokenPage[] = [];
    const write = async (some: readonly string[], onWritten = wrote) => {
      broken.push(...(await pool.write(some, onWritten)));
      const [first] = broken;
      if (first && broken.length > maxBroken)
        throw new Error(`${broken.length} pages cannot be rendered: ${first.cause}`);
    };
    if (settled) {
      // A page of a note is written together with its data and its source, since all three come from one row.
      const [ofNotes, others] = parted(addresses, isNoteAddress);
      // No page shows the content of the index files, so they need not wait for pages.
      const indexed = async () => {
        await pool.index();
        await write(snapshot.searchFiles(), () => undefined);
      };
      const afterwards = settled.then(() => Promise.all([indexed(), write(ofNotes)]));
      await Promise.all([write(others), afterwards]);
    } else await write(addresses);
    for (const page of broken) log('error', 'a page cannot be rendered and is left out', page);
    // Another build may use the snapshot from here: what this one shows is recorded.
    const mark = snapshot.mark();
    const left = broken.map(({ address }) => address);
    // The earlier file of such a page may show something that its author has removed since.
    const removed = follows ? [...gone, ...left, metaOf(follows.buildId)].map(fileOf) : [];
    const origin = { buildId, revision: head, code, base: follows?.buildId ?? null, store: id };
    const record: BuildRecord = { ...origin, removed, broken: left, mark };
    await writeFile(`${outDir}.json`, JSON.stringify(record));
    return record;
  } finally {
    await pool.end();
    snapshot.close();
  }
}

/** If more pages than this fail, the cause is the code and not a text: the site stays as it was. */
const maxBroken = 20;

const snapshotFile = (cacheDir: string) => path.join(cacheDir, 'snapshot.db');
/** Address of the file that names a build. */
const metaOf = (buildId: string) => `/builds/meta/${buildId}.json`;

/** Whether the error means that a database file is damaged. */
function isDamage(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  // SQLITE_CORRUPT and SQLITE_NOTADB, in the lowest byte of the extended code.
  return code === 'ERR_SQLITE_ERROR' && [11, 26].includes((errcode ?? 0) & 0xff);
}

function parted<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  const [first, second]: [T[], T[]] = [[], []];
  for (const item of items) (isFirst(item) ? first : second).push(item);
  return [first, second];
}

type Configured = { root: string; env: Environment; templates: string } & Pick<SiteBuild, 'code' | 'cacheDir'>;

/**
 * Builds the configured store, as the environment requests. `root` is the project's folder. Prints how long compiling the
 * templates took, if needed, and how long the build took.
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
    watched: watchedBy(process.env),
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
 * Updates a whole site in `dir`, with its record beside it (`{dir}.json`): what the platform publishes, and keeps with its
 * cache for the next build. The record is removed while files change, so that a whole build follows one that is killed
 * halfway. The renderer is copied beside it, where the bundles of functions include it.
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

/** The build in the folder; undefined if its files or its record are missing, or do not belong together. */
async function baseIn(dir: string, recordFile: string): Promise<BuildRecord | undefined> {
  try {
    const record = BuildRecord.parse(JSON.parse(await readFile(recordFile, 'utf8')));
    return existsSync(path.join(dir, fileOf(metaOf(record.buildId)))) ? record : undefined;
  } catch {
    return undefined;
  }
}
