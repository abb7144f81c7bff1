import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepWritten } from '../../../src/transfer/server/store/written-exports.ts';
import { digestOf } from '../../../src/transfer/server/export/scheduled/export-target.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { exportTo, places } from '../../support/export-places.ts';

let api: Api;
let ann: Person;
let people = 0;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());
beforeEach(async () => {
  ann = await api.signUp(`ann_names_${(people += 1)}`);
});

async function write(title: string, body = `Text of ${title}.`) {
  const answer = await api.call('POST', '/api/notes', {
    cookie: ann.cookie,
    body: { title, body, visibility: 'private' },
  });
  return answer.body.note ?? expect.fail();
}

async function call(note: { uuid: string }, title: string, rev = 1) {
  await api.call('PATCH', `/api/notes/${note.uuid}`, { cookie: ann.cookie, body: { rev, title } });
}

const end = ({ uuid }: { uuid: string }) => `(${uuid.slice(-12)})`;

describe.each(['webdav', 'git'] as const)('files at a scheduled export’s destination (%s)', (kind) => {
  let there: Awaited<ReturnType<(typeof places)[typeof kind]>>;
  beforeEach(async () => {
    there = await places[kind]();
    return () => there.stop();
  });

  async function bring(): Promise<{ written: number; removed: number; left: string[] }> {
    const done = await exportTo(api, ann, { kind, url: there.url });
    expect(done.failure).toBeNull();
    const { at: _, ...last } = done.last ?? expect.fail();
    return last;
  }

  test('are named after their notes’ titles, and links lead to them', async () => {
    const [one, other] = [await write('Plan: A/B?'), await write('plan a B')];
    const same = await write('Plan a b');
    const asking = await write('Asks', `To [[Plan: A/B?]], [[plan a b]] and [it](/note/item?uuid=${same.uuid}).`);
    expect(await bring()).toEqual({ written: 4, removed: 0, left: [] });
    const names = [`Asks.md`, `Plan A B ${end(one)}.md`, `Plan a b ${end(same)}.md`, 'plan a B.md'];
    expect(await there.names()).toEqual(names.sort());
    const text = await there.read('Asks.md');
    expect(text).toContain(
      `\nTo [Plan: A/B?](Plan%20A%20B%20%28${one.uuid.slice(-12)}%29.md), [[plan a b]] and [it](Plan%20a%20b%20%28${same.uuid.slice(-12)}%29.md).\n`,
    );
    expect([asking.title, other.title]).toEqual(['Asks', 'plan a B']);
  });

  test('that swap names, or take over the name of a deleted note, leave no old files behind', async () => {
    const [one, other, gone] = [await write('One'), await write('Other'), await write('Gone')];
    await bring();
    await call(one, 'Between');
    await call(other, 'One');
    await call(one, 'Other', 2);
    await api.call('DELETE', `/api/notes/${gone.uuid}`, { cookie: ann.cookie });
    const next = await write('Gone', 'Of another.');
    expect(await bring()).toMatchObject({ left: [] });
    expect(await there.names()).toEqual(['Gone.md', 'One.md', 'Other.md']);
    expect(await there.read('Gone.md')).toContain(next.uuid);
    expect(await there.read('One.md')).toContain(other.uuid);
    expect(await there.read('Other.md')).toContain(one.uuid);
    expect(await bring()).toEqual({ written: 0, removed: 0, left: [] });
  });

  test('exist once after a change of case in the title', async () => {
    const note = await write('plan');
    await bring();
    await call(note, 'Plan');
    expect(await bring()).toMatchObject({ written: 1, left: [] });
    expect(await there.names()).toEqual(['Plan.md']);
  });

  test('named by an earlier version are renamed, except one that its owner changed', async () => {
    await bring();
    const [kept, changed] = [await write('Kept one'), await write('Changed one')];
    const old = { [kept.uuid]: 'kept-one-0123.md', [changed.uuid]: 'changed-one-0123.md' };
    for (const name of Object.values(old)) await there.put(name, 'As it was.');
    const written = Object.entries(old).map(
      ([uuid, name]) => [uuid, { name, digest: digestOf('As it was.') }] as const,
    );
    await keepWritten(api.store.redis, ann.user.id, new Map(written));
    await there.put('changed-one-0123.md', 'My own words.');
    expect(await bring()).toEqual({ written: 1, removed: 0, left: ['changed-one-0123.md'] });
    expect(await there.names()).toEqual(['Kept one.md', 'changed-one-0123.md']);
  });

  test('get part of the note’s id in their name where the owner has a file with that name', async () => {
    await bring();
    await there.put('Plan.md', 'My own plan.');
    const note = await write('Plan');
    for (const written of [1, 0]) {
      expect(await bring()).toEqual({ written, removed: 0, left: [] });
      expect(await there.names()).toEqual([`Plan ${end(note)}.md`, 'Plan.md'].sort());
      expect(await there.read('Plan.md')).toBe('My own plan.');
    }
  });
});
