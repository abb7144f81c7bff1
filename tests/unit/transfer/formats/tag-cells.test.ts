import { expect, test } from 'vitest';
import { fileOf, itemsIn, readAll } from '../../../support/import-files.ts';

test.each([
  ["women's health, men's health", ["women's health", "men's health"]],
  [`['a', "it's", 'b\\'s']`, ['a', "it's", "b's"]],
  [`["a, b", c]`, ['a, b', 'c']],
  [`'80s, 90s'`, ['80s, 90s']],
  [`'80s, music`, ["'80s", 'music']],
  ['a;b; c d', ['a', 'b', 'c d']],
  ['a|b', ['a', 'b']],
  ['a;b, c', ['a;b', 'c']],
  [Array.from({ length: 2000 }, (_, at) => `tag ${at}`).join(', '), expect.objectContaining({ length: 2000 })],
])('a cell of tags %j', async (cell, tags) => {
  const file = `url,title,tags\nhttps://a.example/,A,"${cell.replaceAll('"', '""')}"\n`;
  expect(itemsIn((await readAll(fileOf(file))).found)[0]?.tags).toEqual(tags);
  const json = JSON.stringify([{ url: 'https://a.example/', title: 'A', tags: cell }]);
  expect(itemsIn((await readAll(fileOf(json))).found)[0]?.tags).toEqual(tags);
});
