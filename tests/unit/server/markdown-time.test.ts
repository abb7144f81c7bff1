import { expect, test } from 'vitest';
import { preparedMarkdown } from '../../../src/server/markdown.ts';

const filled = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
const counted = (piece: (index: number) => string) => (size: number) => {
  let text = '';
  for (let index = 0; text.length < size; index += 1) text += piece(index);
  return text;
};

const texts: [string, (size: number) => string][] = [
  ...['[', '![', '![[', '[a](', '![a](b "', '[a](<b', 'http://a](', '*a _a ', 'a**b', '*_~', '~~a ', '_', '[]('].map(
    (piece): [string, (size: number) => string] => [JSON.stringify(piece), filled(piece)],
  ),
  ...['a@', 'a.', 'www.', 'https://a.b;', '<', '<!--', '<a ', '<a b="c" ', '&a;', '\\', '#\n', 'a\n=\n'].map(
    (piece): [string, (size: number) => string] => [JSON.stringify(piece), filled(piece)],
  ),
  ['brackets that close', (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
  ['runs of ticks', counted((index) => `${'`'.repeat(index)}a`)],
  ['a long table', (size) => '|a|b|\n|-|-|\n' + filled('|c|d|\n')(size)],
  ['a wide table', (size) => `${'|a'.repeat(size / 5)}|\n${'|-'.repeat(size / 5)}|\n${'|\n'.repeat(size / 5)}`],
  ['quotations 10,000 deep', filled('> '.repeat(10_000))],
  ['lists 10,000 deep', filled('- '.repeat(10_000))],
  ['lists, each within the last', counted((index) => `${'  '.repeat(index)}- a\n`)],
  ['lines that a deep quotation takes along', (size) => `${'>'.repeat(1000)}a\n${filled('a\n')(size)}`],
  [
    'footnotes',
    (size) => counted((index) => `[^${index}]`)(size / 2) + counted((index) => `\n\n[^${index}]: x`)(size / 2),
  ],
  ['footnotes that refer to the next', counted((index) => `[^${index}]: [^${index + 1}]\n\n`)],
  ['link definitions', (size) => counted((index) => `[a${index}]: x\n`)(size / 2) + filled('[a1]')(size / 2)],
  ['headings of one name', filled('# a\n')],
];

/** Milliseconds that this thread worked, whatever else the machine does. */
async function workOf(text: string): Promise<number> {
  const before = process.threadCpuUsage();
  await preparedMarkdown(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

test.each(texts)('eight times as much of %s takes about eight times as long', async (_, textOf) => {
  const once = await workOf(textOf(25_000));
  // The square of eight is 64. Below 20 ms the start of things weighs more than the text.
  expect(await workOf(textOf(200_000))).toBeLessThan(25 * Math.max(once, 20));
});
