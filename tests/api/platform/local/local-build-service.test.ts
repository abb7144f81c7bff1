import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  buildService,
  type BuildOutcome,
  type BuildService,
} from '../../../../netlify/local/publishing/build-service.ts';
import { compressedFiles } from '../../../../netlify/local/server/compressed.ts';
import { superviseBuilds } from '../../../../netlify/local/publishing/supervise-builds.ts';
import { isAlive } from '../../../../netlify/local/data-dir.ts';
import { openReleases, type Releases } from '../../../../netlify/local/publishing/releases.ts';
import { staticFiles } from '../../../../netlify/local/server/static-files.ts';
import { publishingState } from '../../../../src/publishing/server/store/publishing.ts';
import { startStore, type TestStore } from '../../../support/store.ts';
import { withLongTimeout } from '../../../support/long-timeout.ts';

/**
 * Counts its runs, then writes a site of 20 files and its record, with the faults in `orders.json`; `hang` waits for
 * `goOn`.
 */
const script = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const { OUT_DIR, BUILD_ID, ORDERS, RUNS } = process.env;
const orders = JSON.parse(readFileSync(ORDERS, 'utf8'));
appendFileSync(RUNS, process.pid + '\\n');
mkdirSync(OUT_DIR, { recursive: true });
for (let page = 0; page < 20; page += 1) {
  writeFileSync(OUT_DIR + '/' + page + '.html', BUILD_ID);
  while (page === 10 && orders.hang && !existsSync(ORDERS + '.go')) await new Promise((resolve) => setTimeout(resolve, 5));
}
if (orders.at) {
  writeFileSync(process.env.UNDER_WAY_DIR + '/0', orders.at + '\\n');
  while (!JSON.parse(process.env.LEFT_OUT).includes(orders.at));
}
if (orders.fail) { console.error('noise\\nThe note 12 has no title.'); process.exit(1); }
if (!orders.forgetRecord) {
  writeFileSync(OUT_DIR + '.json', JSON.stringify({ buildId: BUILD_ID, revision: orders.revision ?? 0, code: 'c' }));
}
`;

let store: TestStore;
let dir: string;
let releases: Releases;
let service: BuildService;
const ended = vi.fn<(outcome: BuildOutcome) => void>();

beforeAll(async () => (store = await startStore()));
afterAll(() => store.stop());
beforeEach(async () => {
  await store.redis.flushdb();
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-builds-'));
  await writeFile(path.join(dir, 'build.mjs'), script);
  await writeFile(path.join(dir, 'runs'), '');
  await order({});
  await open();
});
afterEach(async () => {
  await service.stop();
  ended.mockReset();
  await rm(dir, { recursive: true, force: true });
});

async function open(restMs = 60_000): Promise<void> {
  releases = await openReleases(path.join(dir, 'data'));
  service = buildService({
    releases,
    redis: store.redis,
    command: [process.execPath, path.join(dir, 'build.mjs')],
    cwd: dir,
    env: () => ({ PATH: process.env.PATH, ORDERS: path.join(dir, 'orders.json'), RUNS: path.join(dir, 'runs') }),
    onEnd: ended,
    hang: { times: 5, everyMs: 20, restMs },
  });
}

const order = (orders: object) => writeFile(path.join(dir, 'orders.json'), JSON.stringify(orders));
const goOn = () => writeFile(path.join(dir, 'orders.json.go'), '');
const runs = async () => (await readFile(path.join(dir, 'runs'), 'utf8')).split('\n').filter(Boolean);
const served = async () => readFile((await releases.served()[0]?.find('19.html')) ?? '', 'utf8');
const kept = async () =>
  (await readdir(path.join(dir, 'data/releases'))).filter((name) => !name.endsWith('.json')).sort();

async function built(): Promise<string> {
  const outcome = await service.build();
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.record.buildId;
}

test('a build is served through `current` and recorded as published', async () => {
  await order({ revision: 7 });
  const id = await built();
  expect(await served()).toBe(id);
  expect(await readlink(path.join(dir, 'data/current'))).toBe(path.join('releases', id));
  expect(releases.record()).toMatchObject({ buildId: id, revision: 7, code: 'c' });
  expect((await publishingState(store.redis)).published).toMatchObject({ buildId: id, revision: 7 });
});

test('a hundred simultaneous requests share one build', async () => {
  await order({});
  for (let asked = 0; asked < 100; asked += 1) service.request();
  await service.idle();
  expect(await runs()).toHaveLength(1);
  expect(ended).toHaveBeenCalledTimes(1);
});

test('a hundred requests during a build share one more, which starts after it', async () => {
  await order({ hang: true });
  service.request();
  await vi.waitFor(async () => expect(await runs()).toHaveLength(1), withLongTimeout);
  for (let asked = 0; asked < 100; asked += 1) service.request();
  await goOn();
  await service.idle();
  expect(await runs()).toHaveLength(2);
  expect(ended).toHaveBeenCalledTimes(2);
  await service.build();
  expect(await runs()).toHaveLength(3);
});

test('a failed build leaves the site unchanged and reports the last lines of its output', async () => {
  const id = await built();
  await order({ fail: true });
  const outcome = await service.build();
  expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining('The note 12 has no title.') as string });
  expect(await served()).toBe(id);
  expect((await publishingState(store.redis)).failure?.message).toContain('The note 12 has no title.');
  expect(await readdir(path.join(dir, 'data/releases'))).toEqual([id, `${id}.json`]);
  await order({});
  expect(await served()).not.toBe(await built());
  expect((await publishingState(store.redis)).failure).toBeNull();
});

test('a failed build is retried with growing delays until it succeeds', async () => {
  await order({ fail: true });
  const stop = superviseBuilds(store.redis, service);
  try {
    service.request();
    const failure = async () => (await publishingState(store.redis)).failure;
    await expect.poll(async () => (await failure())?.attempts).toBe(3);
    const third = await failure();
    expect(third?.message).toContain('The note 12 has no title.');
    expect(Date.parse(third?.retryAt ?? '') - Date.parse(third?.at ?? '')).toBe(4000);
    await order({ revision: 1 });
    await expect.poll(failure).toBeNull();
    expect(releases.record()).toMatchObject({ revision: 1 });
  } finally {
    stop();
  }
});

test('a build that never gets beyond a page is ended, and the next one leaves that page out', async () => {
  await order({ at: '/note/endless' });
  expect(await service.build()).toMatchObject({
    ok: false,
    reason: 'The build never got beyond /note/endless, which is left out for now.',
  });
  expect((await service.build()).ok).toBe(true);
});

test('what a build never got beyond is tried again after a while', async () => {
  await service.stop();
  await open(0);
  await order({ at: '/' });
  for (let turn = 0; turn < 2; turn += 1) expect(await service.build()).toMatchObject({ ok: false });
  await order({});
  expect((await service.build()).ok).toBe(true);
});

test('a build without a record counts as failed', async () => {
  await order({ forgetRecord: true });
  expect(await service.build()).toMatchObject({ ok: false });
  expect(releases.served()).toEqual([]);
});

test('a killed build leaves the site intact, and the next one completes it', async () => {
  const id = await built();
  await order({ hang: true });
  const doomed = service.build();
  await vi.waitFor(async () => expect(await readdir(path.join(dir, 'data/releases'))).toHaveLength(3), withLongTimeout);
  await vi.waitFor(async () => expect(await runs()).toHaveLength(2), withLongTimeout);
  process.kill(Number((await runs())[1]), 'SIGKILL');
  expect(await doomed).toMatchObject({ ok: false });
  expect(await served()).toBe(id);
  await order({});
  const next = await built();
  expect(await served()).toBe(next);
});

test('stopping ends the running build without recording it', async () => {
  await order({ hang: true });
  service.request();
  await vi.waitFor(async () => expect(await runs()).toHaveLength(1), withLongTimeout);
  const [pid] = await runs();
  await service.stop();
  expect(isAlive(Number(pid))).toBe(false);
  expect((await publishingState(store.redis)).failure).toBeNull();
  expect(ended).not.toHaveBeenCalled();
  expect(await readdir(path.join(dir, 'data/releases'))).toEqual([]);
});

test('the last three releases are retained, and leftovers are removed on start', async () => {
  const ids: string[] = [];
  for (let build = 0; build < 5; build += 1) ids.push(await built());
  expect(await kept()).toEqual(ids.slice(-3));
  const folder = path.join(dir, 'data/releases');
  await mkdir(path.join(folder, '.bkilled-1.partial'));
  await writeFile(path.join(dir, 'data/.current.1.tmp'), '');
  await mkdir(path.join(folder, 'bzzzzzzzz-never-switched-to'));
  await open();
  expect(await kept()).toEqual(ids.slice(-3));
  expect(await readdir(path.join(dir, 'data'))).toEqual(['current', 'releases']);
});

test('readers never see a partial or missing build while releases switch', async () => {
  const files = staticFiles({
    releases: () => releases.served(),
    headers: () => ({}),
    compressed: await compressedFiles(path.join(dir, 'compressed')),
  });
  await built();
  let over = false;
  let reads = 0;
  const reader = async () => {
    while (!over) {
      const response = await files.serve(new Request(`http://localhost/${reads++ % 20}`));
      expect(response?.status).toBe(200);
      expect(await response?.text()).toMatch(/^b/);
      expect(await served()).toMatch(/^b/);
    }
  };
  const readers = Promise.all([reader(), reader(), reader(), reader()]);
  // Even slow readers have read much during the switch; one that fails ends the test.
  for (let build = 0; build < 6 || reads <= 100; build += 1) await Promise.race([built(), readers]);
  over = true;
  await readers;
});
