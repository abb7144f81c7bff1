import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../src/platform/server/env.ts';
import { connect } from '../../src/platform/server/store/redis.ts';
import { openSchema } from '../../src/maintenance/schema/schema.ts';
import { buildInPlace } from './in-place.ts';
import { BuildRecord, isPreview, newBuildId, platformBuildId } from './record.ts';
import { buildSite, type SiteBuild } from './site.ts';

type Code = Pick<SiteBuild, 'code' | 'cacheDir' | 'renderer'>;

/** One build of the configured store, as the environment asks for it. `root`: the project's folder. */
export async function buildConfigured({
  root,
  env,
  ...code
}: Code & { root: string; env: Environment }): Promise<void> {
  const { OUT_DIR, BASE_RECORD, BUILD_ID, CONTEXT } = process.env;
  const now = new Date();
  const build = {
    ...code,
    // Nobody waits for a build, and a busy machine answers late.
    redis: connect({ url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN, timeoutMs: 10_000 }),
    env,
    buildId: platformBuildId(BUILD_ID) ?? newBuildId(now),
    now,
    preview: isPreview(CONTEXT),
  };
  await openSchema(build.redis);
  if (OUT_DIR === undefined) await buildInPlace(build, path.join(root, 'dist'));
  else await buildSite({ ...build, outDir: path.resolve(root, OUT_DIR), base: await recordIn(BASE_RECORD) });
}

async function recordIn(file: string | undefined): Promise<BuildRecord | undefined> {
  return file ? BuildRecord.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined;
}
