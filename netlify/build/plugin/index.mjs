import { readFile } from 'node:fs/promises';
import { environment } from '../../../src/platform/server/env.ts';
import { keepAlive, recordFailure } from '../../../src/publishing/server/store/publishing.ts';
import { connect } from '../../../src/platform/server/store/redis.ts';
import { pagePolicy } from '../../../src/platform/server/http/page-policy.ts';
import { announcePublished } from '../../../src/publishing/server/websub.ts';
import { isPreview, newBuildId, platformBuildId } from '../record.ts';

/**
 * Compiled modules, the renderer, the snapshot and the site as it was, so that a build reads and renders only what
 * changed.
 */
const caches = ['.cache', 'dist', 'dist.json'];

let stopSaying = () => undefined;

/** The build gets one id from here to its end, and says that it lives: bundling and uploading take minutes without a word. */
export const onPreBuild = async ({ utils, netlifyConfig }) => {
  const buildId = platformBuildId(process.env.BUILD_ID) ?? newBuildId(new Date());
  process.env.BUILD_ID = buildId;
  netlifyConfig.build.environment.BUILD_ID = buildId;
  if (!isPreview(process.env.CONTEXT)) stopSaying = keepAlive(store(), buildId);
  await utils.cache.restore(caches);
};

/** All pages are made by one renderer and have one policy, which the files are sent with as a header, too. */
export const onPostBuild = async ({ utils, constants, netlifyConfig }) => {
  const policy = pagePolicy(await readFile(`${constants.PUBLISH_DIR}/404.html`, 'utf8'));
  netlifyConfig.headers.push({ for: '/*', values: { 'Content-Security-Policy': policy } });
  await utils.cache.save(caches);
};

/** The deploy is live: only now is the revision published. Nobody reads a preview in the place of the site. */
export const onSuccess = async ({ constants }) => {
  stopSaying();
  if (isPreview(process.env.CONTEXT)) return;
  const { buildId, revision } = JSON.parse(await readFile(`${constants.PUBLISH_DIR}.json`, 'utf8'));
  await announcePublished(store(), { buildId, revision, now: new Date() }, environment());
};

/** Whatever failed after the build itself (which records its own failures): people see why on /user. */
export const onError = async ({ error }) => {
  stopSaying();
  if (isPreview(process.env.CONTEXT)) return;
  const buildId = process.env.BUILD_ID;
  await recordFailure(store(), { buildId, message: error.message, now: new Date() });
};

function store() {
  const env = environment();
  return connect({ url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN });
}
