import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { environment } from '../../src/server/env.ts';
import { connect } from '../../src/server/store/redis.ts';
import { codeDigest } from './code-digest.ts';
import { BuildRecord, newBuildId } from './record.ts';
import { buildSite, causeOf } from './site.ts';
import { buildInPlace } from './in-place.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * What `npm run build` runs, here and on the platform. With OUT_DIR it writes a layer there (over the build whose record
 * is BASE_RECORD, if one is named); without, it brings `dist` up to date, which is then the whole site. Exits with 1 and
 * the cause on stderr when it fails.
 */
async function main(): Promise<void> {
  // React's slower half is for development.
  process.env.NODE_ENV = 'production';
  const { OUT_DIR, BASE_RECORD, CACHE_DIR = '.cache', BUILD_ID } = process.env;
  const env = environment();
  const now = new Date();
  const build = {
    // Nobody waits for a build, and a busy machine answers late.
    redis: connect({ url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN, timeoutMs: 10_000 }),
    env,
    root,
    code: await codeDigest(root),
    buildId: BUILD_ID ?? newBuildId(now),
    now,
    cacheDir: path.resolve(root, CACHE_DIR),
  };
  if (OUT_DIR === undefined) await buildInPlace(build, path.join(root, 'dist'));
  else await buildSite({ ...build, outDir: path.resolve(root, OUT_DIR), base: await recordIn(BASE_RECORD) });
}

async function recordIn(file: string | undefined): Promise<BuildRecord | undefined> {
  return file ? BuildRecord.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined;
}

try {
  await main();
} catch (error) {
  console.error(error);
  console.error(`The build failed: ${causeOf(error)}`);
  process.exitCode = 1;
}
