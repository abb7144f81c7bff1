import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { paths } from '../../../src/platform/model/paths.ts';
import { environment } from '../../../src/platform/server/env.ts';
import { keepAlive, recordFailure } from '../../../src/publishing/server/store/publishing.ts';
import { connect } from '../../../src/platform/server/store/redis.ts';
import { pagePolicy } from '../../../src/platform/server/http/html.ts';
import { announcePublished } from '../../../src/publishing/server/websub.ts';
import { isPreview, newBuildId, platformBuildId } from '../record.ts';

const run = promisify(execFile);

/**
 * Compiled modules, the renderer, the snapshot and the site as it was, so that a build reads and renders only what
 * changed.
 */
const caches = ['.cache', 'dist', 'dist.json'];
/** They are tens of thousands of files, which the platform keeps one by one: as one, they take a tenth of the time. */
const archive = 'build-cache.tar';

/** The folder that holds the site's, and the archive there. */
function placeOf({ PUBLISH_DIR }) {
  const cwd = path.dirname(PUBLISH_DIR);
  return { cwd, file: path.join(cwd, archive) };
}

let stopSaying = () => undefined;

/** The build gets one id from here to its end, and says that it lives: bundling and uploading take minutes without a word. */
export const onPreBuild = async ({ utils, constants, netlifyConfig }) => {
  const buildId = platformBuildId(process.env.BUILD_ID) ?? newBuildId(new Date());
  process.env.BUILD_ID = buildId;
  netlifyConfig.build.environment.BUILD_ID = buildId;
  if (!isPreview(process.env.CONTEXT)) stopSaying = keepAlive(store(), buildId);
  const { cwd, file } = placeOf(constants);
  // One that is damaged is worth no more than none.
  if (await utils.cache.restore(file))
    await run('tar', ['-xf', archive], { cwd }).catch((error) => console.warn('The cache is not taken over.', error));
  await rm(file, { force: true });
};

/** All pages are made by one renderer and have one policy, which the files are sent with as a header, too. */
export const onPostBuild = async ({ utils, constants, netlifyConfig }) => {
  const policy = pagePolicy(await readFile(`${constants.PUBLISH_DIR}/404.html`, 'utf8'));
  netlifyConfig.headers.push({ for: '/*', values: { 'Content-Security-Policy': policy } });
  const { cwd, file } = placeOf(constants);
  const there = caches.filter((name) => existsSync(path.join(cwd, name)));
  await run('tar', ['-cf', archive, ...there], { cwd });
  await utils.cache.save(file);
  await rm(file);
  if (environment().PUBLISH_EVERY > 0) await makeWay(constants.PUBLISH_DIR);
};

/**
 * Where changes wait for a build, functions answer the pages that change with them: a file at the same address would be
 * served instead. What they show while the store is away is kept below a folder of its own. There is no function for the
 * index of tags.
 */
async function makeWay(site) {
  await rm(path.join(site, paths.built('')), { recursive: true, force: true });
  const tags = (await entriesOf(path.join(site, 'tag'))).filter((entry) => entry.isDirectory());
  for (const place of ['note/detail', 'note/list', 'u', ...tags.map(({ name }) => `tag/${name}`)]) {
    const [from, to] = [path.join(site, place), path.join(site, paths.built(`/${place}`))];
    if (!existsSync(from)) continue;
    await mkdir(path.dirname(to), { recursive: true });
    await rename(from, to);
  }
}

async function entriesOf(folder) {
  return existsSync(folder) ? readdir(folder, { withFileTypes: true }) : [];
}

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
