import { describe, expect, test } from 'vitest';
import { openFile } from '../../../../src/transfer/formats/open-file.ts';
import { faultsIn, fileOf, itemsIn, readAll, zippedFixture, zipOf } from '../../../support/import-files.ts';

describe('pages of Notion', () => {
  test('are imported without the ids in their names, and table rows with their properties', async () => {
    const { format, found } = await readAll(fileOf(await zippedFixture('notion')));
    expect(format).toBe('Notion (zip)');
    expect(itemsIn(found)).toEqual([
      {
        title: 'Reading',
        body: 'What I read, and what is to do.\n\nNote: this line is text.\n\n*cover.png*',
        tags: [],
        ref: expect.stringMatching(/^notion\/Reading 1+\.md$/) as string,
        source: 'notion:11111111111111111111111111111111',
        imported: {
          links: ['Reading 11111111111111111111111111111111/Tasks 22222222222222222222222222222222.csv'],
          attachments: ['Reading 11111111111111111111111111111111/cover.png'],
        },
        aside: ['the file Reading 11111111111111111111111111111111/cover.png'],
      },
      {
        title: 'Buy paper',
        url: 'https://paper.example/buy',
        body: 'Thick paper, not thin.',
        tags: ['shop', 'soon'],
        folders: [['Reading', 'Tasks']],
        at: '2024-03-04T05:06:00.000Z',
        ref: expect.stringMatching(/Buy paper 3+\.md$/) as string,
        source: 'notion:33333333333333333333333333333333',
        imported: { Status: 'Open' },
      },
    ]);
    expect(faultsIn(found)).toEqual([expect.stringMatching(/^the archive: One file .* left out: .*cover\.png\.$/)]);
  });
});

test('pages exported as HTML are imported with their blocks, properties and pictures', async () => {
  const opened = await openFile(fileOf(await zippedFixture('notion-html')), true);
  const found = opened.ok ? await Array.fromAsync(opened.items) : [];
  const [reading, tasks, paper, ...others] = itemsIn(found);
  expect([others, faultsIn(found)]).toEqual([[], []]);
  const place = 'notion-html%2FReading%2011111111111111111111111111111111';
  expect(reading).toMatchObject({
    ...{ title: 'Reading', source: 'notion:11111111111111111111111111111111' },
    imported: { 'page icon': '📚', 'page cover': 'https://covers.example/1.jpg' },
  });
  expect(reading?.body.split('\n\n')).toEqual([
    'Everything.',
    `What I read, and [what is to do](import:${place}%2FTasks%2022222222222222222222222222222222.html). See [a **site**](https://read.example/a_b).`,
    '## Plans',
    '- [x] Read it\n- [ ] Write about it',
    '1. One\n2. Two\n   - Inner',
    '- More\n  Folded words.',
    '> 💡\n>\n> Mind the gap.',
    "```javascript\nconst a = 1;\nconst b_c = '*';\n```",
    '[A card](https://card.example/)',
    'What it says.',
    '$$\nE = m c^2\n$$',
    `![](picture:${place}%2Fcover%20%281%29.png)`,
    'The cover',
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
  ]);
  const row = `import:${place}%2FTasks%2FBuy%20paper%2033333333333333333333333333333333.html`;
  expect(tasks?.body).toBe(`| Name | Tags |\n| --- | --- |\n| [Buy paper](${row}) | shop |`);
  expect(paper).toEqual({
    ...{ title: 'Buy paper', url: 'https://paper.example/buy', body: 'Thick paper, not thin.' },
    ...{ tags: ['shop, big', 'soon'], folders: [['Reading', 'Tasks']] },
    ...{ at: '2024-03-04T05:06:00.000Z', changedAt: '2024-03-05T05:06:00.000Z' },
    ref: expect.stringMatching(/Buy paper 3+\.html$/) as string,
    source: 'notion:33333333333333333333333333333333',
    imported: { Status: 'Open', Paid: 'false', For: ['Mo Reed'], Sheets: '500' },
  });
});

test('a table of Notion whose rows are not pages is read as a table', async () => {
  const csv = 'Name,URL\nA,https://a.example\n';
  const { found } = await readAll(fileOf(zipOf({ 'List 55555555555555555555555555555555.csv': csv })));
  expect(itemsIn(found)).toMatchObject([{ title: 'A', url: 'https://a.example' }]);
});
