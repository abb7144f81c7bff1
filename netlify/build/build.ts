import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { environment } from '../../src/server/env.ts';
import { openSnapshot } from '../../src/server/snapshot/snapshot.ts';
import { storeId } from '../../src/server/store/meta.ts';
import { beginBuild, recordFailure, recordProgress } from '../../src/server/store/publishing.ts';
import { connect } from '../../src/server/store/redis.ts';
import { syncPublished } from '../../src/server/sync.ts';
import { codeDigest } from './code-digest.ts';
import { BuildRecord, newBuildId } from './record.ts';
import { rendererOf } from './renderer.ts';
import { writeAll } from './write-all.ts';
import { fileOf } from './write-pages.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * One build, from the change log to files: what `npm run build` runs, here and on the platform. It reads the head
 * revision before the content, so the recorded revision never claims more than the pages show. Writes a layer to
 * OUT_DIR (what changed since BASE_RECORD's build, or the whole site where that cannot be followed) and, beside it, the
 * record that the publisher needs. Exits with 1 and the cause on stderr when it fails.
 */
async function main(): Promise<void> {
  process.env.NODE_ENV = 'production';
  const env = environment();
  const redis = connect({ url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN });
  const outDir = path.resolve(root, process.env.OUT_DIR ?? 'dist');
  const cacheDir = path.resolve(root, process.env.CACHE_DIR ?? '.cache');
  const now = new Date();
  const buildId = (process.env.BUILD_ID ??= newBuildId(now));
  process.env.BUILD_TIMESTAMP = String(now.getTime());
  const code = await codeDigest(root);
  const { head } = await beginBuild(redis, { buildId, now });
  try {
    const renderer = await rendererOf(root, { dir: path.join(cacheDir, 'renderer'), code, id: buildId });
    const snapshotFile = path.join(cacheDir, 'snapshot.db');
    const prerendered = env.PRERENDER_NOTES;
    const snapshot = await openSnapshot(snapshotFile, { prerendered });
    const base = await followed(process.env.BASE_RECORD);
    const follows = base?.code === code && snapshot.follow(base.mark);
    await syncPublished(redis, snapshot, `${await storeId(redis)} ${code}`);
    // Another build may go on with the snapshot from here: what this one shows at least is known now.
    const mark = snapshot.mark();
    const stale = follows ? snapshot.stale() : snapshot.files();
    const perBuild = ['/builds/latest.json', `/builds/meta/${buildId}.json`];
    const removed = follows ? stale.filter((address) => !snapshot.isFile(address)) : [];
    const gone = new Set(removed);
    const addresses = [...stale.filter((address) => !gone.has(address)), ...perBuild];
    await mkdir(outDir, { recursive: true });
    if (!follows) await cp(renderer.assets, outDir, { recursive: true });
    const progress = recordProgress(redis, { buildId, since: now, total: addresses.length });
    await writeAll(addresses, { entry: renderer.entry, snapshotFile, prerendered, siteUrl: env.SITE_URL, outDir }, snapshot, progress);
    const record: BuildRecord = {
      buildId,
      revision: head,
      code,
      base: follows ? base.buildId : null,
      removed: follows ? [...removed.map(fileOf), `builds/meta/${base.buildId}.json`] : [],
      mark,
    };
    snapshot.close();
    await writeFile(`${outDir}.json`, JSON.stringify(record));
  } catch (error) {
    await recordFailure(redis, { buildId, message: causeOf(error), now: new Date() });
    throw error;
  }
}

async function followed(file: string | undefined): Promise<BuildRecord | undefined> {
  if (file === undefined) return undefined;
  return BuildRecord.parse(JSON.parse(await readFile(file, 'utf8')));
}

function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

try {
  await main();
} catch (error) {
  console.error(error);
  console.error(`The build failed: ${causeOf(error)}`);
  process.exitCode = 1;
}
