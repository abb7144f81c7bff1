import { describe, expect, test } from 'vitest';
import { faultsIn, fileOf, fixture, itemsIn, readAll, zippedFixture } from '../../../support/import-files.ts';

const read = async (name: string) => readAll(await fixture(name));

describe('lines of addresses', () => {
  test('from OneTab: a link per tab, with its title', async () => {
    const { format, found } = await read('onetab.txt');
    expect(format).toBe('OneTab');
    expect(found.map((one) => ('item' in one ? [one.place, one.item.url, one.item.title] : one))).toEqual([
      ['line 1', 'https://tabs.example/one', 'One tab | with a bar'],
      ['line 2', 'https://tabs.example/two', 'Two'],
      ['line 4', 'about:newtab', 'New Tab'],
      ['line 5', 'https://tabs.example/three', ''],
    ]);
  });

  test('with titles before or after them, or none', async () => {
    const { format, found } = await read('addresses.txt');
    expect(format).toBe('List of addresses');
    expect(itemsIn(found).map(({ url, title }) => [url, title])).toEqual([
      ['https://list.example/bare', ''],
      ['https://list.example/before', 'A page with its title'],
      ['https://list.example/behind', 'A title behind it'],
      ['https://list.example/marked', ''],
    ]);
  });

  test('may include later lines without one, which are reported', async () => {
    const many = Array.from({ length: 60 }, (_, at) => `https://list.example/${at}\n`).join('');
    const { found } = await readAll(fileOf(`${many}Only words\n`));
    expect(itemsIn(found)).toHaveLength(60);
    expect(faultsIn(found)).toEqual(['line 61: This line has no address, or more than one.']);
  });

  test('are the text of a note if their file has a note’s name', async () => {
    const { found } = await readAll(fileOf('https://a.example/\n', 'A thing to read.md'));
    expect(itemsIn(found)).toMatchObject([{ title: 'A thing to read', body: 'https://a.example/' }]);
  });

  test('are not recognised in a text that contains links', async () => {
    const { format } = await readAll(fileOf('See https://a.example for more.\n', 'a.txt'));
    expect(format).toBe('Markdown');
  });
});

describe('clippings of a Kindle', () => {
  test('become one note per book, in the device’s language', async () => {
    const { format, found } = await read('kindle.txt');
    expect(format).toBe('Kindle (My Clippings.txt)');
    expect(itemsIn(found)).toEqual([
      {
        title: 'The Long Shelf',
        body: '> A book is a shelf\\\n> for one thought.\n\nOr for two.',
        tags: [],
        at: '2024-01-12T22:11:12.000Z',
        imported: {
          author: 'Marlow, Ada',
          clippings: [
            'Your Highlight on page 12 | location 170-172 | Added on Friday, 12 January 2024 10:11:12 PM',
            'Your Note on page 12 | location 172 | Added on Friday, 12 January 2024 10:12:00 PM',
          ],
        },
      },
      expect.objectContaining({
        title: 'Die Kunst des Randes',
        at: '2024-02-03T09:08:07.000Z',
        imported: expect.objectContaining({ bookmarks: [expect.stringMatching(/^Ihr Lesezeichen/)] }) as object,
      }),
      expect.objectContaining({ title: 'Le Livre des marges', at: '2024-03-05T18:00:01.000Z' }),
      expect.objectContaining({ title: '余白の本', at: '2024-04-06T07:08:09.000Z' }),
    ]);
  });

  test.each([
    ['Spanish', 'Añadido el viernes, 12 de enero de 2024 10:11:12'],
    ['Italian', 'Aggiunto in data venerdì 12 gennaio 2024 10:11:12'],
    ['Portuguese', 'Adicionado: sexta-feira, 12 de janeiro de 2024 10:11:12'],
    ['Dutch', 'Toegevoegd op vrijdag 12 januari 2024 10:11:12'],
    ['Russian', 'Добавлено: пятница, 12 января 2024 г. в 10:11:12'],
    ['Chinese', '添加于 2024年1月12日星期五 上午10:11:12'],
  ])('have dates in %s', async (_, about) => {
    const file = `Book\r\n- Words 1 | ${about}\r\n\r\nText\r\n==========\r\n`;
    expect(itemsIn((await readAll(fileOf(file))).found)).toMatchObject([
      { title: 'Book', at: '2024-01-12T10:11:12.000Z' },
    ]);
  });

  test('are recognised by the Russian dash, and notes and passages are told apart in Japanese', async () => {
    const clip = (about: string, text: string) => `Книга\n${about}\n\n${text}\n==========\n`;
    const file = [
      clip(
        '– Ваш выделенный отрывок на странице 1 | Место 1–2 | Добавлено: четверг, 22 августа 2024 г. в 18:10:53',
        'Один',
      ),
      clip('– Ваша заметка на странице 1 | Место 2 | Добавлено: четверг, 22 августа 2024 г. в 18:10:53', 'Два'),
      clip('- 1ページ|位置No. 2のメモ |作成日: 2024年8月22日木曜日 18:10:53', '三'),
      clip('- 1ページ|位置No. 2-3のハイライト |作成日: 2024年8月22日木曜日 18:10:53', '四'),
    ].join('');
    const { format, found } = await readAll(fileOf(file));
    expect(format).toBe('Kindle (My Clippings.txt)');
    expect(itemsIn(found)).toMatchObject([
      { title: 'Книга', body: '> Один\n\nДва\n\n三\n\n> 四', at: '2024-08-22T18:10:53.000Z' },
    ]);
    expect(faultsIn(found)).toEqual([]);
  });

  test('that are truncated or invalid are reported; a long book becomes several notes', async () => {
    const clip = (text: string) => `Book (A. Author)\n- Your Highlight on page 1 | Added on 1\n\n${text}\n==========\n`;
    const long = clip('word '.repeat(10_000));
    const { found } = await readAll(fileOf(`${long}${long}Other\nno place\n==========\nLast\n- Your High`));
    expect(itemsIn(found).map(({ title, body }) => [title, body.length > 49_000])).toEqual([
      ['Book', true],
      ['Book (2)', true],
    ]);
    expect(faultsIn(found)).toEqual([
      'line 11: This isn’t a clipping: the line with its place is missing.',
      'line 14: The file is cut off within this clipping.',
    ]);
  });
});

describe('notes of Evernote', () => {
  test('become Markdown with tags, dates and source; attachments are named', async () => {
    const { format, found } = await read('evernote.enex');
    expect(format).toBe('Evernote (ENEX)');
    const body = [
      '# Rye\n\nFlour and **water,** and [salt](https://salt.example/a%20b). \\\nThen wait.',
      '- one *day*\n- or two\n  1. first\n  2. second',
      '- [x] Sift\n- [ ] Rest',
      '- [x] Knead\n\n- [ ] Bake 2\\*3 \\[loaves]',
      '> Said by somebody.',
      '```\na < b\n  c\n```',
      '| Flour | 500 g |\n| --- | --- |\n| Water \\| salt | 350 g |',
      '- [x] Buy flour\n- [ ] Light the oven',
    ].join('\n\n');
    expect(found).toEqual([
      {
        place: 'line 4',
        item: {
          title: 'Bread & water',
          url: 'https://bread.example/rye?a=1&b=2',
          body: expect.any(String) as string,
          tags: ['baking', 'two words'],
          at: '2023-09-12T10:11:12.000Z',
          changedAt: '2023-09-13T10:11:12.000Z',
          imported: {
            author: 'Ada',
            source: 'web.clip7',
            attachments: ['loaf.png'],
            tasks: ['“Buy flour” created 20230912T101113Z, duedate 20230915T000000Z'],
            'addresses of attachments': ['https://bread.example/loaf.png'],
          },
          aside: ['the file loaf.png'],
        },
      },
      {
        place: 'line 27',
        item: {
          title: 'A thought',
          body: 'Only words.',
          tags: [],
          at: '2023-09-14T00:00:00.000Z',
          aside: ['what is locked with a password'],
        },
      },
    ]);
    expect(itemsIn(found)[0]?.body).toBe(body);
  });
});

describe('a vault of Obsidian', () => {
  const vault = async () => {
    const { found } = await readAll(fileOf(await zippedFixture('obsidian')));
    return Object.fromEntries(itemsIn(found).map((item) => [item.title, item]));
  };

  test('keeps daily note names, folders, aliases and all other properties', async () => {
    expect((await vault())['2023-09-12']).toMatchObject({
      tags: ['diary', 'weather/rain'],
      folders: [['Garden', 'daily']],
      imported: { aliases: ['Rain day'], mood: 'calm', rating: 4 },
    });
  });

  test('links its notes, and shows other links and pictures by text and name', async () => {
    const { body, imported, aside } = (await vault())['2023-09-12'] ?? {};
    const ferns = 'import:obsidian%2FGarden%2FFerns%20and%20moss.md';
    expect(body).toBe(
      [
        `Watered [the ferns](${ferns}), see [Ferns and moss > Light](${ferns}#h-light) and [[2023-09-11]].`,
        '*fern.png*\n*A small fern*',
        '```bash\n# a comment, and [[no link]]\n```',
        '`[[code]]` stays, and [a page](https://fern.example/) too.',
      ].join('\n\n'),
    );
    expect(imported).toMatchObject({
      attachments: ['fern.png', '../attachments/fern.png'],
    });
    expect(aside).toEqual(['the file fern.png', 'the file ../attachments/fern.png']);
  });

  test('takes no title from a code block', async () => {
    expect((await vault())['code-first']?.body).toContain('# a comment, no title');
  });

  test('may contain Hugo front matter', async () => {
    expect((await vault())["A post of Hugo's"]).toMatchObject({
      body: 'Written for a site.',
      tags: ['static', 'pages'],
      at: '2022-03-04T04:06:07.000Z',
      changedAt: '2022-03-05T00:00:00.000Z',
      shared: true,
      imported: { categories: ['writing'], weight: 3, 'params.hero': 'hero.jpg' },
    });
  });
});

test.each([
  ['begins the text', '\n# Head #\n\nText.', 'Head', 'Text.'],
  ['stands further down, where it stays', 'Before.\n\n# Head\n\nText.', 'Head', 'Before.\n\n# Head\n\nText.'],
  ['is that of a part', '## Before\n\nText.\n\n# Head\n\nText.', 'file-name', '## Before\n\nText.\n\n# Head\n\nText.'],
  ['has another beside it', 'Text.\n\n# Head\n\n# Head', 'file-name', 'Text.\n\n# Head\n\n# Head'],
  ['stands in a block of code only', '~~~\n# Head\n~~~\n', 'file-name', '~~~\n# Head\n~~~'],
])('a Markdown heading that %s', async (_, text, title, body) => {
  expect(itemsIn((await readAll(fileOf(text, 'file-name.md'))).found)).toMatchObject([{ title, body }]);
});

test('a header above Markdown is recognised in any capitalisation, and with Notesnook’s names', async () => {
  const head = (text: string) => `---\n${text}---\nText`;
  const joplin = head('Title: Io\nUpdated: 2024-03-05\nCreated: 2024-03-04\nTags:\n  - moons\nLatitude: 1\n');
  expect(itemsIn((await readAll(fileOf(joplin, 'a.md'))).found)).toEqual([
    {
      ...{ title: 'Io', body: 'Text', tags: ['moons'], imported: { 'file name': 'a', Latitude: 1 } },
      ...{ at: '2024-03-04T00:00:00.000Z', changedAt: '2024-03-05T00:00:00.000Z' },
    },
  ]);
  const other = head('title: Io\nTitle: Europa\ncreated_at: 2024-03-04\n');
  expect(itemsIn((await readAll(fileOf(other, 'a.md'))).found)).toMatchObject([
    { title: 'Io', at: '2024-03-04T00:00:00.000Z', imported: { Title: 'Europa' } },
  ]);
});
