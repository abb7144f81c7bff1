import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { environment } from '../../../src/platform/server/env.ts';
import { builtFileOf } from '../../../src/platform/server/own-site.ts';
import { startHeartbeat, recordFailure } from '../../../src/publishing/server/store/publishing.ts';
import { connect } from '../../../src/platform/server/store/redis.ts';
import { pagePolicy } from '../../../src/platform/server/http/html.ts';
import { announcePublished } from '../../../src/publishing/server/websub.ts';
import { isPreview, newBuildId, platformBuildId } from '../record.ts';

const run = promisify(execFile);

/** Compiled modules, the renderer, the snapshot and the last site, so that a build reads and renders only what changed. */
const caches = ['.cache', 'dist', 'dist.json'];
/** One archive of tens of thousands of files, which the platform would cache one by one, in ten times the time. */
const archive = 'build-cache.tar';

/** The parent folder of the site's folder, and the archive in it. */
function archiveIn({ PUBLISH_DIR }) {
  const cwd = path.dirname(PUBLISH_DIR);
  return { cwd, file: path.join(cwd, archive) };
}

let stopHeartbeat = () => undefined;

/** Gives the build one id until its end, and starts its heartbeat: bundling and uploading take minutes without output. */
export const onPreBuild = async ({ utils, constants, netlifyConfig }) => {
  const buildId = platformBuildId(process.env.BUILD_ID) ?? newBuildId(new Date());
  process.env.BUILD_ID = buildId;
  netlifyConfig.build.environment.BUILD_ID = buildId;
  if (!isPreview(process.env.CONTEXT)) stopHeartbeat = startHeartbeat(store(), buildId);
  const { cwd, file } = archiveIn(constants);
  // A damaged archive is ignored, as if there were none.
  if (await utils.cache.restore(file))
    await run('tar', ['-xf', archive], { cwd }).catch((error) =>
      console.warn('The build cache could not be unpacked.', error),
    );
  await rm(file, { force: true });
};

/** All pages have the same content security policy, so it is also sent as a header. Then saves the cache. */
export const onPostBuild = async ({ utils, constants, netlifyConfig }) => {
  const policy = pagePolicy(await readFile(`${constants.PUBLISH_DIR}/404.html`, 'utf8'));
  netlifyConfig.headers.push({ for: '/*', values: { 'Content-Security-Policy': policy } });
  const { cwd, file } = archiveIn(constants);
  const there = caches.filter((name) => existsSync(path.join(cwd, name)));
  await run('tar', ['-cf', archive, ...there], { cwd });
  await utils.cache.save(file);
  await rm(file);
  if (environment().PUBLISH_EVERY > 0) await movePagesAside(constants.PUBLISH_DIR);
};

/**
 * If changes wait for a build (PUBLISH_EVERY), functions render the pages that such changes affect. A file at the same
 * address would be served instead, so the built pages are moved into a folder of their own, from which functions serve them
 * while the store is unreachable. There is no function for the index of tags.
 */
async function movePagesAside(site) {
  await rm(path.join(site, '_built'), { recursive: true, force: true });
  const tags = (await entriesOf(path.join(site, 'tag'))).filter((entry) => entry.isDirectory());
  for (const place of ['note/detail', 'note/list', 'u', ...tags.map(({ name }) => `tag/${name}`)]) {
    const [from, to] = [path.join(site, place), path.join(site, builtFileOf(`/${place}`))];
    if (!existsSync(from)) continue;
    await mkdir(path.dirname(to), { recursive: true });
    await rename(from, to);
  }
}

async function entriesOf(folder) {
  return existsSync(folder) ? readdir(folder, { withFileTypes: true }) : [];
}

/** Records the revision as published, now that the deploy is live. A preview is not recorded: it does not replace the site. */
export const onSuccess = async ({ constants }) => {
  stopHeartbeat();
  if (isPreview(process.env.CONTEXT)) return;
  const { buildId, revision } = JSON.parse(await readFile(`${constants.PUBLISH_DIR}.json`, 'utf8'));
  await announcePublished(store(), { buildId, revision, now: new Date() }, environment());
};

/** Records failures after the build itself, which records its own. /user shows them. */
export const onError = async ({ error }) => {
  stopHeartbeat();
  if (isPreview(process.env.CONTEXT)) return;
  const buildId = process.env.BUILD_ID;
  await recordFailure(store(), { buildId, message: error.message, now: new Date() });
};

function store() {
  const env = environment();
  return connect({ url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN });
}
