import { describe, expect, test } from 'vitest';
import { withPictures, type UploadedPicture } from '../../../../src/transfer/formats/uploaded-pictures.ts';
import type { ReadEntry, ImportFile } from '../../../../src/transfer/formats/file.ts';
import { openFile, openFiles } from '../../../../src/transfer/formats/open-file.ts';
import { fileOf, fixture, itemsIn, readAll, zippedFixture, zipOf } from '../../../support/import-files.ts';

describe('JSON', () => {
  test('of our own export restores everything about a note', async () => {
    const note = {
      uuid: '01890000-0000-7000-8000-000000000001',
      rev: 3,
      kind: 'link',
      url: 'https://a.example/',
      title: 'Ours',
      slug: 'ours',
      body: 'Text.',
      tags: ['x'],
      visibility: 'unlisted',
      icon: 'lucide:book',
      createdAt: '2024-01-01T00:00:00.000Z',
      updatedAt: '2024-01-02T00:00:00.000Z',
      publishedAt: '2024-01-01T00:00:00.000Z',
    };
    const { format, found } = await readAll(fileOf(JSON.stringify({ commonplace: 1, comments: [{}], notes: [note] })));
    const { uuid, rev, icon, visibility, updatedAt, publishedAt } = note;
    expect(format).toBe('Commonplace (JSON)');
    expect(itemsIn(found)).toEqual([
      {
        title: 'Ours',
        url: 'https://a.example/',
        body: 'Text.',
        tags: ['x'],
        at: note.createdAt,
        source: `commonplace:${uuid}`,
        shared: false,
        own: { uuid, rev, icon, visibility, updatedAt, publishedAt },
      },
    ]);
  });
});

describe('a zip archive', () => {
  test('from Omnivore: saved items with their stored text and highlights', async () => {
    const items = itemsIn((await readAll(fileOf(await zippedFixture('omnivore')))).found);
    expect(items.toSorted((one, other) => (one.title < other.title ? -1 : 1))).toEqual([
      {
        title: 'All of it',
        url: 'https://omni.example/1',
        body: '> Everything, eaten',
        tags: ['food', 'long read'],
        at: '2024-03-04T05:06:07.000Z',
        changedAt: '2024-03-04T05:06:08.000Z',
        source: 'omnivore:6f4d2a10-0000-4000-8000-000000000001',
        state: 'archived',
        copy: {
          url: 'https://omni.example/1',
          at: '2024-03-04T05:06:07.000Z',
          html: '<p>Somebody else wrote this.</p>',
          minutes: 1,
          facts: {
            ...{ title: 'All of it', description: '', author: 'Someone', site: '', language: '' },
            ...{ published: null, image: null, canonical: null },
          },
        },
        highlights: [
          { quote: 'Marked in the page', comment: '', prefix: '', suffix: '', start: 0 },
          { quote: 'Twice,\nin two lines', comment: 'Said of it.', prefix: '', suffix: '', start: 1 },
        ],
        imported: {
          slug: 'all-of-it',
          author: 'Someone',
          readingProgress: 100,
          'highlight.labels': ['“Twice, in two lines” #food #later'],
        },
      },
      expect.objectContaining({ title: 'Some of it', state: 'toread' }),
    ]);
  });

  test('of Markdown files: the title is from front matter, a heading or the file’s name', async () => {
    const { found } = await readAll(fileOf(await zippedFixture('vault')));
    const byPlace = Object.fromEntries(found.map((one) => [one.place, 'item' in one ? one.item : one]));
    expect(byPlace).toEqual({
      'vault/ideas/margins.md': {
        title: 'Margins: a use for them',
        url: 'https://margins.example/',
        body: 'Write in them.',
        tags: ['reading', 'book-history'],
        folders: [['ideas']],
        ref: 'vault/ideas/margins.md',
        at: '2023-02-01T10:00:00.000Z',
        shared: false,
        imported: { 'file name': 'margins' },
      },
      'vault/headed.md': {
        title: 'A heading names me',
        body: 'And this is the text.',
        tags: [],
        ref: 'vault/headed.md',
        imported: { 'file name': 'headed' },
      },
      'vault/plain-words.txt': {
        ...{ title: 'plain-words', body: 'No heading here, only words.', tags: [] },
        ref: 'vault/plain-words.txt',
      },
    });
  });

  test('may contain any file that can be imported alone, reported with its path', async () => {
    const csv = 'title,url,time_added,tags,status\nA,https://a.example,1600000000,,unread\n';
    const { found } = await readAll(fileOf(zipOf({ 'part_000000.csv': csv, 'cover.png': new Uint8Array([1, 2]) })));
    expect(found).toEqual([
      { place: 'part_000000.csv, line 2', item: expect.objectContaining({ title: 'A' }) },
      { place: 'the archive', why: 'One file is in no format we read and was left out: cover.png.' },
    ]);
  });

  test.each(['ExportBlock-4f-Part-1.zip', 'Export-4f0a-41de-Part-1.zip'])('of Notion may hold %s', async (part) => {
    const page = { 'A page 44444444444444444444444444444444.md': '# A page\n\nWords.' };
    const inner = zipOf({ ...page, 'index.html': '<!doctype html><p>All pages' });
    const { format, found } = await readAll(fileOf(zipOf({ [part]: inner })));
    expect(format).toBe('Notion (zip)');
    expect(found).toMatchObject([{ item: { title: 'A page', body: 'Words.' } }]);
  });

  test('of a vault includes the pictures that its texts show, however they are referenced, and no others', async () => {
    const png = new Uint8Array([1, 2, 3]);
    const vault = {
      'v/day/a.md': 'An embed ![[cat.png|200]], a way ![The dog](../img/a%20dog.jpg), from the root ![](img/bird.gif).',
      'v/b.md':
        'Again ![[cat.png|My cat]], nowhere ![[lost.png]], elsewhere ![x](https://e.example/x.png), `![[cat.png]]`.',
      ...{ 'v/files/cat.png': png, 'v/img/a dog.jpg': png, 'v/img/bird.gif': png, 'v/img/unseen.png': png },
    };
    const opened = await openFile(fileOf(zipOf(vault)), true);
    if (!opened.ok || !opened.pictures) throw new Error('There are no pictures.');
    const read: ReadEntry[] = [];
    for await (const one of opened.items) read.push(one);
    expect(read.at(-1)).toMatchObject({ why: expect.stringMatching(/left out: img\/unseen.png\.$/) as string });
    const brought = new Map<string, UploadedPicture>();
    for await (const picture of opened.pictures()) {
      brought.set(
        picture.name,
        picture.name.endsWith('.gif') ? { why: 'No.' } : { address: `/pictures/${brought.size}` },
      );
      expect(picture).toMatchObject({ ok: true, bytes: png });
    }
    expect([...brought.keys()].toSorted()).toEqual(['v/files/cat.png', 'v/img/a dog.jpg', 'v/img/bird.gif']);
    const again = (async function* () {
      yield* read;
    })();
    const items = itemsIn(await Array.fromAsync(withPictures(again, brought)));
    expect(items).toMatchObject([
      {
        body: 'An embed ![cat.png](/pictures/0), a way ![The dog](/pictures/1), from the root *bird.gif*.',
        aside: [expect.stringContaining('bird.gif')],
        remarks: ['Not all of its pictures were imported. No.'],
      },
      {
        body: 'Again ![My cat](/pictures/0), nowhere *lost.png*, elsewhere ![x](https://e.example/x.png), `![[cat.png]]`.',
        aside: [expect.stringContaining('lost.png')],
      },
    ]);
  });

  test('of our own Markdown leaves texts unchanged, whatever they contain', async () => {
    const own = {
      ...{ uuid: '01890000-0000-7000-8000-000000000001', rev: 1, icon: null, visibility: 'private' },
      ...{ updatedAt: '2024-01-01T00:00:00.000Z', publishedAt: null },
    };
    const body = '<dl><dt>[[x]] ![a](b.png)\n\n<title>Pocket Export</title>';
    const head = JSON.stringify({ title: 'Ours', tags: [], ...own });
    const { found } = await readAll(fileOf(zipOf({ 'notes/ours.md': `---\n${head}\n---\n\n${body}\n` })));
    expect(itemsIn(found)).toEqual([expect.objectContaining({ title: 'Ours', body, own })]);
  });

  test('is read the same in chunks of any size', async () => {
    const zip = await zippedFixture('vault');
    const whole = await readAll(fileOf(zip));
    for (const step of [1, 100]) expect(await readAll(fileOf(zip, 'x', step))).toEqual(whole);
  });
});

describe('a folder', () => {
  const inFolder = async (...names: string[]) => Promise.all(names.map((name) => fixture(name)));
  const foundIn = async (files: ImportFile[]) => {
    const opened = await openFiles(files);
    return opened.ok ? Array.fromAsync(opened.items) : opened.why;
  };

  test('is read file by file in order of name, each by its format, and broken ones are reported', async () => {
    const mistake = expect.stringMatching(/has a mistake in line 3/) as string;
    const names = ['vault/plain-words.txt', 'damaged/whole.md', 'damaged/broken-head.md', 'pocket.csv'];
    expect(await foundIn(await inFolder(...names))).toEqual([
      { place: 'damaged/broken-head.md', item: expect.objectContaining({ remarks: [mistake] }) },
      { place: 'damaged/whole.md', item: expect.objectContaining({ title: 'Whole', body: 'This one is well.' }) },
      { place: 'pocket.csv, line 2', item: expect.anything() },
      { place: 'pocket.csv, line 3', item: expect.anything() },
      { place: 'vault/plain-words.txt', item: expect.objectContaining({ title: 'plain-words' }) },
    ]);
  });

  test('reports pictures last, and skips programs’ internal files', async () => {
    const files = [fileOf('# Hidden\n', 'vault/.obsidian/a.md'), fileOf(new Uint8Array([0, 0, 1]), 'vault/a.png')];
    expect(await foundIn([...files, ...(await inFolder('vault/headed.md'))])).toEqual([
      { place: 'vault/headed.md', item: expect.anything() },
      { place: 'the folder', why: 'One file is in no format we read and was left out: a.png.' },
    ]);
  });

  test('is recognised by its programs’ files, and keeps its subfolders', async () => {
    const page = fileOf('# Page\n\nWords.', 'Export/Outer/Page 66666666666666666666666666666666.md');
    const opened = await openFiles([page, fileOf('# Other\n\nText.', 'Export/other.md')]);
    expect(opened).toMatchObject({ ok: true, format: 'Notion (folder)' });
    expect(opened.ok ? itemsIn(await Array.fromAsync(opened.items)) : []).toMatchObject([
      { title: 'Page', folders: [['Outer']] },
      { title: 'Other' },
    ]);
  });

  test('may contain archives, reporting each entry with its path', async () => {
    const zip = fileOf(zipOf({ 'in/a.md': '# In it\n' }), 'all/packed.zip');
    const found = await foundIn([zip, fileOf('no archive', 'all/not.zip')]);
    expect(found).toEqual([
      { place: 'all/not.zip', why: expect.stringMatching(/begins with “no archive”/) as string },
      {
        place: 'all/packed.zip/in/a.md',
        item: expect.objectContaining({ title: 'In it', folders: [['packed.zip', 'in']] }),
      },
    ]);
  });

  test('that is empty says so', async () => {
    expect(await foundIn([])).toBe('This folder is empty.');
  });
});

test('the format of a file is recognised by its content, whatever its name', async () => {
  for (const [name, format] of [
    ['pocket.csv', 'Pocket (CSV)'],
    ['firefox.html', 'Bookmarks (HTML)'],
    ['karakeep.json', 'Karakeep (JSON)'],
    ['vault/headed.md', 'Markdown'],
  ] as const) {
    expect((await readAll({ ...(await fixture(name)), name: 'export.zip' })).format).toBe(format);
  }
});
