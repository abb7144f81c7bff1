import { expect, test } from 'vitest';
import { cpuMsOf } from '../../../support/time-limits.ts';
import {
  faultsIn,
  fileOf,
  fixture,
  itemsIn,
  readAll,
  readFixture,
  remarksOf,
  zipOf,
} from '../../../support/import-files.ts';

const times = { at: '2024-03-04T05:06:07.000Z', changedAt: '2024-03-05T05:06:07.000Z' };
const fixtureText = async (name: string) =>
  new TextDecoder().decode(await new Response((await fixture(name)).stream()).arrayBuffer());

test('Simplenote: the first line is the title, and trashed notes are refused by title', async () => {
  const { format, items, faults } = await readFixture('simplenote.json');
  expect(format).toBe('Simplenote (JSON)');
  expect(items).toEqual([
    {
      ...{ title: 'To read', body: 'The long shelf', tags: ['books'], ...times },
      ...{ source: 'simplenote:a1', imported: { pinned: true } },
    },
  ]);
  expect(faults).toEqual(['trashedNotes, item 1: It’s in the trash of Simplenote.']);
});

test('a first line longer than a title stays in the text', async () => {
  const content = `${'long '.repeat(60)}\nMore`;
  const note = { id: 'a', content, creationDate: times.at, lastModified: times.at };
  const { found } = await readAll(fileOf(JSON.stringify({ activeNotes: [note] })));
  expect(itemsIn(found)).toMatchObject([{ body: content.replace(' \n', '\\\n') }]);
});

test('Day One: a journal with stars, and pictures shown by name', async () => {
  const { format, items } = await readFixture('day-one.json');
  expect(format).toBe('Day One (JSON)');
  expect(items).toMatchObject([
    {
      ...{ title: 'At the sea', body: 'Waves.\n\n*photos/abc.jpeg*', tags: ['travel'], favourite: true, ...times },
      ...{ aside: ['the file photos/abc.jpeg'], imported: { 'location.placeName': 'Beach' } },
    },
  ]);
});

test('Day One: videos, sounds and documents are shown by name, those above the title before the text', async () => {
  const text =
    '![](dayone-moment:/video/V1)\n\nAt ![](dayone-moment:/photo/F1)sea\n\nOne ![](dayone-moment:/audio/A1) two\n\n![](dayone-moment:/pdfAttachment/P1)![](dayone-moment:/video/gone)';
  const entry = {
    ...{ uuid: 'a', creationDate: times.at, modifiedDate: times.at, timeZone: 'UTC', text },
    ...{
      videos: [{ identifier: 'V1', md5: 'v', type: 'mov' }],
      audios: [{ identifier: 'A1', md5: 's', format: 'aac' }],
    },
    pdfAttachments: [{ identifier: 'P1', md5: 'p' }],
  };
  const { found } = await readAll(fileOf(JSON.stringify({ entries: [entry] })));
  expect(itemsIn(found)).toMatchObject([
    {
      ...{ title: 'At sea', body: '*videos/v.mov*\n\n*F1*\n\nOne *audios/s.aac* two\n\n*pdfs/p.pdf* *gone*' },
      aside: ['the file videos/v.mov', 'the file audios/s.aac', 'the file pdfs/p.pdf'],
    },
  ]);
});

test('Standard Notes: notes with their tags and Super notes’ text are imported, trashed and encrypted ones are not', async () => {
  const { format, items, faults } = await readFixture('standard-notes.json');
  expect(format).toBe('Standard Notes (JSON)');
  expect(items).toMatchObject([
    { title: 'Io', body: 'It is **yellow**.', tags: ['moons'], ...times },
    {
      ...{ title: 'Super', body: 'See [Io](https://io.example/)\n\n- one\n- two' },
      remarks: [expect.stringContaining('without formatting')],
    },
  ]);
  expect(faults).toEqual(['item 4: It’s in the trash of Standard Notes.']);
  const sealed = { uuid: 'a', content_type: 'Note', content: '004:x', created_at: times.at };
  const { found } = await readAll(fileOf(JSON.stringify({ version: '004', items: [sealed] })));
  expect(faultsIn(found)).toEqual([
    'item 1: It’s encrypted. In Standard Notes, export a decrypted backup and import that.',
  ]);
});

test('Standard Notes: lines, cells and nested lists of a Super note stay separate', async () => {
  const text = (...parts: string[]) => parts.map((each) => (each === '' ? { type: 'linebreak' } : { text: each }));
  const cell = (each: string) => ({ type: 'tablecell', children: [{ type: 'paragraph', children: text(each) }] });
  const inner = { type: 'list', children: [{ type: 'listitem', children: text('inner') }] };
  const children = [
    { type: 'code', children: text('a = 1', '', 'b = 2') },
    { type: 'table', children: [{ type: 'tablerow', children: [cell('A'), cell('B')] }] },
    {
      type: 'list',
      children: [{ children: text('outer') }, { children: [inner] }].map((each) => ({ type: 'listitem', ...each })),
    },
  ];
  const note = { title: 'T', noteType: 'super', text: JSON.stringify({ root: { children } }) };
  const items = [{ uuid: 'a', content_type: 'Note', content: note, created_at: times.at }];
  const { found } = await readAll(fileOf(JSON.stringify({ items })));
  expect(itemsIn(found)).toMatchObject([{ body: 'a = 1\nb = 2\n\nA | B\n\n- outer\n  - inner' }]);
});

test('Standard Notes: a tag too far behind its note is reported', async () => {
  const noteOf = (uuid: string, text: string) => ({
    uuid,
    content_type: 'Note',
    content: { title: uuid, text },
    ...dates,
  });
  const tagOf = (title: string, uuid: string) => ({
    ...{ uuid: title, content_type: 'Tag', ...dates },
    content: { title, references: [{ uuid }] },
  });
  const dates = { created_at: times.at, updated_at: times.at };
  const items = [
    noteOf('early', 'Io'),
    noteOf('large', 'x'.repeat(8_100_000)),
    tagOf('moons', 'early'),
    tagOf('of a file', 'f'),
  ];
  const { found } = await readAll(fileOf(JSON.stringify({ items })));
  expect(itemsIn(found)).toMatchObject([{ title: 'early', tags: [] }, { title: 'large' }]);
  expect(found.flatMap((one) => ('why' in one ? [one.title] : []))).toEqual(['moons']);
});

test('Standard Notes: a tag that is too long is reported once, however many notes have it', async () => {
  const notes = Array.from({ length: 3000 }, (_, at) => ({
    ...{ uuid: `n${at}`, content_type: 'Note', created_at: times.at, content: { title: `Note ${at}`, text: '' } },
  }));
  const content = { title: 'long '.repeat(40_000), references: notes.map(({ uuid }) => ({ uuid })) };
  const tag = { uuid: 't', content_type: 'Tag', created_at: times.at, content };
  const { found } = await readAll(fileOf(JSON.stringify({ items: [tag, ...notes] })));
  expect(itemsIn(found)).toHaveLength(3000);
  expect(JSON.stringify(found).length).toBeLessThan(3_000_000);
  expect(remarksOf(found)).toEqual(['item 1: This tag has more than 300 characters. What follows them was left out.']);
});

test('Day One: unclosed pictures take linear time, and an entry without a date gets none', async () => {
  const entry = { uuid: 'a', creationDate: times.at, modifiedDate: times.at, timeZone: 'UTC' };
  const endless = { ...entry, text: '!['.repeat(80_000) + '![](dayone-moment:'.repeat(10_000) };
  const file = fileOf(JSON.stringify({ entries: [endless, { ...entry, creationDate: undefined, text: '' }] }));
  const spent = await cpuMsOf(async () => {
    expect(itemsIn((await readAll(file)).found)[1]).toMatchObject({ title: 'Journal' });
  });
  expect(spent).toBeLessThan(3000);
});

test('Bluesky: saved posts with text, authors, dates and the linked page', async () => {
  const { format, items } = await readFixture('bluesky.json');
  expect(format).toBe('Bluesky (JSON)');
  expect(items).toMatchObject([
    {
      ...{
        title: 'Io is yellow',
        url: 'https://bsky.app/profile/ann.example/post/3kq',
        at: '2025-09-10T08:00:00.000Z',
      },
      body: '> Io is yellow\\\n> Indeed\n\n[Io](https://io.example/)',
      imported: { 'author.displayName': 'Ann', createdAt: '2025-09-09T07:00:00.000Z' },
    },
  ]);
});

test('Mastodon: one’s own posts and boosts, without links for their recipients', async () => {
  const { format, items } = await readFixture('mastodon-outbox.json');
  expect(format).toBe('Mastodon (outbox)');
  expect(items).toMatchObject([
    {
      ...{
        title: 'Io is yellow #moons',
        url: 'https://social.example/@ann/1',
        tags: ['moons'],
        shared: true,
        ...times,
      },
      body: expect.stringMatching(/Indeed\n\nIo$/) as string,
      aside: [expect.stringContaining('io.jpg')],
    },
    { url: 'https://other.example/users/ben/statuses/7', at: '2024-03-06T05:06:07.000Z' },
  ]);
  expect(items).toHaveLength(2);
});

test('Diigo: tags separated by spaces, or quoted if they have several words', async () => {
  const { format, items } = await readFixture('diigo.csv');
  expect(format).toBe('Diigo (CSV)');
  expect(items).toMatchObject([
    { title: 'Io', tags: ['moons', 'deep space', 'yellow'], body: 'Mine', highlights: [{ quote: 'It is yellow' }] },
    { title: 'Europa', tags: [] },
  ]);
});

test('YouTube: a playlist is the addresses of its videos', async () => {
  const { items } = await readFixture('youtube.csv');
  expect(items).toMatchObject([{ url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', at: times.at }]);
});

test('files that repeat the content of other notes are not notes', async () => {
  const keep = zipOf({ 'Takeout/Keep/A.json': await fixtureText('keep.json'), 'Takeout/Keep/Labels.txt': 'home\n' });
  const simplenote = zipOf({
    'source/notes.json': await fixtureText('simplenote.json'),
    'To read.txt': 'To read\nThe',
  });
  const among = zipOf({
    'all/simplenote/source/notes.json': await fixtureText('simplenote.json'),
    'all/simplenote/To read.txt': 'To read\nThe',
    'all/links/mine.txt': 'https://io.example/\n',
  });
  const standard = zipOf({
    'Standard Notes Backup and Import File.txt': await fixtureText('standard-notes.json'),
    'Items/Note/Io-1.txt': 'It is yellow',
  });
  const titles = async (archive: Uint8Array) =>
    itemsIn((await readAll(fileOf(archive))).found).map(({ title }) => title);
  expect(await titles(keep)).toEqual(['To buy']);
  expect(await titles(simplenote)).toEqual(['To read']);
  expect(await titles(among)).toEqual(expect.arrayContaining(['To read', '']));
  expect(await titles(among)).toHaveLength(2);
  expect(await titles(standard)).toEqual(['Io', 'Super']);
});

test('Bear: a note is a folder, with its dates in a separate file and links to other notes', async () => {
  const info = (more: object) => JSON.stringify({ version: 2, creatorIdentifier: bear, [bear]: { ...noted, ...more } });
  const bear = 'net.shinyfrog.bear';
  const noted = { creationDate: times.at, modificationDate: times.changedAt, pinned: 0, trashedDate: null };
  const archive = zipOf({
    'Notes.bear2bk/Io.textbundle/text.md': '# Io\nSee [[Europa]].',
    'Notes.bear2bk/Io.textbundle/info.json': info({ uniqueIdentifier: 'B1', archived: 1 }),
    'Notes.bear2bk/Moons/Europa.textbundle/text.md': 'Ice.',
    'Notes.bear2bk/Gone.textbundle/text.md': '# Gone',
    'Notes.bear2bk/Gone.textbundle/info.json': info({ trashed: 1 }),
    'Notes.bear2bk/tags.json': '{"tags":[{"title":"moons"}]}',
  });
  const { format, found } = await readAll(fileOf(archive));
  expect(format).toBe('TextBundle (zip)');
  const link = '[Europa](import:Notes.bear2bk%2FMoons%2FEuropa.textbundle%2Ftext.md)';
  expect(itemsIn(found)).toMatchObject([
    { title: 'Io', body: `See ${link}.`, source: 'bear:B1', ...times, imported: { archived: 1 } },
    { title: 'Europa', body: 'Ice.', folders: [['Moons']] },
  ]);
  expect(itemsIn(found)[0]?.folders).toBeUndefined();
  expect(faultsIn(found)).toEqual(['Notes.bear2bk/Gone.textbundle/text.md: It’s in the trash of Bear.']);
});
