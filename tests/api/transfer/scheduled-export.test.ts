import { pipeline, Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ScheduledExport } from '../../../src/transfer/model/scheduled-export.ts';
import {
  runDueExports,
  runExport,
  schedule,
  scheduledOf,
  readScheduled,
  sealPassword,
} from '../../../src/transfer/server/export/scheduled-export.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { startGitServer } from '../../support/servers/git-server.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';
import { loopbackOnly } from '../../support/browser/pages.ts';
import { startWebdav } from '../../support/servers/webdav.ts';

let api: Api;
let ann: Person;
let people = 0;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.store.redis.del(keys.exportsDue);
  ann = await api.signUp(`ann_${(people += 1)}`);
});

const secret = { username: 'ann', password: 'a password of files' };
const always = { mayGoOn: () => true, reach: loopbackOnly };

async function write(title: string, more: object = {}) {
  const body = { title, body: `Text of ${title}.`, visibility: 'private', ...more };
  const { body: answer } = await api.call('POST', '/api/notes', { cookie: ann.cookie, body });
  return answer.note ?? expect.fail();
}

async function set(kind: 'webdav' | 'git', url: string, more: Partial<ScheduledExport & { password: string }> = {}) {
  const { password = secret.password, branch = 'main', every = 'daily' } = more;
  const place = { kind, url, username: secret.username, branch, every };
  const { redis } = api.store;
  const now = new Date();
  const before = await readScheduled(redis, ann.user.id);
  return schedule(redis, await byAnn(), place, { sealed: await sealPassword(ann.user.id, password, now), before }, now);
}

async function byAnn() {
  const [sid = ''] = await api.store.redis.zrange<string[]>(keys.userSessions(ann.user.id), 0, 0);
  const activity = { kind: 'export-scheduled', at: new Date().toISOString(), device: 'A device' } as const;
  return { sid, userId: ann.user.id, activity };
}

test('a refused request, or one from an ended session, saves nothing and records no activity', async () => {
  const [{ redis }, now] = [api.store, new Date()];
  await set('webdav', 'https://one.example.org/');
  const before = await readScheduled(redis, ann.user.id);
  await set('webdav', 'https://two.example.org/');
  const stored = async () => [await readScheduled(redis, ann.user.id), await redis.zcard(keys.activity(ann.user.id))];
  const [was, by, place] = [await stored(), await byAnn(), before?.place ?? expect.fail()];
  expect(await schedule(redis, by, place, { sealed: undefined, before }, now)).toBe('other');
  expect(await schedule(redis, { ...by, sid: 's_none' }, place, { sealed: 'one', before }, now)).toBe('ended');
  expect(await stored()).toEqual(was);
});

async function run(now = new Date(), options: { mayGoOn?: () => boolean } = {}): Promise<ScheduledExport> {
  await runExport(api.store.redis, ann.user.id, { ...always, ...options, now: () => now });
  return (await scheduledOf(api.store.redis, ann.user.id)) ?? expect.fail();
}

describe('an export to a WebDAV folder', () => {
  let files: Awaited<ReturnType<typeof startWebdav>>;
  beforeEach(async () => {
    files = await startWebdav(secret.username, secret.password);
  });
  afterEach(() => files.stop());

  test('writes the notes as Markdown, later only what changed, and removes deleted notes', async () => {
    const [kept, changed, gone] = [await write('Kept'), await write('Changed'), await write('Gone')];
    await set('webdav', files.url);
    expect(await run()).toMatchObject({ last: { written: 3, removed: 0, left: [] }, failure: null });
    expect(await files.names()).toEqual(['Changed.md', 'Gone.md', 'Kept.md']);
    expect(await files.read('Kept.md')).toContain(`uuid: "${kept.uuid}"`);
    expect(await files.read('Kept.md')).toContain('Text of Kept.');

    const body = { rev: 1, title: 'Called otherwise' };
    await api.call('PATCH', `/api/notes/${changed.uuid}`, { cookie: ann.cookie, body });
    await api.call('DELETE', `/api/notes/${gone.uuid}`, { cookie: ann.cookie });
    await files.write('of-my-own.md', 'Mine.');
    const before = files.calls.length;
    expect(await run()).toMatchObject({ last: { written: 1, removed: 1, left: [] } });
    const writes = files.calls.slice(before).filter((call) => /^(PUT|DELETE)/.test(call));
    expect(writes.map((call) => call.split(' ')[0]).sort()).toEqual(['DELETE', 'DELETE', 'PUT']);
    expect(await files.names()).toEqual(['Called otherwise.md', 'Kept.md', 'of-my-own.md']);
    expect(await run()).toMatchObject({ last: { written: 0, removed: 0 } });
  });

  test('leaves files alone that their owner changed there and reports them, also when the note is deleted', async () => {
    const [edited, long, removed] = [await write('Edited there'), await write('Long'), await write('Edited and gone')];
    await set('webdav', files.url);
    await run();
    const wordsIn = (name: string) => 'My own words. '.repeat(name === 'Long.md' ? 400_000 : 1);
    for (const name of await files.names()) await files.write(name, wordsIn(name));
    const body = { rev: 1, body: 'New text.' };
    for (const { uuid } of [edited, long]) await api.call('PATCH', `/api/notes/${uuid}`, { cookie: ann.cookie, body });
    await api.call('DELETE', `/api/notes/${removed.uuid}`, { cookie: ann.cookie });
    const { last } = await run();
    expect(last).toMatchObject({ written: 0, removed: 0 });
    expect(last?.left.toSorted()).toEqual(await files.names());
    for (const name of await files.names()) expect(await files.read(name)).toBe(wordsIn(name));
  });

  test('resumes where a run had to stop', async () => {
    for (let at = 0; at < 60; at += 1) await write(`Note ${at}`);
    await set('webdav', files.url);
    const asked = Array.from({ length: 13 }, (_, at) => at < 12);
    const part = await run(new Date(), { mayGoOn: () => asked.shift() ?? false });
    expect(part).toMatchObject({ running: { written: 50 }, last: null });
    expect(await files.names()).toHaveLength(50);
    expect(await runDueExports(api.store.redis, { ...always, now: () => new Date() })).toBe(1);
    expect(await scheduledOf(api.store.redis, ann.user.id)).toMatchObject({ running: null, last: { written: 60 } });
    expect(await files.names()).toHaveLength(60);
  });

  test('is due again after a day or a week, and is claimed by one run only', async () => {
    await write('One');
    await set('webdav', files.url, { every: 'weekly' });
    const now = new Date();
    const later = (hours: number) => new Date(now.getTime() + hours * 60 * 60_000);
    const due = (at: Date) => runDueExports(api.store.redis, { ...always, now: () => at });
    expect((await Promise.all([due(now), due(now)])).sort()).toEqual([0, 1]);
    expect([await due(later(6 * 24)), await due(later(7 * 24))]).toEqual([0, 1]);
  });

  test('reports a wrong password, a missing folder and an unreachable server', async () => {
    await set('webdav', files.url, { password: 'wrong' });
    expect((await run()).failure?.why).toContain('refused this user name and password (401)');
    await set('webdav', `${files.url}/there/is/no`);
    expect((await run()).failure?.why).toContain('above this one doesn’t exist');
    await set('webdav', files.url.replace(/:\d+/, ':1'));
    expect((await run()).failure?.why).toContain('doesn’t answer at this port');
  });
});

describe('an export to a Git repository', () => {
  let server: Awaited<ReturnType<typeof startGitServer>>;
  beforeEach(async () => {
    server = await startGitServer(secret.username, secret.password);
  });
  afterEach(() => server.stop());

  const log = async () => (await server.git('log', '--format=%s', 'main')).trim().split('\n');

  test('commits the notes, later only what changed, and leaves other files alone', async () => {
    const [first, second] = [await write('First'), await write('Second')];
    await set('git', server.url);
    expect(await run()).toMatchObject({ last: { written: 2 }, failure: null });
    expect(await log()).toEqual([expect.stringMatching(/^Notes of .*: 2 written, 0 removed$/)]);
    await server.commit('README.md', 'My vault.');
    await api.call('PATCH', `/api/notes/${first.uuid}`, { cookie: ann.cookie, body: { rev: 1, body: 'Other.' } });
    await api.call('DELETE', `/api/notes/${second.uuid}`, { cookie: ann.cookie });
    expect(await run()).toMatchObject({ last: { written: 1, removed: 1 } });
    expect(await server.files()).toEqual(['README.md', 'notes/First.md']);
    expect(await server.read('notes/First.md')).toContain('Other.');
    const commits = (await log()).length;
    expect(await run()).toMatchObject({ last: { written: 0, removed: 0 }, failure: null });
    expect(await log()).toHaveLength(commits);
    expect(await server.git('fsck', '--full', '--strict')).toBe('');
  });

  test('leaves files alone that their owner changed there and reports them', async () => {
    const note = await write('Edited there');
    await set('git', server.url);
    await run();
    const [name = ''] = await server.files();
    await server.commit(name, 'My own words.');
    await api.call('PATCH', `/api/notes/${note.uuid}`, { cookie: ann.cookie, body: { rev: 1, body: 'New.' } });
    expect((await run()).last?.left).toEqual([name.replace('notes/', '')]);
    expect(await server.read(name)).toBe('My own words.');
  });

  test('reports a missing branch, a wrong password and an address that is not a repository', async () => {
    await server.commit('README.md', 'My vault.');
    await set('git', server.url, { branch: 'notes' });
    expect((await run()).failure?.why).toBe('There’s no branch notes in this repository. It has main.');
    await set('git', server.url, { password: 'wrong' });
    expect((await run()).failure?.why).toContain('refused this user name and password');
    await set('git', server.url.replace('vault', 'other'));
    expect((await run()).failure?.why).toContain('no Git repository at this address');
  });

  test('reads only the beginning of an endless list of branches', async () => {
    const lines = (count: number, line: string) =>
      `${(line.length + 4).toString(16).padStart(4, '0')}${line}`.repeat(count);
    let chunks = 0;
    function* list() {
      yield `${lines(1, '# service=git-upload-pack\n')}0000${lines(1, `${'a'.repeat(40)} refs/heads/main\0shallow\n`)}`;
      for (; chunks < 100; chunks += 1) yield lines(2 ** 14, `${'a'.repeat(40)} refs/heads/branch\n`);
    }
    const endless = await startHttpServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/x-git-upload-pack-advertisement' });
      pipeline(Readable.from(list()), response, () => undefined);
    });
    try {
      await set('git', `${endless.url}/notes.git`);
      expect((await run()).failure).not.toBeNull();
      expect(chunks).toBeLessThan(50);
    } finally {
      await endless.stop();
    }
  });

  test('writes nothing where the existing data unpacks to more than a process should hold', async () => {
    await server.commit('zeros.bin', '\0'.repeat(51 * 2 ** 20));
    await write('Kept');
    await set('git', server.url);
    expect((await run()).failure?.why).toBe(
      'The repository can’t be read: it holds a file of more than 50 MB. Use one for this alone.',
    );
  });
});

test('a scheduled export connects only to public internet addresses and follows no redirects', async () => {
  const elsewhere = await startHttpServer((_request, response) => response.writeHead(204).end());
  const leading = await startHttpServer((_request, response) =>
    response.writeHead(302, { Location: `${elsewhere.url}/notes` }).end(),
  );
  try {
    for (const kind of ['webdav', 'git'] as const) {
      await set(kind, leading.url);
      await runExport(api.store.redis, ann.user.id, { now: () => new Date(), mayGoOn: () => true });
      expect((await scheduledOf(api.store.redis, ann.user.id))?.failure?.why).toContain('isn’t on the public internet');
      expect(leading.calls).toEqual([]);
      expect((await run()).failure?.why).toContain(`leads on to ${elsewhere.url}/notes`);
      leading.calls.length = 0;
    }
    expect(elsewhere.calls).toEqual([]);
  } finally {
    await Promise.all([elsewhere.stop(), leading.stop()]);
  }
});
