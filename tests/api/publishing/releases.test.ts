import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newBuildId } from '../../../netlify/build/record.ts';
import { openReleases, type Releases } from '../../../netlify/local/publishing/releases.ts';
import { projectRoot } from '../../support/builds/site-builds.ts';
import { withLongTimeout } from '../../support/long-timeout.ts';

let dir: string;
let releases: Releases;
let made = 0;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-releases-'));
  releases = await openReleases(dir);
  made = 0;
});
afterEach(async () => {
  releases.close();
  await rm(dir, { recursive: true, force: true });
});

/** Publishes these files as a layer on the newest release, or as a whole site. */
async function publish(
  files: Record<string, string>,
  { removed = [] as string[], whole = false, buildId = `b${String(made + 1).padStart(3, '0')}` } = {},
): Promise<string> {
  made += 1;
  const base = releases.base();
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(releases.partial(buildId), name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const record = {
    buildId,
    revision: made,
    code: 'c',
    base: whole || !base ? null : path.basename(base, '.json'),
    removed,
  };
  await writeFile(`${releases.partial(buildId)}.json`, JSON.stringify(record));
  await releases.publish(buildId);
  return buildId;
}

/** The content that is served for each name. */
async function site(of: Releases = releases): Promise<Record<string, string>> {
  const files = [...((await of.served()[0]?.all()) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    await Promise.all(files.map(async ([name, file]) => [name, await readFile(file, 'utf8')] as const)),
  );
}

test('a layer changes, adds and removes files of the release before it', async () => {
  await publish({ 'a.html': 'a', 'b.html': 'b', 'note/1.html': 'one' });
  await publish({ 'a.html': 'a2', 'note/2.html': 'two' }, { removed: ['note/1.html'] });
  expect(await site()).toEqual({ 'a.html': 'a2', 'b.html': 'b', 'note/2.html': 'two' });
  const [served] = releases.served();
  expect(await served?.find('note/1.html')).toBeUndefined();
  await publish({ 'note/1.html': 'one again' });
  expect(await served?.find('note/1.html'), 'a release stays as it was').toBeUndefined();
  expect((await site())['note/1.html']).toBe('one again');
});

test('the same files are served after a restart', async () => {
  await publish({ 'a.html': 'a', 'b.html': 'b' });
  for (let layer = 0; layer < 5; layer += 1)
    await publish({ 'a.html': `a${layer}` }, { removed: [`gone-${layer}.html`] });
  const before = await site();
  releases.close();
  releases = await openReleases(dir);
  expect(await site()).toEqual(before);
});

test('builds after the clock was a year ahead follow those of before, also after a restart', async () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const year = 365 * 86_400_000;
  const ids: string[] = [];
  for (const at of [now, new Date(now.getTime() + year), now, now]) {
    const buildId = newBuildId(at, path.basename(releases.base() ?? ''));
    ids.push(buildId);
    await publish({ [`${ids.length}.html`]: 'a' }, { buildId });
  }
  expect(ids).toEqual([...ids].sort());
  const before = await site();
  expect(Object.keys(before)).toHaveLength(4);
  releases.close();
  releases = await openReleases(dir);
  expect(await site()).toEqual(before);
});

test('another process always finds one complete release while releases are published', async () => {
  await publish({ 'a.html': 'a' });
  const publishing = (async () => {
    for (let layer = 0; layer < 60; layer += 1) await publish({ 'a.html': `a${layer}` }, { whole: true });
  })();
  for (let reading = 0; reading < 60; reading += 1) {
    expect((await openReleases(dir, { tidyUp: false })).served().length).toBeGreaterThan(0);
  }
  await publishing;
});

test('many layers are merged into one folder without copying files, and the next build continues from it', async () => {
  await publish({ 'a.html': 'a', 'b.html': 'b' });
  for (let layer = 0; layer < 20; layer += 1) {
    await publish({ 'a.html': `a${layer}`, [`n${layer}.html`]: 'n' }, { removed: [`n${layer - 1}.html`] });
  }
  const before = await site();
  await releases.tidy();
  expect(await site()).toEqual(before);
  const file = (await releases.served()[0]?.find('b.html')) ?? '';
  expect((await stat(file)).nlink).toBeGreaterThan(1);
  await publish({ 'b.html': 'b2' });
  expect(await site()).toEqual({ ...before, 'b.html': 'b2' });
  for (let later = 0; later < 3; later += 1) await publish({ 'c.html': `c${later}` });
  const folders = (await readdir(path.join(dir, 'releases'))).filter((name) => !name.endsWith('.json'));
  expect(folders.length, 'layers that no kept release needs are removed').toBeLessThan(8);
  releases = await openReleases(dir);
  expect(await site()).toEqual({ ...before, 'b.html': 'b2', 'c.html': 'c2' });
});

test('a rollback serves the previous release at once, also in a running product, and the next build continues from the newest', async () => {
  await publish({ 'a.html': 'first', 'b.html': 'b' });
  const second = await publish({ 'a.html': 'second' });
  await publish({ 'a.html': 'third' });
  const heard = vi.fn();
  releases.watch(heard);
  const env = { ...process.env, DATA_DIR: dir };
  const command = path.join(projectRoot, 'netlify/local/rollback.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [command], { env, cwd: projectRoot });
  expect(stdout).toContain(second);
  await vi.waitFor(async () => expect((await site())['a.html']).toBe('second'), withLongTimeout);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce(), withLongTimeout);
  await publish({ 'b.html': 'b2' });
  expect(await site()).toEqual({ 'a.html': 'third', 'b.html': 'b2' });
});

test('a rollback to a missing release lists the available ones', async () => {
  await expect(releases.rollBack()).rejects.toThrow('There is no other release yet.');
  const first = await publish({ 'a.html': 'a' });
  await publish({ 'a.html': 'b' });
  await expect(releases.rollBack('b999')).rejects.toThrow(`There is no release b999. There are ${first}.`);
  await releases.rollBack(first);
  expect(await site()).toEqual({ 'a.html': 'a' });
});
