import { readFile } from 'node:fs/promises';
import { environment } from '../../../src/server/env.ts';
import { recordFailure } from '../../../src/server/store/publishing.ts';
import { connect } from '../../../src/server/store/redis.ts';
import { announcePublished } from '../../../src/server/websub.ts';

/**
 * Compiled modules, the renderer, the snapshot and the site as it was, so that a build reads and renders only what
 * changed.
 */
const caches = ['.cache', 'dist', 'dist.json'];

export const onPreBuild = ({ utils }) => utils.cache.restore(caches);

export const onPostBuild = ({ utils }) => utils.cache.save(caches);

/** The deploy is live: only now is the revision published. */
export const onSuccess = async ({ constants }) => {
  const { buildId, revision } = JSON.parse(await readFile(`${constants.PUBLISH_DIR}.json`, 'utf8'));
  await announcePublished(store(), { buildId, revision, now: new Date() }, environment());
};

/** Whatever failed after the build itself (which records its own failures): people see why on /user. */
export const onError = ({ error }) =>
  recordFailure(store(), { buildId: process.env.DEPLOY_ID ?? 'deploy', message: error.message, now: new Date() });

function store() {
  const env = environment();
  return connect({ url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN });
}
