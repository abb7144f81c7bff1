import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeCollection } from '../../bench/collection.ts';
import { astroVersions, projectWithAstro, versionsToTry } from '../../support/builds/other-astro.ts';
import { projectRoot, sharedRenderer, sharedRenderers } from '../../support/builds/site-builds.ts';
import { origin } from '../../support/servers/origin.ts';
import { startStore, type TestStore } from '../../support/store.ts';

const run = promisify(execFile);
let store: TestStore;
let dir: string;

beforeEach(async () => {
  store = await startStore();
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-astro-'));
});
afterEach(async () => {
  await store.stop();
  await rm(dir, { recursive: true, force: true });
});

/** The files of a build from scratch by the code in `root`, with a cache that may contain a compiled renderer. */
async function siteBy(root: string, cacheDir: string): Promise<Map<string, string>> {
  const outDir = `${cacheDir}-out`;
  const env = {
    ...process.env,
    SITE_URL: origin,
    UPSTASH_REDIS_REST_URL: store.url,
    UPSTASH_REDIS_REST_TOKEN: store.token,
    CACHE_DIR: cacheDir,
    OUT_DIR: outDir,
    BUILD_ID: 'b0-same',
  };
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'netlify/build/build.ts'], { cwd: root, env });
  const files = (await readdir(outDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = files.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    return [withoutDigests(path.relative(outDir, file)), await readFile(file, 'latin1')] as const;
  });
  return new Map(await Promise.all(texts));
}

/** The text without the digests of scripts and styles in file names, the policy and islands. */
function withoutDigests(text: string): string {
  return text
    .replaceAll(/(_astro\/[\w.-]+?)\.[\w-]{8}(?=\.(?:js|css|woff2?)\b)/g, '$1')
    .replaceAll(/'sha256-[^']*' ?/g, '')
    .replaceAll(/(<astro-island uid=")[^"]*/g, '$1');
}

/** The compiler may change client code and the build time. */
const isCompared = (name: string) => !/^(?:_astro|builds)\//.test(name);

test('the next minor version is tried first, then later patches, and the current version if there is nothing newer', () => {
  const published = ['6.9.0', '7.2.9', '7.3.4', '7.3.5', '7.3.6', '7.3.10', '7.4.0', '7.4.1', '7.5.0-beta.1', '8.0.0'];
  expect(versionsToTry('7.3.5', published)).toEqual(['7.4.1', '7.4.0', '7.3.10', '7.3.6', '7.3.5']);
  expect(versionsToTry('7.4.1', published)).toEqual(['7.4.1']);
});

test('the next minor version of Astro that can be installed builds the same site', { tags: ['long'] }, async () => {
  await writeCollection(store.redis, 40);
  const { own, others } = await astroVersions();
  const other = path.join(dir, 'project');
  await mkdir(other);
  const version = await projectWithAstro(other, others);
  const tried = `Astro ${version}, installed without a lockfile`;
  console.log(version === own ? `No later version than ${own} installs: it is compared with itself, ${tried}.` : tried);

  const theirs = await siteBy(other, path.join(dir, 'their-cache'));
  await sharedRenderer();
  await mkdir(path.join(dir, 'cache'));
  await symlink(sharedRenderers, path.join(dir, 'cache/renderer'), 'dir');
  const ours = await siteBy(projectRoot, path.join(dir, 'cache'));
  expect([...theirs.keys()].sort()).toEqual([...ours.keys()].sort());
  for (const name of [...ours.keys()].filter(isCompared)) {
    expect(withoutDigests(theirs.get(name) ?? ''), name).toBe(withoutDigests(ours.get(name) ?? ''));
  }
});
