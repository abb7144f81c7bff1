import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { placeLinks } from '../../../src/notes/server/notes.ts';
import type { Note } from '../../../src/notes/model/note.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import {
  countsOf,
  exportOf,
  importedFields,
  importItems,
  notesOf,
  privateNote,
  sendFile,
} from '../../support/imports.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterEach(async () => {
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  expect(await examine(api.store.redis)).toEqual([]);
});
afterAll(() => api.stop());

const pageOf = (url: string, words = 'Words.') => {
  const facts = { title: 'A page', description: '', author: '', site: '', language: '' };
  const at = '2020-01-01T00:00:00.000Z';
  return {
    url,
    at,
    html: `<p>${words}</p>`,
    minutes: 1,
    facts: { ...facts, published: null, image: null, canonical: null },
  };
};

test('the number that each linkding gives its bookmarks makes no two of them the same', async () => {
  const person = await api.signUp('two_instances');
  const at = '2024-01-01T00:00:00Z';
  const more = { title: 'A', description: '', tag_names: [], is_archived: false, date_added: at, date_modified: at };
  const exported = (host: string) => JSON.stringify({ results: [{ id: 7, url: `https://${host}.example/`, ...more }] });
  const reports = [await sendFile(api, person, exported('one')), await sendFile(api, person, exported('two'))];
  expect(reports.map(({ report }) => countsOf(report))).toEqual([
    [1, 0, 0],
    [1, 0, 0],
  ]);
});

test('highlights that are imported on the page keep the state of their review', async () => {
  const person = await api.signUp('reviews_again');
  const reviews = [{ step: 3, due: '2026-01-02T03:04:05.000Z' }, { step: 0, due: null }, undefined];
  const highlights = reviews.map((review, at) => ({
    ...{ quote: `Words ${at}`, comment: '', prefix: '', suffix: '', start: at },
    ...(review && { review }),
  }));
  await importItems(api, person, [[{ title: 'Read', url: 'https://read.example/', highlights }]]);
  const json = JSON.parse(new TextDecoder().decode(await exportOf(person, 'json'))) as {
    notes: { highlights: { review?: unknown }[] }[];
  };
  expect(json.notes[0]?.highlights.map(({ review }) => review)).toEqual(reviews);
});

test('what a merged item says of its state, its times and who may read it is kept beside the note, once', async () => {
  const person = await api.signUp('says_otherwise');
  const first = { title: 'Twice', url: 'https://twice.example/', at: '2020-01-01T00:00:00.000Z' };
  const [readAt, changedAt] = ['2021-01-01T00:00:00.000Z', '2022-01-01T00:00:00.000Z'];
  const other = { ...first, state: 'archived', readAt, changedAt, shared: true } as const;
  const lists = [[{ ...first, state: 'toread', shared: false } as const], [other], [other]];
  const { lines } = await importItems(api, person, lists, 'kept');
  const said = { state: 'archived', read: readAt, changed: changedAt, visibility: 'public' };
  expect(await importedFields(api, lines[0]?.uuid)).toEqual(said);
  expect(lines.map(({ aside }) => aside)).toEqual([undefined, Object.keys(said), undefined]);
});

test('a copy is said to be left out only if its text is another than that of the note’s copy', async () => {
  const person = await api.signUp('has_a_copy');
  const url = 'https://copied.example/';
  const itemWith = (words: string) => [{ title: 'Copied', url, copy: pageOf(url, words) }];
  const { lines } = await importItems(api, person, ['Words.', 'Words.', 'Later words.'].map(itemWith));
  const expected = [undefined, undefined, ['the copy of its page, as you already have one']];
  expect(lines.map(({ leftOut }) => leftOut)).toEqual(expected);
  const own = new TextDecoder().decode(await exportOf(person, 'json'));
  for (const file of [own, own.replace('Words.', 'Former words.')]) {
    const { report } = await sendFile(api, person, file);
    expect(report.lines.map(({ outcome, leftOut }) => [outcome, leftOut])).toEqual([['merged', undefined]]);
  }
});

test('a field of a file is kept beside what the file says differently under the same name', async () => {
  const person = await api.signUp('names_alike');
  const first = { title: 'Alike', url: 'https://alike.example/', state: 'toread' } as const;
  const imported = { state: 'Bavaria', visibility: 'ten miles' };
  const lists = [[first], [{ ...first, state: 'archived', imported } as const]];
  const { lines } = await importItems(api, person, lists);
  expect(await importedFields(api, lines[0]?.uuid)).toEqual({ ...imported, 'merged state': 'archived' });
});

test('a merge adds as much of a long list as fits beside what the note has, and undo removes just that', async () => {
  const person = await api.signUp('long_lists');
  const item = { title: 'Long', url: 'https://long.example/' };
  const passages = (word: string, count: number) => Array.from({ length: count }, (_, at) => `${word} ${at}`);
  const had = { places: passages('Page', 300), author: 'Jo', about: 'x'.repeat(3000) };
  const { lines } = await importItems(api, person, [[{ ...item, imported: had }]]);
  const uuid = lines[0]?.uuid;
  const more = ['Line', 'Verse', 'Leaf'].map((word) => ({ ...item, imported: { places: passages(word, 100) } }));
  const { report } = await sendFile(
    api,
    person,
    JSON.stringify(more.map(({ imported, ...rest }) => ({ ...rest, ...imported }))),
  );
  const { places, ...others } = (await importedFields(api, uuid)) as typeof had;
  const all = [had, ...more.map(({ imported }) => imported)].flatMap((fields) => fields.places);
  expect({ ...others, places: places.slice(0, 300) }).toEqual(had);
  expect(places).toEqual(all.slice(0, places.length));
  expect(report.lines.map(({ leftOut }) => leftOut)).toEqual([
    undefined,
    [`places (${500 - places.length} of 500)`],
    [`places (100 of ${places.length + 100})`],
  ]);
  await api.call('POST', `/api/imports/${report.import.id}/undo`, { cookie: person.cookie });
  expect(await importedFields(api, uuid)).toEqual(had);
});

test('a passage that is too long for a highlight is kept beside the note, and named', async () => {
  const person = await api.signUp('long_passage');
  const around = { comment: 'Mine', prefix: '', suffix: '', start: 0 };
  const quote = `All of it: ${'word '.repeat(900)}end`;
  const highlights = [quote, 'Short'].map((each) => ({ ...around, quote: each }));
  const { lines } = await importItems(api, person, [[{ title: 'Long', url: 'https://passage.example/', highlights }]]);
  expect(lines[0]).toMatchObject({
    outcome: 'kept',
    says: 'Too long to be highlights here: “All of it: word word word word word word…”.',
    aside: ['long highlights'],
  });
  expect(await importedFields(api, lines[0]?.uuid)).toEqual({ 'long highlights': [`${quote}\n\nMine`] });
});

test('a passage that is too long even for that goes into the text, unless others read it', async () => {
  const person = await api.signUp('longer_passage');
  const around = { comment: 'Mine', prefix: '', suffix: '', start: 0 };
  const long = '書'.repeat(4001);
  const short = 'word '.repeat(900);
  const highlights = [long, short].map((quote) => ({ ...around, quote }));
  const item = { title: 'Long', url: 'https://longer.example/', body: 'Text.', highlights };
  const { lines } = await importItems(api, person, [[item]]);
  expect(lines[0]).toMatchObject({
    says: expect.stringMatching(/Those that don’t fit beside it are in its text\.$/) as string,
  });
  expect(lines[0]?.leftOut).toBeUndefined();
  expect(await importedFields(api, lines[0]?.uuid)).toEqual({ 'long highlights': [`${short}\n\nMine`] });
  expect((await notesOf(api, person))[0]?.body).toBe(`Text.\n\n> ${long}\n\nMine`);
  const shared = { ...item, url: 'https://longer.example/unlisted' };
  const { lines: others } = await importItems(api, person, [[shared]], 'unlisted');
  expect(others[0]?.leftOut).toEqual(['long highlights (1 of 2)']);
  expect((await notesOf(api, person)).find(({ uuid }) => uuid === others[0]?.uuid)?.body).toBe('Text.');
});

test('when an item was read is kept even if it is to be read again', async () => {
  const person = await api.signUp('reads_again');
  const readAt = '2021-01-01T00:00:00.000Z';
  const item = { title: 'Again', url: 'https://again.example/', state: 'toread', readAt } as const;
  const { lines } = await importItems(api, person, [[item]]);
  expect(await importedFields(api, lines[0]?.uuid)).toEqual({ read: readAt });
});

test('a note without room beside it is not said to lack what it had before', async () => {
  const person = await api.signUp('had_it_before');
  const item = { title: 'First', url: 'https://before.example/' };
  const { lines } = await importItems(api, person, [[{ ...item, imported: { abstract: 'x'.repeat(8170) } }]]);
  const change = { rev: 1, title: 'Second' };
  const path = `/api/notes/${lines[0]?.uuid}`;
  expect((await api.call('PATCH', path, { cookie: person.cookie, body: change })).status).toBe(200);
  const again = await importItems(api, person, [[item], [{ ...item, title: 'Third' }]]);
  expect(again.lines.map(({ outcome, leftOut }) => [outcome, leftOut])).toEqual([
    ['merged', undefined],
    ['merged', ['title']],
  ]);
});

test('passages that are too long are named by their beginnings, and the others counted', async () => {
  const person = await api.signUp('long_passages');
  const highlights = Array.from({ length: 23 }, (_, at) => ({
    ...{ comment: '', prefix: '', suffix: '', start: 0 },
    quote: `${at} `.padEnd(4001, 'x'),
  }));
  const { lines } = await importItems(api, person, [[{ title: 'A', url: 'https://passages.example/', highlights }]]);
  expect(lines[0]?.says).toMatch(/^Too long to be highlights here: “0 x+…”, .*“19 x+…”, 3 more\. /);
});

describe('a link to a former title', () => {
  const targets = ['old title', 'older title'];
  /** A note with a link to another one by a title that it had before. */
  async function renamed(handle: string): Promise<Person> {
    const person = await api.signUp(handle);
    await privateNote(api, person, { title: 'Links', body: 'To [[Older title]] and [[Old title]].' });
    const uuid = await privateNote(api, person, { title: 'Older title', body: 'Text.' });
    for (const [at, title] of ['Old title', 'New title'].entries()) {
      const { cookie } = person;
      expect((await api.call('PATCH', `/api/notes/${uuid}`, { cookie, body: { rev: at + 1, title } })).status).toBe(
        200,
      );
    }
    return person;
  }
  const meant = async ({ user }: Person, titles = targets) => {
    const places = await placeLinks(api.store.redis, { authorId: user.id, own: true, targets: titles });
    return places.map((place) => place?.title);
  };

  test.each(['json', 'markdown', 'site'])('leads to its note after an export as %s', async (format) => {
    const [from, to] = [await renamed(`renames_${format}`), await api.signUp(`receives_${format}`)];
    await sendFile(api, to, await exportOf(from, format), { name: `export.${format === 'json' ? 'json' : 'zip'}` });
    expect(await meant(to)).toEqual(['New title', 'New title']);
    expect((await notesOf(api, to)).map(({ body }) => body)).toContain('To [[Older title]] and [[Old title]].');
  });

  test('stays as it is when something is merged, and former titles are kept beside the note', async () => {
    const [from, to] = [await renamed('renames_into'), await api.signUp('has_the_page')];
    const url = 'https://renamed.example/';
    const uuid = await privateNote(api, to, { title: 'New title', url, body: '' });
    const all = JSON.parse(new TextDecoder().decode(await exportOf(from, 'json'))) as { notes: Note[] };
    const notes = all.notes.map((note) => (note.title === 'New title' ? { ...note, url } : note));
    const { report } = await sendFile(api, to, JSON.stringify({ ...all, notes }));
    expect(report.lines.map(({ outcome, aside }) => [outcome, aside])).toContainEqual([
      'merged',
      expect.arrayContaining(['former titles']),
    ]);
    expect(await importedFields(api, uuid)).toMatchObject({ 'former titles': targets });
    expect(await meant(to)).toEqual([undefined, undefined]);
  });

  test('is one of twenty, and as long as a link may be; the report counts those that are left out', async () => {
    const person = await api.signUp('renames_often');
    const formerTitles = ['x'.repeat(501), 'Half \ud800', ...Array.from({ length: 21 }, (_, at) => `T ${at}`)];
    const [uuid, at] = ['019a0000-0000-7000-8000-0000000000f1', '2024-01-01T00:00:00.000Z'];
    const note = { uuid, rev: 1, icon: null, visibility: 'private', createdAt: at, updatedAt: at, publishedAt: null };
    const notes = [{ ...note, url: null, title: 'Renamed often', body: 'Text.', tags: [], formerTitles }];
    const { report } = await sendFile(api, person, JSON.stringify({ commonplace: 1, notes }));
    expect(report.lines.map(({ leftOut }) => leftOut)).toEqual([['3 former titles']]);
    expect(await meant(person, ['half \ufffd', 't 18', 't 19'])).toEqual(['Renamed often', 'Renamed often', undefined]);
  });
});
