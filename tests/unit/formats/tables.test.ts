import { describe, expect, test } from 'vitest';
import { fileOf, fixture, itemsIn, readAll } from '../../support/import-files.ts';

const at = (seconds: number) => new Date(seconds * 1000).toISOString();

describe('a table', () => {
  test('of Pocket: tags are split on bars', async () => {
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

  test('of Instapaper, with and without the columns that came later', async () => {
    const { format, found } = await readAll(await fixture('instapaper.csv'));
    expect(format).toBe('Instapaper (CSV)');
    expect(found).toEqual([
      {
        place: 'line 2',
        item: expect.objectContaining({
          body: '> A passage\n> in two lines',
          tags: ['design', 'web'],
          state: 'toread',
        }),
      },
      { place: 'line 4', item: expect.objectContaining({ tags: ['Recipes'], at: at(1600000001), state: 'archived' }) },
    ]);
    const old = itemsIn((await readAll(await fixture('instapaper-old.csv'))).found);
    expect(old).toEqual([{ title: 'Three', url: 'https://paper.example/3', body: '', tags: [], state: 'archived' }]);
  });

  test('of Raindrop: nested folders, notes and highlights', async () => {
    const { format, found } = await readAll(await fixture('raindrop.csv'));
    expect(format).toBe('Raindrop.io (CSV)');
    expect(itemsIn(found)).toEqual([
      {
        title: 'A drop',
        url: 'https://drop.example/1',
        body: 'My note\n\n> What it says\n\n> Marked words\n\nAnd mine',
        tags: ['css', 'layout', 'CSS', 'Web', 'Work', 'favorite'],
        at: '2023-05-06T07:08:09.000Z',
        source: 'raindrop:101',
      },
      expect.objectContaining({ title: 'Plain', body: '', tags: [] }),
    ]);
  });

  test('of Readwise Reader: tags are a list as Python writes it', async () => {
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
        state: 'toread',
      },
      expect.objectContaining({ title: 'Fed', tags: [], state: 'archived' }),
    ]);
  });

  test('of any other program needs a column of addresses, whatever stands between the columns', async () => {
    const { format, found } = await readAll(fileOf('URL;Title;Tags\nhttps://a.example;A;"x, y"\n'));
    expect(format).toBe('CSV with a column url');
    expect(itemsIn(found)).toMatchObject([{ title: 'A', tags: ['x', 'y'] }]);
  });

  test('brings cells that look like formulas as the text that they are', async () => {
    const cells = ['=cmd|calc!A1', '+1+1', '@SUM(A1)', '-2+3'];
    const rows = cells.map((cell, row) => `"${cell}",https://f.example/${row},1600000000,,unread`).join('\n');
    const { found } = await readAll(fileOf(`title,url,time_added,tags,status\n${rows}\n`));
    expect(itemsIn(found).map(({ title }) => title)).toEqual(cells);
  });

  test('is read the same in pieces of any size', async () => {
    for (const name of ['instapaper.csv', 'raindrop.csv', 'pocket.csv']) {
      const file = await fixture(name);
      const bytes = new Uint8Array(await new Response(file.stream()).arrayBuffer());
      const whole = await readAll(file);
      for (const step of [1, 5, 33]) expect(await readAll(fileOf(bytes, 'x', step))).toEqual(whole);
    }
  });
});
