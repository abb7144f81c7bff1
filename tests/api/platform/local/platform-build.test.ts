import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ownCall } from '../../../../src/platform/server/own-call.ts';
import { publishingState } from '../../../../src/publishing/server/store/publishing.ts';
import { startApi, type Api, type Person } from '../../../support/api.ts';
import { platformProject, type PlatformBuild } from '../../../support/platform/platform-build.ts';
import { origin } from '../../../support/servers/origin.ts';

// A whole build takes most of a minute, even on an idle machine.
vi.setConfig({ hookTimeout: 900_000, testTimeout: 900_000 });

const megabyte = 1024 * 1024;

describe('the platform’s own builder', { tags: ['long'] }, () => {
  let api: Api;
  let ann: Person;
  let project: Awaited<ReturnType<typeof platformProject>>;
  let folder: string;
  let functions: Awaited<ReturnType<typeof project.functions>>;
  let first: PlatformBuild;
  let notePath: string;

  const env = () => ({
    SITE_URL: origin,
    UPSTASH_REDIS_REST_URL: api.store.url,
    UPSTASH_REDIS_REST_TOKEN: api.store.token,
    SESSION_SECRET: process.env.SESSION_SECRET ?? '',
  });
  const write = async (title: string) => {
    const body = { title, body: 'Text with `code`.', tags: ['web'], visibility: 'public' };
    const answer = await api.call('POST', '/api/notes', { cookie: ann.cookie, body });
    expect(answer.status).toBe(201);
    await api.settled();
    return answer.body.path ?? '';
  };
  const state = () => publishingState(api.store.redis);

  beforeAll(async () => {
    [api, project, folder] = await Promise.all([
      startApi(),
      platformProject(),
      mkdtemp(path.join(tmpdir(), 'commonplace-built-')),
    ]);
    ann = await api.signUp('ann_publishes');
    notePath = await write('The first note');
    first = await project.build(env());
    if (first.ok) functions = await project.functions(folder);
  });
  afterAll(async () => {
    await Promise.all([api.stop(), project.remove(), rm(folder, { recursive: true, force: true })]);
  });

  test('publishes the content of the store and records it under the id of the build', async () => {
    expect(first.ok, first.output).toBe(true);
    // A function answers at the page's address, and the file is there in case the store is down.
    const [secret = ''] = await readdir(project.at('dist/_built'));
    expect(secret).toMatch(/^[0-9a-f]{32}$/);
    expect(existsSync(project.at(`dist/_built/${secret}${notePath}.html`))).toBe(true);
    expect(existsSync(project.at(`dist${notePath}.html`))).toBe(false);
    expect(existsSync(project.at('dist/index.html'))).toBe(true);
    const { published, head, building, failure } = await state();
    expect(published?.revision).toBe(head);
    expect([building, failure]).toEqual([null, null]);
    const latest = JSON.parse(await readFile(project.at('dist/builds/latest.json'), 'utf8')) as { id: string };
    expect(latest.id).toBe(published?.buildId);
    // The id that a builder without a network gives to every build.
    expect(latest.id).not.toBe('0');
  });

  test('makes no function larger than 15 MB, and all together no larger than 60 MB', async () => {
    const files = await readdir(path.resolve(import.meta.dirname, '../../../../functions'));
    const sizes = Object.fromEntries([...functions].map(([name, { bytes }]) => [name, bytes / megabyte]));
    expect(Object.keys(sizes).sort()).toEqual(files.map((file) => path.parse(file).name).sort());
    expect(Object.entries(sizes).filter(([, size]) => size > 15)).toEqual([]);
    expect(Object.values(sizes).reduce((sum, size) => sum + size)).toBeLessThanOrEqual(60);
  });

  const cookie = () => ({ Cookie: ann.cookie });
  const post = (body: unknown) => ({
    method: 'POST',
    headers: { ...cookie(), 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  /** A request for each function, which has only its own archive, and text that the response contains. */
  const journeys: Record<string, () => Promise<[string, RequestInit, number, string]>> = {
    api: async () => ['/api/_auth/session', { headers: cookie() }, 200, 'ann_publishes'],
    assistant: async () => ['/api/assistant/tags', post({ title: 'Tea', text: 'Tea is a drink.' }), 200, 'tags'],
    background: async () => {
      const key = await ownCall('nothing', process.env.SESSION_SECRET ?? '', new Date());
      return [
        '/.netlify/functions/background?task=nothing',
        { method: 'POST', headers: { 'X-Own-Call': key } },
        404,
        '',
      ];
    },
    capture: async () => ['/api/capture', post({ url: 'http://127.0.0.1/' }), 200, '127.0.0.1'],
    export: async () => ['/api/export?format=json', { headers: cookie() }, 200, 'The first note'],
    health: async () => ['/readyz', {}, 200, '"ready"'],
    import: async () => ['/api/imports', { headers: cookie() }, 200, ''],
    'not-found': async () => ['/nothing/here', {}, 404, 'Page not found: /nothing/here'],
    openapi: async () => ['/api/openapi.json', {}, 200, '/api/notes/{uuid}/comments'],
    pages: async () => [notePath, {}, 200, 'The first note'],
    pictures: async () => [`/note/image/${notePath.split('/')[3] ?? ''}/1.png`, {}, 200, 'PNG'],
    scheduled: async () => ['/', { method: 'POST', body: '{"next_run":"2026-01-01T00:00:00.000Z"}' }, 200, ''],
  };

  test('makes functions that each answer with the content of their own archive only', async () => {
    expect(Object.keys(journeys).sort()).toEqual([...functions.keys()].sort());
    const seen: Record<string, unknown> = {};
    const wanted: Record<string, unknown> = {};
    for (const [name, ask] of Object.entries(journeys)) {
      const [address, init, status, holds] = await ask();
      const running = await functions.get(name)?.start();
      const answer = await running?.call(new Request(origin + address, init));
      const text = (await answer?.text()) ?? '';
      seen[name] = [answer?.status, text.includes(holds) || text];
      wanted[name] = [status, true];
      await running?.stop();
    }
    expect(seen).toEqual(wanted);
  });

  test('reuses its single-file cache, and repeats only what changed', async () => {
    await project.forget();
    // Bundling is already cached.
    for (const name of await readdir(project.at('functions'))) {
      if (name !== 'health.ts') await rm(path.join(project.at('functions'), name));
    }
    const second = await write('The second note');
    const { ok, output } = await project.build(env());
    expect(ok, output).toBe(true);
    expect(output).not.toContain('compiled the templates');
    const [secret = ''] = await readdir(project.at('dist/_built'));
    const pages = await readdir(project.at(`dist/_built/${secret}/note/detail`));
    for (const each of [notePath, second]) expect(pages.join()).toContain(each.split('/')[3]);
    expect((await state()).published?.revision).toBe((await state()).head);
    const cached = (await readdir(project.at('.netlify/cache'), { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && !entry.name.endsWith('.netlify.cache.json'),
    );
    expect(cached.map(({ name }) => name)).toEqual(['build-cache.tar']);
  });

  test('publishes nothing from a deploy preview', async () => {
    await write('The third note');
    const before = await state();
    const { ok, output } = await project.build(env(), { context: 'deploy-preview' });
    expect(ok, output).toBe(true);
    expect({ ...(await state()), asked: before.asked }).toEqual(before);
  });

  test('records a build that fails after the site was made as failed, under its id', async () => {
    await writeFile(
      project.at('functions/broken.ts'),
      "export { nothing } from './nowhere.ts';\nexport default 1 +;\n",
    );
    expect((await project.build(env())).ok).toBe(false);
    const { building, failure, published, head } = await state();
    expect(building).toBeNull();
    expect(failure?.buildId).toMatch(/^b/);
    expect(published?.revision).toBeLessThan(head);
  });
});
