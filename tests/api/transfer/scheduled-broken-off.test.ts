import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  runExport,
  schedule,
  scheduledOf,
  sealPassword,
} from '../../../src/transfer/server/export/scheduled-export.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { loopbackOnly } from '../../support/browser/pages.ts';
import { startWebdav } from '../../support/servers/webdav.ts';

let api: Api;
let ann: Person;
let there: Awaited<ReturnType<typeof startWebdav>>;
let people = 0;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());
beforeEach(async () => {
  ann = await api.signUp(`ann_broken_${(people += 1)}`);
  there = await startWebdav('ann', 'a password of files');
  await schedule(
    api.store.redis,
    {
      sid: (await api.store.redis.zrange<string[]>(keys.userSessions(ann.user.id), 0, 0))[0] ?? '',
      userId: ann.user.id,
      activity: { kind: 'export-scheduled', at: new Date().toISOString(), device: 'A device' },
    },
    { kind: 'webdav', url: there.url, username: 'ann', branch: 'main', every: 'daily' },
    { sealed: await sealPassword(ann.user.id, 'a password of files', new Date()), before: undefined },
    new Date(),
  );
  return () => there.stop();
});

async function write(title: string, body = `Text of ${title}.`) {
  const sent = { title, body, visibility: 'private' };
  return (await api.call('POST', '/api/notes', { cookie: ann.cookie, body: sent })).body.note ?? expect.fail();
}

async function change({ uuid }: { uuid: string }, body: object) {
  const changed = await api.call('PATCH', `/api/notes/${uuid}`, { cookie: ann.cookie, body });
  expect(changed.status).toBe(200);
}

async function run(mayGoOn = () => true) {
  await runExport(api.store.redis, ann.user.id, { mayGoOn, reach: loopbackOnly, now: () => new Date() });
  return (await scheduledOf(api.store.redis, ann.user.id)) ?? expect.fail();
}

/** A run whose connection breaks off right after its first change at the destination. */
async function breakOff() {
  there.breakOff(true);
  expect((await run()).failure?.why).toContain('couldn’t be reached');
  there.breakOff(false);
}

describe('a file written by a run that was interrupted before recording it', () => {
  test('is written again when the note changes', async () => {
    await run();
    const note = await write('Plan');
    await breakOff();
    expect(await there.names()).toEqual(['Plan.md']);
    await change(note, { rev: 1, body: 'Other words.' });
    expect(await run()).toMatchObject({ failure: null, last: { written: 1, left: [] } });
    expect(await there.read('Plan.md')).toContain('Other words.');
  });

  test('is removed with the note', async () => {
    await run();
    const note = await write('Plan');
    await breakOff();
    await api.call('DELETE', `/api/notes/${note.uuid}`, { cookie: ann.cookie });
    expect(await run()).toMatchObject({ failure: null, last: { removed: 1, left: [] } });
    expect(await there.names()).toEqual([]);
  });

  test('exists under one name only, even if the note was renamed since', async () => {
    const note = await write('Plan');
    await run();
    await change(note, { rev: 1, title: 'Other plan' });
    await breakOff();
    expect(await there.names()).toEqual(['Other plan.md', 'Plan.md']);
    await change(note, { rev: 2, title: 'Last plan' });
    expect(await run()).toMatchObject({ failure: null, last: { left: [] } });
    expect(await there.names()).toEqual(['Last plan.md']);
  });

  test('belongs to the note that took over another note’s name', async () => {
    const [one, other] = [await write('One'), await write('Other')];
    await run();
    await change(one, { rev: 1, title: 'Between' });
    await change(other, { rev: 1, title: 'One' });
    await change(one, { rev: 2, title: 'Other' });
    await breakOff();
    await change(one, { rev: 3, body: 'New.' });
    await change(other, { rev: 2, body: 'New.' });
    expect(await run()).toMatchObject({ failure: null, last: { left: [] } });
    expect(await there.names()).toEqual(['One.md', 'Other.md']);
    expect(await there.read('One.md')).toContain(other.uuid);
    expect(await there.read('Other.md')).toContain(one.uuid);
  });

  test('is left alone if its owner changed it since', async () => {
    await run();
    const note = await write('Plan');
    await breakOff();
    await there.write('Plan.md', `My own words on ${note.uuid}.`);
    await change(note, { rev: 1, body: 'Other words.' });
    expect((await run()).last?.left).toEqual(['Plan.md']);
    expect(await there.read('Plan.md')).toContain('My own words');
  });
});

test('a run that is out of time stops after a few files, also while removing files', async () => {
  const notes = [];
  for (let at = 0; at < 12; at += 1) notes.push(await write(`Note ${at}`));
  for (const written of [4, 8]) {
    expect(await run(() => false)).toMatchObject({ last: null, running: { written } });
    expect(await there.names()).toHaveLength(written);
  }
  expect(await run()).toMatchObject({ running: null, last: { written: 12 } });
  for (const { uuid } of notes) await api.call('DELETE', `/api/notes/${uuid}`, { cookie: ann.cookie });
  expect(await run(() => false)).toMatchObject({ running: { removed: 1 } });
  expect(await there.names()).toHaveLength(11);
  expect(await run()).toMatchObject({ running: null, last: { removed: 12 } });
});
