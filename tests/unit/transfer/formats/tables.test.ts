import { describe, expect, test } from 'vitest';
import { fileOf, fixture, itemsIn, readAll } from '../../../support/import-files.ts';

const at = (seconds: number) => new Date(seconds * 1000).toISOString();

describe('a table', () => {
  test('from Pocket: tags are split at bars', async () => {
    const { format, found } = await readAll(await fixture('pocket.csv'));
    expect(format).toBe('Pocket (CSV)');
    expect(found).toEqual([
      {
        place: 'line 2',
        item: {
          title: 'Commas, and "marks"',
          url: 'https://pocket.example/c',
          body: '',
          tags: ['reading', 'long form'],
          at: at(1600000000),
          state: 'toread',
        },
      },
      { place: 'line 3', item: expect.objectContaining({ title: 'Done', tags: [], state: 'archived' }) },
    ]);
  });

  test('from Instapaper: starred and filed items are not archived', async () => {
    const { format, found } = await readAll(await fixture('instapaper.csv'));
    expect(format).toBe('Instapaper (CSV)');
    expect(found).toEqual([
      {
        place: 'line 2',
        item: expect.objectContaining({
          body: '> A passage\\\n> in two lines',
          tags: ['design', 'web'],
          state: 'toread',
        }),
      },
      {
        place: 'line 4',
        item: expect.objectContaining({ tags: [], folders: [['Recipes']], at: at(1600000001), state: 'toread' }),
      },
      { place: 'line 5', item: expect.objectContaining({ title: 'Four', favourite: true, state: 'toread' }) },
    ]);
    const old = itemsIn((await readAll(await fixture('instapaper-old.csv'))).found);
    expect(old).toEqual([{ title: 'Three', url: 'https://paper.example/3', body: '', tags: [], state: 'archived' }]);
  });

  test('from Raindrop: nested folders, notes and highlights', async () => {
    const { format, found } = await readAll(await fixture('raindrop.csv'));
    expect(format).toBe('Raindrop.io (CSV)');
    expect(itemsIn(found)).toEqual([
      {
        title: 'A drop',
        url: 'https://drop.example/1',
        body: 'My note\n\n> What it says',
        tags: ['css', 'layout'],
        folders: [['Work', 'Web', 'CSS']],
        at: '2023-05-06T07:08:09.000Z',
        source: 'raindrop:101',
        favourite: true,
        highlights: [
          { quote: 'Marked words', comment: 'And mine', prefix: '', suffix: '', start: 0 },
          { quote: 'More of it', comment: '', prefix: '', suffix: '', start: 1 },
        ],
        imported: { cover: 'https://drop.example/c.png' },
      },
      expect.objectContaining({ title: 'Plain', body: '', tags: [] }),
    ]);
  });

  test('from Readwise Reader: tags are a Python list', async () => {
    const { format, found } = await readAll(await fixture('readwise.csv'));
    expect(format).toBe('Readwise Reader (CSV)');
    expect(itemsIn(found)).toEqual([
      {
        title: 'Wise, she read',
        url: 'https://wise.example/1',
        body: '',
        tags: ['tools', "it's", 'two words'],
        at: '2024-01-02T03:04:05.000Z',
        source: 'readwise:01h',
        state: 'reading',
        imported: { 'Reading progress': '0.5', Location: 'later', Seen: 'True' },
      },
      expect.objectContaining({ title: 'Fed', tags: [], state: 'archived' }),
    ]);
  });

  test('from Readwise highlights: each book is a text with its passages in order', async () => {
    const { format, found } = await readAll(await fixture('readwise-highlights.csv'));
    expect(format).toBe('Readwise (highlights, CSV)');
    expect(found).toEqual([
      {
        place: 'line 2',
        item: {
          title: 'A Book on Nets',
          body: '> A net is mostly holes,\\\n> held together.\n\nTrue of plans\n\n> Mend at dusk.',
          tags: ['sea', 'craft'],
          at: '2022-03-04T05:06:07.000Z',
          changedAt: '2022-03-06T05:06:07.000Z',
          imported: {
            'Book Author': 'Jan van der Meer',
            'Amazon Book ID': 'B000000001',
            'highlight tags': ['“A net is mostly holes, held together.” craft'],
            Color: ['“A net is mostly holes, held together.” yellow', '“Mend at dusk.” blue'],
            'Location Type': 'location',
            Location: ['“A net is mostly holes, held together.” 120', '“Mend at dusk.” 340'],
            'Highlighted at': [
              '“A net is mostly holes, held together.” 2022-03-04 05:06:07+00:00',
              '“Mend at dusk.” 2022-03-06 05:06:07+00:00',
            ],
          },
        },
      },
      { place: 'line 4', item: expect.objectContaining({ title: 'Weather for Boats', body: '> Salt before rain.' }) },
    ]);
  });

  test('from Readwise highlights: a book larger than a note is split', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `${at} ${'x'.repeat(3990)},Long,A,,,,,${at},`).join('\n');
    const columns = 'Highlight,Book Title,Book Author,Note,Color,Tags,Location Type,Location,Highlighted at';
    const items = itemsIn((await readAll(fileOf(`${columns}\n${rows}\n`))).found);
    expect(items.map(({ title }) => title)).toEqual(['Long', 'Long (2)', 'Long (3)', 'Long (4)', 'Long (5)']);
    expect(items.flatMap(({ body }) => body.split('\n\n'))).toHaveLength(60);
    const short = `${columns}\n${'a,Short,A,b,,,,1,\n'.repeat(30_000)}`;
    const sizes = itemsIn((await readAll(fileOf(short))).found).map(({ body }) => body.length);
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(50_000);
  });

  test('from Matter: items removed from the queue are archived', async () => {
    const { format, found } = await readAll(await fixture('matter.csv'));
    expect(format).toBe('Matter (CSV)');
    expect(itemsIn(found)).toEqual([
      {
        title: 'Dyes of the coast',
        url: 'https://dye.example/',
        body: '',
        tags: ['colour', 'sea'],
        at: '2023-08-09T10:11:12.000Z',
        state: 'toread',
        favourite: true,
        imported: {
          Read: 'False',
          Author: 'Mo Reed',
          Publisher: 'Shore Review',
          'Word Count': '1200',
          'Highlight Count': '2',
        },
      },
      expect.objectContaining({ title: 'Done with it', state: 'archived' }),
    ]);
  });

  test('from linkding gives the same as its JSON', async () => {
    const { format, found } = await readAll(await fixture('linkding.csv'));
    const [item] = itemsIn((await readAll(await fixture('linkding.json'))).found);
    expect(format).toBe('linkding (CSV)');
    expect(itemsIn(found)).toEqual([
      {
        ...item,
        body: 'Short and clear.\n\nTry it',
        imported: { id: '7', favicon_url: 'https://links.example/loom.png' },
      },
    ]);
  });

  test('from any other program needs a column of addresses, with any separator', async () => {
    const { format, found } = await readAll(fileOf('URL;Title;Tags\nhttps://a.example;A;"x, y"\n'));
    expect(format).toBe('CSV with addresses or texts');
    expect(itemsIn(found)).toMatchObject([{ title: 'A', tags: ['x', 'y'] }]);
  });

  test('from any other program has known columns imported as fields, and keeps the others', async () => {
    const { format, found } = await readAll(await fixture('any-table.csv'));
    expect(format).toBe('CSV with addresses or texts');
    expect(found).toEqual([
      {
        place: 'line 3',
        item: {
          title: 'One',
          url: 'https://any.example/1',
          body: 'My words\n\n> What it says',
          tags: ['x', 'y'],
          at: '2024-01-02T00:00:00.000Z',
          folders: [['Work', 'Web']],
          state: 'archived',
          favourite: true,
          highlights: [
            { quote: 'First passage.', comment: '', prefix: '', suffix: '', start: 0 },
            { quote: 'Second passage.', comment: '', prefix: '', suffix: '', start: 1 },
          ],
          imported: { Author: 'Ann', 'column 12': 'more' },
        },
      },
      { place: 'line 6', item: { title: 'Two', url: 'https://any.example/2', body: '', tags: [], state: 'toread' } },
      { place: 'line 7', item: { title: 'Three', url: 'not an address', body: '', tags: [] } },
    ]);
  });

  test('from any other program keeps all of an item’s text, and items without an address', async () => {
    const table =
      'id,type,title,url,content,note,tags,created\nx1,Note,,,<p>A <b>thought</b>.</p>,Mine,"a,b",2024-01-02\n';
    const { found } = await readAll(fileOf(table));
    expect(itemsIn(found)).toEqual([
      {
        title: '',
        body: 'Mine\n\nA **thought**.',
        tags: ['a', 'b'],
        at: '2024-01-02T00:00:00.000Z',
        imported: { id: 'x1', type: 'Note' },
      },
    ]);
  });

  test.each([
    ['Reddit', 'id,permalink\nabc,https://www.reddit.example/r/x/comments/abc/\n'],
    ['a list of links', 'Link\nhttps://www.reddit.example/r/x/comments/abc/\n'],
  ])('from %s is recognised by its column of addresses', async (_, table) => {
    const { found } = await readAll(fileOf(table));
    expect(itemsIn(found).map(({ url }) => url)).toEqual(['https://www.reddit.example/r/x/comments/abc/']);
  });

  test('keeps both columns of the same name, and cells after the last column', async () => {
    const { found } = await readAll(fileOf('url,Mood,mood\nhttps://a.example,calm,stormy,more\n'));
    expect(itemsIn(found)).toMatchObject([{ imported: { Mood: 'calm', 'mood 3': 'stormy', 'column 4': 'more' } }]);
  });

  test('without rows below its header says so', async () => {
    const { found } = await readAll(fileOf('title,url,time_added\n'));
    expect(found).toEqual([{ place: 'the file', why: 'There’s nothing below the column names.' }]);
  });

  test('imports cells that look like formulas as text', async () => {
    const cells = ['=cmd|calc!A1', '+1+1', '@SUM(A1)', '-2+3'];
    const rows = cells.map((cell, row) => `"${cell}",https://f.example/${row},1600000000,,unread`).join('\n');
    const { found } = await readAll(fileOf(`title,url,time_added,tags,status\n${rows}\n`));
    expect(itemsIn(found).map(({ title }) => title)).toEqual(cells);
  });

  test('is read the same in chunks of any size', async () => {
    for (const name of ['instapaper.csv', 'raindrop.csv', 'readwise-highlights.csv', 'any-table.csv']) {
      const file = await fixture(name);
      const bytes = new Uint8Array(await new Response(file.stream()).arrayBuffer());
      const whole = await readAll(file);
      for (const step of [1, 5, 33]) expect(await readAll(fileOf(bytes, 'x', step))).toEqual(whole);
    }
  });
});
