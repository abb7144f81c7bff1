import { expect, test } from 'vitest';
import { fileOf, itemsIn, readAll, readFixture } from '../../../support/import-files.ts';

const times = { at: '2024-03-04T05:06:07.000Z', changedAt: '2024-03-05T05:06:07.000Z' };

test('Roam: nested lists with tasks, and links between pages as written', async () => {
  const { format, items } = await readFixture('roam.json');
  expect(format).toBe('Roam Research (JSON)');
  expect(items).toMatchObject([
    {
      ...{ title: 'Moons', body: '- Io, see [[Jupiter]]\n  - [x] look\n- ## Europa', source: 'roam:p1', ...times },
      imported: { 'blocks.uid': ['b1', 'b2', 'b3'], 'blocks.edit-time': ['1709615167000'] },
    },
    { title: 'Jupiter', body: '' },
  ]);
});

test('Roam: a referenced block is quoted wherever it is used, and both places keep its id', async () => {
  const page = (title: string, ...children: object[]) => ({ title, 'edit-time': times.at, children });
  const texts = ['See ((b2))', '{{[[embed]]: ((b2))}}', '[this](((b2)))', 'f((x)) and ((gone))'];
  const pages = [
    page('A', ...texts.map((string, at) => ({ string, uid: `a${at}` }))),
    page('B', { string: 'Outer', uid: 'b1', children: [{ string: 'It is **yellow**', uid: 'b2' }] }),
  ];
  const { found } = await readAll(fileOf(JSON.stringify(pages)));
  expect(itemsIn(found)).toMatchObject([
    {
      body: '- See It is **yellow**\n- It is **yellow**\n- this\n- f((x)) and ((gone))',
      imported: { references: ['b2'], 'blocks.uid': ['a0', 'a1', 'a2', 'a3'] },
    },
    { imported: { 'blocks.uid': ['b1', 'b2'] } },
  ]);
});

test('Roam: a long block referenced many times is abbreviated', async () => {
  const children = [
    { string: 'long '.repeat(40_000), uid: 'b1' },
    { string: '((b1))'.repeat(3000), uid: 'b2' },
  ];
  const { found } = await readAll(fileOf(JSON.stringify([{ title: 'A', 'edit-time': times.at, children }])));
  expect(itemsIn(found)[0]?.body.length).toBeLessThan(200_000 + 3000 * 302);
});

test('Roam: nested references are expanded, and a page grows no larger than a note may be', async () => {
  const page = (children: object[]) => JSON.stringify([{ title: 'A', 'edit-time': times.at, children }]);
  const nested = [
    { string: 'See ((b2))', uid: 'b1' },
    { string: 'that ((b3))', uid: 'b2' },
    { string: 'yellow', uid: 'b3' },
  ];
  const [item] = itemsIn((await readAll(fileOf(page(nested)))).found);
  expect(item?.body.split('\n')[0]).toBe('- See that yellow');
  const many = [
    { string: 'long '.repeat(50), uid: 'a' },
    { string: '((a))'.repeat(100_000), uid: 'b' },
  ];
  const [grown] = itemsIn((await readAll(fileOf(page(many)))).found);
  expect(grown?.body.length).toBeLessThan(500_000 + 300_000);
});
