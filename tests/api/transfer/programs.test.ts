import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Copy } from '../../../src/capture/model/capture.ts';
import type { Highlight } from '../../../src/library/model/highlight.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { zipOf } from '../../support/import-files.ts';
import {
  countsOf,
  notesOf,
  readingOf,
  sendFile,
  sendFixture,
  importedFields,
  type Report,
} from '../../support/imports.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterEach(async () => expect(await examine(api.store.redis)).toEqual([]));
afterAll(() => api.stop());

let count = 0;
const somebody = () => api.signUp(`from_elsewhere_${(count += 1)}`);
const noteOf = async (person: Person, title: string) => {
  const note = (await notesOf(api, person)).find((each) => each.title === title);
  return { ...note, uuid: note?.uuid ?? '' };
};
const keptOf = async ({ cookie }: Person, uuid: string) => {
  const answers = await Promise.all(
    ['copy', 'highlights'].map((what) => api.call('GET', `/api/notes/${uuid}/${what}`, { cookie })),
  );
  return Object.assign({}, ...answers.map(({ body }) => body)) as { copy: Copy | null; highlights: Highlight[] };
};

describe('every item of a file is kept, merged or refused, and importing the file again adds nothing', () => {
  test.each<[string, [kept: number, merged: number, refused: number]]>([
    ['pinboard.json', [2, 0, 0]],
    ['linkding.json', [3, 0, 0]],
    ['linkding.csv', [1, 0, 0]],
    ['shaarli.json', [2, 0, 0]],
    ['readability.json', [2, 0, 1]],
    ['karakeep.json', [4, 0, 1]],
    ['karakeep.csv', [3, 0, 0]],
    ['readwise-reader.json', [3, 0, 0]],
    ['linkwarden.json', [3, 0, 0]],
    ['wallabag-1.json', [1, 0, 0]],
    ['wallabag-2.json', [2, 0, 0]],
    ['omnivore/metadata_0_to_20.json', [2, 0, 0]],
    ['hypothesis.json', [2, 0, 0]],
    ['chrome-bookmarks.json', [3, 0, 0]],
    ['firefox-backup.json', [1, 1, 1]],
    ['hacker-news.json', [2, 0, 0]],
    ['hacker-news-search.json', [1, 0, 0]],
    ['references.json', [3, 0, 0]],
    ['references.bib', [3, 0, 1]],
    ['zotero.csv', [2, 0, 0]],
    ['matter.csv', [2, 0, 0]],
    ['pocket.csv', [2, 0, 0]],
    ['instapaper.csv', [3, 0, 0]],
    ['instapaper-old.csv', [1, 0, 0]],
    ['raindrop.csv', [2, 0, 0]],
    ['readwise.csv', [2, 0, 0]],
    ['readwise-highlights.csv', [2, 0, 0]],
    ['any-table.csv', [2, 0, 1]],
    ['any.json', [2, 0, 3]],
    ['any.jsonl', [3, 0, 1]],
  ])('%s', async (name, [added, merged, refused]) => {
    const person = await somebody();
    const { report } = await sendFixture(api, person, name);
    expect(report.lines.filter(({ outcome, says }) => outcome === 'refused' && !says)).toEqual([]);
    expect(countsOf(report)).toEqual([added, merged, refused]);
    expect(countsOf((await sendFixture(api, person, name)).report)).toEqual([0, added + merged, refused]);
    expect(await notesOf(api, person)).toHaveLength(added);
  });
});

test('lists, stars and fields without a place of their own are imported', async () => {
  const person = await somebody();
  await sendFixture(api, person, 'karakeep.json');
  const note = await noteOf(person, 'A link kept');
  expect(note).toMatchObject({ tags: ['keep', 'ai'] });
  expect(await importedFields(api, note.uuid)).toEqual({
    folders: ['Reading / Later', 'Reading'],
    'customMetadata.rating': '5',
  });
  expect(await readingOf(api, person, 'archived')).toEqual([['A link kept', false]]);
  expect(await readingOf(api, person, 'toread')).toEqual([['A link liked', true]]);
});

test('a film that is liked, rated and watched at Letterboxd is one note, which was seen and has a star', async () => {
  const person = await somebody();
  const film = 'Date,Name,Year,Letterboxd URI\n2024-03-02,The Dyer,1974,https://boxd.it/zz01\n';
  const files = { 'likes/films.csv': film, 'ratings.csv': film, 'watched.csv': film };
  expect(countsOf((await sendFile(api, person, zipOf(files))).report)).toEqual([1, 2, 0]);
  expect(await readingOf(api, person, 'archived')).toEqual([['The Dyer (1974)', true]]);
  expect(await readingOf(api, person, 'toread')).toEqual([]);
});

test('highlights attach to their page’s note, with their comments', async () => {
  const person = await somebody();
  await sendFixture(api, person, 'hypothesis.json');
  const { uuid } = await noteOf(person, 'The overshot wheel');
  expect((await keptOf(person, uuid)).highlights).toMatchObject([
    { quote: 'buckets on its rim', start: 100 },
    { quote: 'the weight of water, not its speed', comment: 'So it is.', start: 900 },
  ]);
});

test('wallabag articles are imported as copies of their pages', async () => {
  const person = await somebody();
  await sendFixture(api, person, 'wallabag-2.json');
  const { uuid } = await noteOf(person, 'A newer bag');
  const { copy, highlights } = await keptOf(person, uuid);
  expect(copy).toMatchObject({ html: "<p>Somebody's article</p>", at: '2016-09-08T09:55:58.000Z', minutes: 5 });
  expect(highlights).toMatchObject([{ quote: 'It says', comment: 'I say' }]);
});

test('parts of a file that are not items are reported without refusing anything', async () => {
  const person = await somebody();
  const folders = '<DL><p><DT><H3>Empty</H3><DL><p></DL><p><DT><A HREF="https://a.example/">A</A></DL>';
  const { body } = await sendFile(api, person, `<!DOCTYPE NETSCAPE-Bookmark-file-1>${folders}`);
  const report = body as unknown as Report;
  expect([...countsOf(report), report.import.noted]).toEqual([1, 0, 0, 1]);
  expect(report.lines.find(({ outcome }) => outcome === 'noted')).toMatchObject({
    ...{ place: 'line 1', title: 'Empty' },
    says: 'This folder is empty, so no collection was made for it.',
  });
});
