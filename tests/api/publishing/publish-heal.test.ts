import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { config } from '../../../functions/scheduled.ts';
import { healPublishing, watchPublishing } from '../../../src/publishing/server/publishing.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import {
  beginBuild,
  claimWatch,
  startHeartbeat,
  publishingState,
  recordFailure,
  recordPublished,
  releaseClaim,
} from '../../../src/publishing/server/store/publishing.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { claimBuild } from '../../support/claim-build.ts';

let status = 200;
let hook: Awaited<ReturnType<typeof startHttpServer>>;
/** The site's own address, which receives the calls of background functions. */
let site: Awaited<ReturnType<typeof startHttpServer>>;
let api: Api;
let ada: Person;
beforeAll(async () => {
  hook = await startHttpServer((_, response) => response.writeHead(status).end());
  site = await startHttpServer((_, response) => response.writeHead(202).end());
  api = await startApi({ BUILD_HOOK_URL: `${hook.url}/hook`, SITE_URL: site.url });
  ada = await api.signUp('ada');
});
afterAll(async () => {
  await api.stop();
  await Promise.all([hook.stop(), site.stop()]);
});
beforeEach(async () => {
  await api.settled();
  await build();
  hook.calls.length = 0;
  site.calls.length = 0;
  status = 200;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

/** Requests a build by writing something. */
async function requestWithWrite(): Promise<void> {
  await api.call('POST', '/api/notes', { cookie: ada.cookie, body: { title: 'A' } });
  await api.settled();
}
const state = () => publishingState(api.store.redis);
const heal = () => healPublishing(new Date());
const begin = (buildId: string) => beginBuild(api.store.redis, { buildId, now: new Date() });
let builds = 0;

async function build(): Promise<void> {
  const buildId = `build-${(builds += 1)}`;
  const { head } = await begin(buildId);
  await recordPublished(api.store.redis, { buildId, revision: head, now: new Date() });
}

describe('the scheduled check', () => {
  test('requests a build again after a failed hook call', async () => {
    status = 500;
    await requestWithWrite();
    expect(await heal()).toBe('failed');
    status = 200;
    expect(await heal()).toBe('asked');
    expect(hook.calls).toHaveLength(3);
  });

  test('requests nothing if everything is published', async () => {
    expect(await heal()).toBe('up-to-date');
    expect(hook.calls).toEqual([]);
  });

  test('leaves waiting and running builds alone', async () => {
    await requestWithWrite();
    expect(await heal()).toBe('under-way');
    await begin('running');
    expect(await heal()).toBe('under-way');
    expect(hook.calls).toHaveLength(1);
  });

  test('retries a failed build once its delay is over, and not before', async () => {
    await requestWithWrite();
    await begin('failing');
    const failed = (at: Date, buildId: string) => recordFailure(api.store.redis, { buildId, message: 'No.', now: at });
    await failed(new Date(Date.now() + 60_000), 'failing');
    expect(await heal()).toBe('later');
    await failed(new Date(Date.now() - 60_000), 'failing again');
    expect(await heal()).toBe('asked');
  });

  test('leaves a long build alone while it sends heartbeats', async () => {
    await requestWithWrite();
    await beginBuild(api.store.redis, { buildId: 'slow', now: new Date(Date.now() - 60 * 60 * 1000) });
    const stop = startHeartbeat(api.store.redis, 'slow');
    await expect.poll(async () => (await state()).building).not.toBeNull();
    expect(await heal()).toBe('under-way');
    stop();
  });

  test('starts a watcher for pending builds, and only for these', async () => {
    await requestWithWrite();
    await heal();
    expect(site.calls).toEqual(['POST /.netlify/functions/background?task=publish-watch']);
    await build();
    await heal();
    expect(site.calls).toHaveLength(1);
  });

  test('requests a build again after one died', async () => {
    await requestWithWrite();
    await beginBuild(api.store.redis, { buildId: 'dead', now: new Date(Date.now() - 60 * 60 * 1000) });
    expect(await heal()).toBe('asked');
  });

  test('requests a build again if the claim was lost with its hook call', async () => {
    await requestWithWrite();
    await releaseClaim(api.store.redis);
    expect(await heal()).toBe('asked');
  });
});

describe('the watcher of pending builds', () => {
  const interval = Number(/^\*\/(\d+) \* \* \* \*$/.exec(config.schedule ?? '')?.[1]) * 60_000;

  /** A clock advanced by hand, also for expiring keys in the store. */
  function clock() {
    const began = Date.now();
    let passed = 0;
    return {
      now: () => new Date(began + passed),
      passed: () => passed,
      async pass(ms: number) {
        passed += ms;
        const { redis } = api.store;
        for (const sign of [keys.waiting, keys.watched]) await redis.pexpire(sign, (await redis.pttl(sign)) - ms);
      },
    };
  }
  const watch = (time: ReturnType<typeof clock>, meanwhile: () => Promise<unknown> = async () => undefined) => {
    const wait = (ms: number) => time.pass(ms).then(meanwhile);
    const env = { BUILD_HOOK_URL: `${hook.url}/hook` };
    const mayGoOn = () => time.passed() < 12 * 60_000;
    return watchPublishing(api.store.redis, env, { now: time.now, wait, mayGoOn });
  };

  test.each<[string, () => Promise<unknown>]>([
    ['before it took up its claim', async () => undefined],
    ['while it ran', () => begin('killed')],
    ['while it ran and the next one was asked for', () => begin('killed').then(requestWithWrite)],
  ])(
    'a build that was killed %s is requested again within one interval, whenever the scheduled check runs',
    async (_, reach) => {
      for (const seconds of [0, 1, 59, 61, 119, 121, interval / 1000 - 1]) {
        await requestWithWrite();
        await reach();
        hook.calls.length = 0;
        const time = clock();
        await time.pass(seconds * 1000);
        expect(await watch(time), `looked at after ${seconds} s`).toBe('asked');
        expect(hook.calls).toEqual(['POST /hook']);
        expect(time.passed()).toBeLessThanOrEqual(interval);
        await build();
      }
    },
  );

  test('leaves a build alone that keeps sending heartbeats', async () => {
    await requestWithWrite();
    await begin('slow');
    hook.calls.length = 0;
    const time = clock();
    const isLong = () => time.passed() > 6 * 60_000;
    const live = () => (isLong() ? build() : beginBuild(api.store.redis, { buildId: 'slow', now: time.now() }));
    expect(await watch(time, live)).toBe('up-to-date');
    expect(isLong()).toBe(true);
    expect(hook.calls).toEqual([]);
  });

  test('runs only once at a time, and hands over to the schedule in the end', async () => {
    await requestWithWrite();
    const time = clock();
    const again = () => claimBuild(api.store.redis);
    expect(await watch(time, again)).toBe('under-way');
    await again();
    expect(await claimWatch(api.store.redis)).toBe(true);
    const other = clock();
    expect([await watch(other), other.passed()]).toEqual(['elsewhere', 0]);
  });
});
