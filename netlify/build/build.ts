import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'astro';
import { environment } from '../../src/server/env.ts';
import { beginBuild, recordFailure } from '../../src/server/store/publishing.ts';
import { connect } from '../../src/server/store/redis.ts';
import { codeDigest } from './code-digest.ts';
import { newBuildId, type BuildRecord } from './record.ts';
import { inScratchFolder } from './scratch.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * One build, from the change log to files: what `npm run build` runs, here and on the platform. It reads the head
 * revision before the content, so the recorded revision never claims more than the pages show. Writes the site to
 * OUT_DIR and, beside it, the record that the publisher needs. Exits with 1 and the cause on stderr when it fails.
 */
async function main(): Promise<void> {
  const env = environment();
  const redis = connect({ url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN });
  const outDir = path.resolve(root, process.env.OUT_DIR ?? 'dist');
  const now = new Date();
  const buildId = (process.env.BUILD_ID ??= newBuildId(now));
  const code = await codeDigest(root);
  process.env.BUILD_TIMESTAMP = String(now.getTime());
  process.env.BUILD_CODE = code;
  const { head } = await beginBuild(redis, { buildId, now });
  try {
    const logLevel = process.env.BUILD_LOG_LEVEL === 'info' ? 'info' : 'warn';
    await inScratchFolder(root, buildId, () => build({ root, logLevel }));
  } catch (error) {
    await recordFailure(redis, { buildId, message: causeOf(error), now: new Date() });
    throw error;
  }
  const record: BuildRecord = { buildId, revision: head, code };
  await writeFile(`${outDir}.json`, JSON.stringify(record));
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
