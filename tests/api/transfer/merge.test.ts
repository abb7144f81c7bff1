import { strFromU8 } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { collectionsOf, uuidsOf } from '../../../src/library/server/collections.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { putRole } from '../../../src/people/server/store/roles.ts';
import { startApi, type Api } from '../../support/api.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import {
  importItems,
  countsOf,
  exportOf,
  notesOf,
  readingOf,
  starredOf,
  sendFile,
  importedFields,
  privateNote,
  type Item,
} from '../../support/imports.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterEach(async () => {
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  expect(await examine(api.store.redis)).toEqual([]);
});
afterAll(() => api.stop());

const addressOf = (title: string) => `https://own.example/${encodeURIComponent(title)}`;

describe('an imported item that already exists', () => {
  const url = 'https://twice.example/page';
  const first: Item = { title: 'Twice', url, tags: ['one'], folders: [['Cooking', 'Bread']], body: 'First words.' };
  const second: Item = {
    ...first,
    tags: ['two'],
    folders: [['Travel']],
    body: 'Other words.',
    favourite: true,
    imported: { rating: 5 },
  };

  test.each([
    ['part', (a: Item, b: Item) => [[a, b]]],
    ['file', (a: Item, b: Item) => [[a], [b]]],
  ])('in the same %s is merged: tags, folders, text, star and other fields', async (what, lists) => {
    const person = await api.signUp(`twice_in_${what}`);
    const report = await importItems(api, person, lists(first, second));
    expect(countsOf(report)).toEqual([1, 1, 0]);
    const [note, ...more] = await notesOf(api, person);
    expect(more).toEqual([]);
    expect(note).toMatchObject({ body: 'First words.\n\nOther words.', tags: ['one', 'two'] });
    expect(await importedFields(api, note?.uuid)).toEqual({ folders: ['Cooking / Bread', 'Travel'], rating: 5 });
    const own = await collectionsOf(api.store.redis, person.user.id);
    const inside = await Promise.all(own.map(async ({ id, name }) => [name, await uuidsOf(api.store.redis, id)]));
    expect(Object.fromEntries(inside)).toEqual({ Cooking: [], Bread: [note?.uuid], Travel: [note?.uuid] });
    expect(report.lines[1]).toMatchObject({ outcome: 'merged', uuid: note?.uuid, with: 'Twice', aside: ['rating'] });
    expect(report.import).toMatchObject({ aside: 1 });
    expect([await starredOf(api, person), await readingOf(api, person, 'toread')]).toEqual([['Twice'], []]);
  });

  test('is merged into the existing note once, and what its author removes is not added again', async () => {
    const person = await api.signUp('had_it');
    const uuid = await privateNote(api, person, { title: 'By hand', url, body: 'My own.', tags: ['mine'] });
    expect(countsOf(await importItems(api, person, [[first]]))).toEqual([0, 1, 0]);
    const [note] = await notesOf(api, person);
    expect(note).toMatchObject({ uuid, title: 'By hand', body: 'My own.\n\nFirst words.', rev: 2 });
    expect(await importedFields(api, uuid)).toMatchObject({ title: 'Twice' });
    const patch = { rev: 2, body: 'My own.', tags: ['mine'] };
    await api.call('PATCH', `/api/notes/${uuid}`, { cookie: person.cookie, body: patch });
    await importItems(api, person, [[first]]);
    expect((await notesOf(api, person))[0]).toMatchObject({ rev: 3, body: 'My own.', tags: ['mine'] });
  });

  test('is matched by its whole address, so two sections of a page are two notes', async () => {
    const person = await api.signUp('sections');
    const items = ['#a', '#b', '#a', ''].map((hash) => ({
      title: `At ${hash}`,
      url: `https://long.example/page${hash}`,
    }));
    expect(countsOf(await importItems(api, person, [items]))).toEqual([3, 1, 0]);
    expect(countsOf(await importItems(api, person, [items]))).toEqual([0, 4, 0]);
    const { body } = await api.call('POST', '/api/capture', { cookie: person.cookie, body: { url: items[0]?.url } });
    expect((body as unknown as { before: { own: unknown[] } }).before.own).toHaveLength(3);
  });

  test('is not matched by a program’s id if its address is another one', async () => {
    const person = await api.signUp('two_addresses');
    const source = 'raindrop:1';
    const other = { title: 'Other', url: 'https://other.example/', source };
    const text = { title: 'A text', source: 'bear:1' };
    const lists = [[{ title: 'One', url, source }, other], [other], [text], [{ ...text, title: 'Changed there' }]];
    expect(countsOf(await importItems(api, person, lists))).toEqual([3, 2, 0]);
    // All in one millisecond, perhaps, so they come in any order.
    expect(new Set((await notesOf(api, person)).map((note) => note.url))).toEqual(new Set([url, other.url, null]));
  });

  test('without an address or id is matched by title and text, also against notes written by hand', async () => {
    const person = await api.signUp('same_text');
    const uuid = await privateNote(api, person, { title: 'A thought', body: 'About nothing.' });
    const report = await importItems(api, person, [
      [{ title: 'A thought', body: 'About nothing.', tags: ['thought'] }, { title: 'A thought' }],
    ]);
    expect(countsOf(report)).toEqual([1, 1, 0]);
    expect(report.lines[0]).toMatchObject({ outcome: 'merged', uuid });
    expect((await notesOf(api, person))[0]).toMatchObject({ tags: ['thought'] });
  });

  test('adds nothing private to a note that others can read', async () => {
    const person = await api.signUp('shown_note');
    await putRole(api.store.redis, person.user.id, 'owner');
    const uuid = await privateNote(api, person, { title: 'Shown', url, visibility: 'public' });
    const report = await importItems(api, person, [[{ ...first, body: 'For me alone.' }]]);
    expect((await notesOf(api, person))[0]).toMatchObject({ rev: 1, body: '', tags: [] });
    expect(await importedFields(api, uuid)).toMatchObject({ text: 'For me alone.', tags: ['one'] });
    expect(report.lines[0]?.aside).toEqual(expect.arrayContaining(['text', 'tags']));
    const seen = await api.call('GET', `/api/notes/${uuid}`);
    expect(JSON.stringify(seen.body)).not.toContain('For me alone');
    await importItems(api, person, [[{ ...first, body: 'For all.', url: `${url}?utm_source=x` }]], 'public');
    expect((await notesOf(api, person))[0]).toMatchObject({ body: 'For all.', tags: ['one'] });
  });
});

describe('imported data without a field of its own', () => {
  test('is stored with the note, survives edits and is exported', async () => {
    const person = await api.signUp('sets_aside');
    const long = 'a folder whose name goes on and on, far beyond what even the name of a collection may have';
    const item: Item = {
      title: `Long ${'and longer '.repeat(30)}`,
      url: 'https://aside.example/',
      tags: Array.from({ length: 10 }, (_, at) => `tag ${at}`),
      folders: [[long]],
      imported: { stars: 4, cover: 'https://aside.example/cover.png', notes: ['a', 'b'] },
    };
    const report = await importItems(api, person, [[item]]);
    expect(report.lines[0]).toMatchObject({
      outcome: 'kept',
      aside: ['title', 'tags', 'folders', 'stars', 'cover', 'notes'],
    });
    const [note] = await notesOf(api, person);
    expect(note?.body).toBe('');
    const kept = { title: item.title.trim(), tags: ['tag 8', 'tag 9'], folders: [long], ...item.imported };
    expect(await importedFields(api, note?.uuid)).toEqual(kept);
    const patch = { rev: 1, title: 'Shorter' };
    await api.call('PATCH', `/api/notes/${note?.uuid}`, { cookie: person.cookie, body: patch });
    const file = await exportOf(person, 'json');
    expect(JSON.parse(strFromU8(file))).toMatchObject({ notes: [{ imported: kept }] });
    const other = await api.signUp('takes_it');
    await sendFile(api, other, file);
    expect(await importedFields(api, (await notesOf(api, other))[0]?.uuid)).toEqual(kept);
    for (const place of ['notes', 'bin'])
      await api.call('DELETE', `/api/${place}/${note?.uuid}`, { cookie: person.cookie });
    expect(await importedFields(api, note?.uuid)).toBeNull();
  });

  test('is reported as left out beyond the size limit', async () => {
    const person = await api.signUp('brings_much');
    const imported = { small: 'x', large: 'y'.repeat(9000) };
    const report = await importItems(api, person, [[{ title: 'Much', imported, aside: ['the file a.pdf'] }]]);
    expect(await importedFields(api, report.lines[0]?.uuid)).toEqual({ small: 'x' });
    expect(report.lines[0]).toMatchObject({ aside: ['small'], leftOut: ['large', 'the file a.pdf'] });
    expect(report.lines[0]?.says).toBe('It came with more than can be kept.');
  });
});

describe('files exported by the product', () => {
  test('undo removes what they added to the reading list, even after a concurrent edit and a repeated write', async () => {
    const person = await api.signUp('merges_twice');
    const { cookie } = person;
    const user = { ...person.user, bio: '', createdAt: '2026-01-01T00:00:00.000Z' };
    const uuid = await privateNote(api, person, { title: 'Mine', url: 'https://twice.example/' });
    const { openImport } = await import('../../../src/transfer/server/import/import-file.ts');
    const { importPart } = await import('../../../src/transfer/server/import/imports.ts');
    const asked = { name: 'f', format: 'Test', size: 1, fingerprint: 'e'.repeat(64), visibility: 'private' } as const;
    const begun = await openImport(api.store.redis, user, asked, { now: new Date() });
    const item = {
      title: 'Mine',
      url: 'https://twice.example/',
      body: '',
      tags: [],
      state: 'toread' as const,
      favourite: true,
    };
    const part = { from: 0, entries: [{ place: 'item 1', item }], last: true };
    // The first wait comes before the write, as if nothing were stored; the others each time it is planned and written.
    let awaits = 0;
    const editBeforeThird = async () => {
      awaits += 1;
      if (awaits === 3)
        await api.call('PATCH', `/api/notes/${uuid}`, { cookie, body: { rev: 1, body: 'Other words.' } });
      return { ok: true };
    };
    const then = (go: (taken: object) => void) => void editBeforeThird().then(go);
    const before = { then } as unknown as ReturnType<typeof importPart>;
    const taken = await importPart(api.store.redis, user, begun.import, part, new Date(), { before });
    expect(taken).toMatchObject({ ok: true, import: { kept: 0, merged: 1 } });
    expect(awaits).toBe(5);
    expect(await readingOf(api, person, 'toread')).toEqual([['Mine', true]]);
    const undone = await api.call('POST', `/api/imports/${begun.import.id}/undo`, { cookie });
    expect(undone.body).toMatchObject({ import: { state: 'undone', undone: { left: 0 } } });
    expect(await readingOf(api, person, 'toread')).toEqual([]);
    expect(await notesOf(api, person)).toMatchObject([{ title: 'Mine', body: 'Other words.' }]);
  });

  test('restore reading list states and stars on notes that have new ids', async () => {
    const person = await api.signUp('lost_it');
    const uuids: string[] = [];
    for (const title of ['One', 'Two']) uuids.push(await privateNote(api, person, { title, url: addressOf(title) }));
    const { cookie } = person;
    await api.call('PUT', `/api/notes/${uuids[0]}/save`, { cookie, body: { state: 'archived', favourite: true } });
    await api.call('PUT', `/api/notes/${uuids[1]}/save`, { cookie, body: { state: 'reading', progress: 0.5 } });
    const file = await exportOf(person, 'json');
    for (const uuid of uuids) await api.call('DELETE', `/api/notes/${uuid}`, { cookie });
    const other = await api.signUp('second_account');
    for (const who of [person, other]) {
      expect(countsOf((await sendFile(api, who, file)).report)).toEqual([4, 0, 0]);
      expect(await readingOf(api, who, 'archived')).toEqual([['One', true]]);
      expect(await readingOf(api, who, 'reading')).toEqual([['Two', false]]);
      expect(countsOf((await sendFile(api, who, file)).report)).toEqual([0, 4, 0]);
    }
  });

  test('add no copies of texts when their bookmarks are imported into the account that has them', async () => {
    const person = await api.signUp('has_texts');
    await privateNote(api, person, { title: 'A text', body: 'Of some\n\nlines.' });
    await privateNote(api, person, { title: 'A shown text', body: 'Of words.', visibility: 'unlisted' });
    const file = await exportOf(person, 'netscape');
    const { report } = await sendFile(api, person, file);
    expect([...countsOf(report), report.import.aside]).toEqual([0, 2, 0, 0]);
    expect(await notesOf(api, person)).toHaveLength(2);
    const [gone] = await notesOf(api, person);
    await api.call('DELETE', `/api/notes/${gone?.uuid}`, { cookie: person.cookie });
    expect(countsOf((await sendFile(api, person, file)).report)).toEqual([1, 1, 0]);
    expect((await notesOf(api, person)).map(({ kind, title }) => [kind, title]).sort()).toEqual([
      ['text', 'A shown text'],
      ['text', 'A text'],
    ]);
  });

  test('keep separate notes separate, even if they have the same content', async () => {
    const person = await api.signUp('has_doubles');
    for (const at of [1, 2]) await privateNote(api, person, { title: `Double ${at}`, url: addressOf('double') });
    for (const at of [1, 2]) await privateNote(api, person, { title: 'Same', body: 'Same.', tags: [`tag-${at}`] });
    const other = await api.signUp('gets_doubles');
    expect(countsOf((await sendFile(api, other, await exportOf(person, 'json'))).report)).toEqual([4, 0, 0]);
  });
});
