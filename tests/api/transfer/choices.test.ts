import { strFromU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import {
  countsOf,
  exportOf,
  importItems,
  privateNote,
  readingOf,
  sendFile,
  starredOf,
  type Report,
} from '../../support/imports.ts';
import { checkIntegrity } from '../../support/integrity.ts';

let api: Api;
let ann: Person;
let ben: Person;
let ids: { own: string; bens: string; gone: string; comment: string };

const write = async (person: Person, title: string, fields: object = {}) =>
  (await api.call('POST', '/api/notes', { cookie: person.cookie, body: { title, body: 'Text.', ...fields } })).body.note
    ?.uuid ?? '';
const say = async (person: Person, uuid: string, body: string) =>
  (await api.call('POST', `/api/notes/${uuid}/comments`, { cookie: person.cookie, body: { body } })).body.comment?.id ??
  '';

beforeAll(async () => {
  api = await startApi();
  [ann, ben] = [await api.signUp('ann'), await api.signUp('ben')];
  const [own, bens, gone] = [await write(ann, 'Hers'), await write(ben, 'His'), await write(ben, 'Soon gone')];
  ids = { own, bens, gone, comment: await say(ben, own, 'Said by him.') };
  await say(ann, bens, 'Said by her.');
  const put = async (path: string, body?: object) => {
    const answer = await api.call('PUT', path, { cookie: ann.cookie, ...(body ? { body } : {}) });
    expect([path, answer.status]).toEqual([path, 200]);
  };
  await put(`/api/notes/${bens}/vote`);
  await put(`/api/notes/${gone}/vote`);
  await put(`/api/comments/${ids.comment}/vote`);
  await put(`/api/notes/${bens}/save`);
  await put(`/api/notes/${bens}/save`, { state: 'reading', progress: 0.25 });
  await put(`/api/notes/${own}/save`, { state: 'archived' });
  for (const of of ['person/ben', 'tag/css', `thread/${bens}`]) await put(`/api/follows/${of}`);
  for (const of of ['tag/js', 'site/loud.example']) await put(`/api/mutes/${of}`);
  await put('/api/for-you/wishes/tag/html', { way: 'more' });
  await put(`/api/for-you/wishes/note/${bens}`, { way: 'less' });
  const search = { cookie: ann.cookie, body: { query: 'margins of books' } };
  expect((await api.call('POST', '/api/searches', search)).status).toBe(201);
});
afterAll(async () => {
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  await api.stop();
});

/** Undoes all of Ann's settings and choices and deletes her note, through the API as she could. */
async function undoChoices(): Promise<void> {
  const remove = async (path: string) => {
    const answer = await api.call('DELETE', path, { cookie: ann.cookie });
    expect([path, Math.floor(answer.status / 100)]).toEqual([path, 2]);
  };
  for (const uuid of [ids.bens, ids.gone]) await remove(`/api/notes/${uuid}/vote`);
  await remove(`/api/comments/${ids.comment}/vote`);
  for (const uuid of [ids.bens, ids.own]) await remove(`/api/notes/${uuid}/save`);
  for (const of of ['person/ben', 'tag/css', `thread/${ids.bens}`]) await remove(`/api/follows/${of}`);
  for (const of of ['tag/js', 'site/loud.example']) await remove(`/api/mutes/${of}`);
  for (const of of ['tag/html', `note/${ids.bens}`]) await remove(`/api/for-you/wishes/${of}`);
  const { body } = await api.call('GET', '/api/searches', { cookie: ann.cookie });
  for (const { id } of (body as { searches?: { id: string }[] }).searches ?? []) await remove(`/api/searches/${id}`);
}

const json = async (person = ann) => strFromU8(await exportOf(person, 'json'));

describe('a person’s saved choices', () => {
  test('are restored with their original times, byte for byte and only once', async () => {
    const before = await json();
    const file = await exportOf(ann, 'json');
    await undoChoices();
    expect(await json()).not.toBe(before);
    const { report } = await sendFile(api, ann, file);
    expect(countsOf(report)).toEqual([13, 2, 0]);
    expect(await json()).toBe(before);
    expect(report.lines.map(({ title, outcome }) => `${outcome}: ${title}`)).toEqual([
      'merged: Hers',
      'kept: Vote: His',
      'kept: Vote: Soon gone',
      'kept: Vote for a comment: Said by him.',
      'kept: Reading list: His',
      'kept: Reading list: Hers',
      'kept: Follow: ben',
      'kept: Follow: #css',
      'kept: Follow: His',
      'kept: Mute: #js',
      'kept: Mute: loud.example',
      'kept: More of: #html',
      'kept: Less of: His',
      'kept: Saved search: margins of books',
      'merged: Comment: Said by her.',
    ]);
    expect(countsOf((await sendFile(api, ann, file)).report)).toEqual([0, 15, 0]);
    expect(await json()).toBe(before);
  });

  test('are also restored from an account download, after the notes that they refer to', async () => {
    const before = await json();
    const { body } = await api.call('GET', '/api/account/data', { cookie: ann.cookie });
    const { report } = await sendFile(api, ann, JSON.stringify(body));
    const left = report.lines.filter(({ outcome }) => outcome === 'refused');
    expect(countsOf(report).slice(0, 2)).toEqual([0, 15]);
    // Account data itself is not importable, and the report says so.
    expect(left.map(({ place }) => place)).toContain('sessions');
    expect(new Set(left.map(({ says }) => says?.replace(/^(One|\d+) entr(y was|ies were) /, '')))).toEqual(
      new Set(['left out: nothing in it can be imported.', 'left out: nothing in them can be imported.']),
    );
    await undoChoices();
    expect(countsOf((await sendFile(api, ann, JSON.stringify(body))).report).slice(0, 2)).toEqual([13, 2]);
    expect(await json()).toBe(before);
  });

  test('are refused with a reason where they no longer apply, and the rest is imported', async () => {
    const { report } = await sendFile(api, ben, await exportOf(ann, 'json'), { visibility: 'kept' });
    const said = Object.fromEntries(
      report.lines.map(({ title, outcome, says }) => [title, `${outcome} ${says ?? ''}`]),
    );
    expect(said).toMatchObject({
      'Vote: His': 'refused It’s your own, and only others can vote for it.',
      'Vote for a comment: Said by him.': 'refused It’s your own, and only others can vote for it.',
      'Follow: ben': 'refused That’s you.',
      'Follow: #css': 'kept ',
      'Comment: Said by her.': expect.stringContaining('refused Comments aren’t posted again') as string,
    });
    for (const place of ['notes', 'bin']) await api.call('DELETE', `/api/${place}/${ids.gone}`, { cookie: ben.cookie });
    const votes = [{ id: ids.gone, at: '2026-01-01T00:00:00.000Z' }, { id: 5 }];
    const follows = ['person:nobody', 'planet:mars', 'tag:§'].map((id) => ({ id, at: '2026-01-01T00:00:00.000Z' }));
    const mutes = [{ id: 'tag:from-then', at: '2999-01-01T00:00:00.000Z' }];
    const file = JSON.stringify({ commonplace: 1, votes, follows, mutes });
    const lines = (await sendFile(api, ann, file)).report.lines;
    expect(lines.map(({ place, outcome, says }) => [place, outcome, says])).toEqual([
      ['votes, item 1', 'refused', 'This note isn’t here, or you can’t read it.'],
      ['votes, item 2', 'refused', 'This item isn’t in a format we know.'],
      ['follows, item 1', 'refused', 'This person isn’t on this site.'],
      ['follows, item 2', 'refused', 'This item isn’t in a format we know.'],
      ['follows, item 3', 'refused', 'This isn’t a tag.'],
      ['mutes, item 1', 'kept', undefined],
    ]);
    const { mutes: muted } = JSON.parse(await json()) as { mutes: { id: string; at: string }[] };
    expect(Date.parse(muted.find(({ id }) => id === 'tag:from-then')?.at ?? '')).toBeLessThanOrEqual(Date.now());
  });
});

test('the counts of a report add up to the entries of the file, and entries that are not notes are counted separately', async () => {
  const person = await api.signUp('counts_along');
  const at = '2025-01-01T00:00:00.000Z';
  const uuid = (number: number) => `0199aaaa-1111-7111-8111-${String(number).padStart(12, '0')}`;
  const note = (number: number) => ({
    ...{ uuid: uuid(number), rev: 1, title: `N ${number}`, url: null, body: 'Text.', tags: [], icon: null },
    ...{ visibility: 'private', createdAt: at, updatedAt: at, publishedAt: null },
  });
  const file = {
    commonplace: 1,
    notes: [1, 2, 3].map(note),
    readingList: [1, 2].map((number) => ({ id: uuid(number), at })),
    follows: [{ id: 'tag:bread', at }],
    'of another version': [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }],
  };
  const { report } = await sendFile(api, person, JSON.stringify(file));
  expect(countsOf(report)).toEqual([6, 0, 4]);
  expect(report.import.besides).toBe(3);
});

test('undoing an import leaves the star of a note that it put on the reading list, if it had one before', async () => {
  const person = await api.signUp('starred_before');
  const uuid = await privateNote(api, person, { title: 'Mine', url: 'https://starred.example/' });
  await api.call('PUT', `/api/notes/${uuid}/save`, { cookie: person.cookie, body: { favourite: true } });
  await api.call('PUT', `/api/notes/${uuid}/progress`, { cookie: person.cookie, body: { progress: 0.5 } });
  const item = { title: 'Theirs', url: 'https://starred.example/', state: 'archived' as const, favourite: true };
  const readAt = '2025-03-03T00:00:00.000Z';
  const report = await importItems(api, person, [[{ ...item, readAt }]]);
  const { body } = await api.call('GET', '/api/reading-list?state=archived', { cookie: person.cookie });
  expect(body).toMatchObject({ items: [{ title: 'Mine', favourite: true, progress: 0.5, changedAt: readAt }] });
  const undone = await api.call('POST', `/api/imports/${report.import.id}/undo`, { cookie: person.cookie });
  expect(undone.body).toMatchObject({ import: { undone: { left: 0 } } });
  expect([await readingOf(api, person, 'archived'), await starredOf(api, person)]).toEqual([[], ['Mine']]);
});

test('undoing an import removes the star that came with the place, also where it says nothing of the star before', async () => {
  const person = await api.signUp('starred_along');
  const uuid = await privateNote(api, person, { title: 'Mine', url: 'https://along.example/' });
  const item = { title: 'Theirs', url: 'https://along.example/', state: 'archived' as const, favourite: true };
  const { import: one } = await importItems(api, person, [[item]]);
  const done = await api.store.redis.hget<string>(keys.importDone(one.id), uuid);
  const { favourite: _, ...before } = JSON.parse(done ?? '') as { favourite: true };
  await api.store.redis.hset(keys.importDone(one.id), { [uuid]: JSON.stringify(before) });
  await api.call('POST', `/api/imports/${one.id}/undo`, { cookie: person.cookie });
  expect([await readingOf(api, person, 'archived'), await starredOf(api, person)]).toEqual([[], []]);
});

describe('an imported reading list', () => {
  const at = '2025-01-01T00:00:00.000Z';
  const changedAt = '2025-02-02T00:00:00.000Z';
  const undone = async ({ cookie }: Person, { import: { id } }: Report) =>
    expect((await api.call('POST', `/api/imports/${id}/undo`, { cookie })).body).toMatchObject({
      import: { undone: { left: 0 } },
    });
  const sendList = async (person: Person, ...list: object[]) =>
    (await sendFile(api, person, JSON.stringify({ commonplace: 1, readingList: list }))).report;
  const listed = async (person: Person) =>
    (JSON.parse(await json(person)) as { readingList: { id: string }[] }).readingList.toSorted((one, other) =>
      one.id.localeCompare(other.id),
    );

  test('adds to a starred note its state and times, and to a note on the list its star, which undoing removes', async () => {
    const person = await api.signUp('list_over_stars');
    const [starred, archived] = [await write(ben, 'Only starred'), await write(ben, 'Only on the list')];
    const put = (uuid: string, body: object) =>
      api.call('PUT', `/api/notes/${uuid}/save`, { cookie: person.cookie, body });
    await put(starred, { favourite: true, progress: 0.5 });
    await put(archived, { state: 'archived', progress: 0.7 });
    const before = await listed(person);
    const report = await sendList(
      person,
      { id: starred, at, state: 'reading', progress: 0.2, changedAt },
      { id: archived, at, state: 'toread', progress: 0, favourite: true, changedAt },
    );
    expect(countsOf(report)).toEqual([0, 2, 0]);
    const [first, second] = before as [object, object];
    expect(await listed(person)).toEqual([
      { ...first, state: 'reading', changedAt },
      { ...second, favourite: true },
    ]);
    await undone(person, report);
    expect(await listed(person)).toEqual(before);
  });

  test('leaves a note where it is if its author has hidden it since', async () => {
    const person = await api.signUp('list_over_hidden');
    const uuid = await write(ben, 'Hidden');
    await api.call('PUT', `/api/notes/${uuid}/save`, { cookie: person.cookie, body: { state: 'archived' } });
    const hide = { cookie: ben.cookie, body: { rev: 1, visibility: 'private' } };
    expect((await api.call('PATCH', `/api/notes/${uuid}`, hide)).status).toBe(200);
    const report = await sendList(person, { id: uuid, at, state: 'toread', progress: 0, changedAt });
    expect(countsOf(report)).toEqual([0, 1, 0]);
    expect(await api.store.redis.zscore(keys.readingIn(person.user.id, 'toread'), uuid)).toBe(null);
    await undone(person, report);
    expect(await api.store.redis.zscore(keys.readingIn(person.user.id, 'archived'), uuid)).not.toBe(null);
  });
});
