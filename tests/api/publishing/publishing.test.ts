import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  beginBuild,
  publishingState,
  recordFailure,
  recordPublished,
  releaseClaim,
} from '../../../src/publishing/server/store/publishing.ts';
import { recordOutage } from '../../../src/platform/server/store/meta.ts';
import { putRole } from '../../../src/people/server/store/roles.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { claimBuild } from '../../support/claim-build.ts';

let status = 200;
let hook: Awaited<ReturnType<typeof startHttpServer>>;
let api: Api;
let ada: Person;
beforeAll(async () => {
  hook = await startHttpServer((_, response) => response.writeHead(status).end());
  api = await startApi({ BUILD_HOOK_URL: `${hook.url}/hook` });
  ada = await api.signUp('ada');
});
afterAll(async () => {
  await api.stop();
  await hook.stop();
});
beforeEach(async () => {
  await api.settled();
  await build();
  hook.calls.length = 0;
  status = 200;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const write = (note: object = {}) =>
  api.call('POST', '/api/notes', { cookie: ada.cookie, body: { title: 'A', ...note } });
const state = () => publishingState(api.store.redis);
const begin = (buildId: string) => beginBuild(api.store.redis, { buildId, now: new Date() });
let builds = 0;

async function build(): Promise<void> {
  const buildId = `build-${(builds += 1)}`;
  const { head } = await begin(buildId);
  await recordPublished(api.store.redis, { buildId, revision: head, now: new Date() });
}

describe('after a write', () => {
  test('a burst of twenty requests one build', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => write()));
    await api.settled();
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(hook.calls).toEqual(['POST /hook']);
    expect(await state()).toMatchObject({ waiting: true });
  });

  test('a write during a build requests the next one', async () => {
    await write();
    await api.settled();
    await begin('running');
    await write();
    await write();
    await api.settled();
    expect(hook.calls).toHaveLength(2);
  });

  test('changes that nobody else can read request none', async () => {
    const draft = await write({ visibility: 'draft' });
    await write({ visibility: 'private' });
    await api.call('PATCH', `/api/notes/${draft.body.note?.uuid}`, {
      cookie: ada.cookie,
      body: { rev: 1, title: 'B' },
    });
    await api.call('DELETE', `/api/notes/${draft.body.note?.uuid}`, { cookie: ada.cookie });
    await api.settled();
    expect(hook.calls).toEqual([]);
  });

  test.each([
    ['publishing a draft', { visibility: 'draft' }, { visibility: 'public' }],
    ['unpublishing', {}, { visibility: 'private' }],
    ['editing an unlisted note', { visibility: 'unlisted' }, { body: 'new' }],
    ['deleting', {}, undefined],
  ])('%s requests a build', async (_, note, patch) => {
    const path = `/api/notes/${(await write(note)).body.note?.uuid}`;
    await api.settled();
    await build();
    hook.calls.length = 0;
    if (patch) await api.call('PATCH', path, { cookie: ada.cookie, body: { rev: 1, ...patch } });
    else await api.call('DELETE', path, { cookie: ada.cookie });
    await api.settled();
    expect(hook.calls).toEqual(['POST /hook']);
  });

  test('a failing hook does not fail the write, is logged, and the next write tries again', async () => {
    status = 500;
    expect((await write()).status).toBe(201);
    await api.settled();
    expect(await state()).toMatchObject({ waiting: false });
    expect(vi.mocked(console.warn).mock.calls.flat().join()).toContain('the build hook answered 500');
    status = 200;
    await write();
    await api.settled();
    expect(hook.calls).toHaveLength(2);
  });
});

describe('/api/publish', () => {
  const publish = (cookie?: string) => api.call('POST', '/api/publish', { cookie });

  test('shows everyone the state, and failures only to signed-in people', async () => {
    await recordFailure(api.store.redis, { buildId: 'b', message: '/secret/path is broken', now: new Date() });
    const visitor = await api.call('GET', '/api/publish');
    expect(visitor.body).toMatchObject({ waiting: false, building: null, failure: { message: 'Sign in to see why.' } });
    const author = await api.call('GET', '/api/publish', { cookie: ada.cookie });
    expect(author.body).toEqual(await state());
  });

  test('shows only owners when the store was down and its message', async () => {
    const since = new Date('2026-11-23T10:00:00.000Z');
    const until = new Date('2026-11-23T10:01:00.000Z');
    await recordOutage(api.store.redis, { since, until, words: 'No space left on device' });
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
    expect((await api.call('GET', '/api/publish')).body.outage).toBeUndefined();
    expect((await api.call('GET', '/api/publish', { cookie: ada.cookie })).body.outage).toBeUndefined();
    const owner = await api.signUp('owner');
    await putRole(api.store.redis, owner.user.id, 'owner');
    expect((await api.call('GET', '/api/publish', { cookie: owner.cookie })).body.outage).toEqual({
      since: since.toISOString(),
      until: until.toISOString(),
      words: 'No space left on device',
    });
  });

  test('requests a build and returns the state at once', async () => {
    const answer = await publish(ada.cookie);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ waiting: true });
    expect((await publish(ada.cookie)).status).toBe(202);
    expect(hook.calls).toEqual(['POST /hook']);
  });

  test('says what it is waiting for and until when, and requests overdue builds again', async () => {
    const first = await publish(ada.cookie);
    expect(first.body.asked?.since).toMatch(/Z$/);
    expect(Date.parse(first.body.asked?.until ?? '')).toBeGreaterThan(Date.now());
    await releaseClaim(api.store.redis);
    await claimBuild(api.store.redis, 60, new Date(Date.now() - 20_000));
    expect((await publish(ada.cookie)).status).toBe(202);
    expect(hook.calls).toHaveLength(2);
  });

  test('requests no other build while the one before the waiting one is running', async () => {
    await begin('running');
    await claimBuild(api.store.redis, 60, new Date(Date.now() - 20_000));
    expect((await publish(ada.cookie)).body).toMatchObject({ waiting: true, building: { buildId: 'running' } });
    expect(hook.calls).toEqual([]);
  });

  test('retries a failed build at once, whenever the next retry is due', async () => {
    await recordFailure(api.store.redis, { buildId: 'b', message: 'No.', now: new Date(Date.now() + 60_000) });
    expect((await publish(ada.cookie)).body).toMatchObject({ waiting: true });
    expect(hook.calls).toEqual(['POST /hook']);
  });

  test('requires a session', async () => {
    expect((await publish()).status).toBe(401);
    expect(hook.calls).toEqual([]);
  });

  test('reports that the build service does not respond', async () => {
    status = 500;
    const answer = await publish(ada.cookie);
    expect(answer.status).toBe(503);
    expect(answer.body.detail).toMatch(/^The build service isn’t answering\./);
  });
});
