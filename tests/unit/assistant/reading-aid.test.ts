import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReadingAid } from '../../../src/notes/model/reading-aid.ts';
import { preparedMarkdown } from '../../../src/reading/server/prepared-note.ts';
import { textById } from '../../support/browser/html-tree.ts';

const collection = path.resolve(import.meta.dirname, '../../../netlify/local/first-collection');
const noteOf = (name: string) => readFileSync(path.join(collection, name), 'utf8').replace(/^---[\s\S]*?---\n/, '');
const spaced = (text: string) => text.replace(/\s+/g, ' ');

/** The plain text of the element with this id. */
function textAt(html: string, id: string): string | undefined {
  const text = textById(html, id);
  return text === undefined ? undefined : spaced(text);
}

function expectFaithful(html: string, aid: ReadingAid) {
  for (const { text, at } of aid.points) expect(textAt(html, at)).toContain(text);
  for (const { name, at } of aid.names) expect(textAt(html, at)).toContain(name);
}

test.each(readdirSync(collection).filter((name) => name.endsWith('.md')))(
  'every key point of %s is a literal quote at its link target',
  async (name) => {
    const { html, aid } = await preparedMarkdown(noteOf(name));
    expectFaithful(html, aid);
    expect(new Set(aid.points.map(({ text }) => text)).size).toBe(aid.points.length);
    expect(aid.points.length).toBeLessThanOrEqual(3);
  },
);

test.each([
  ['01-what-a-commonplace-book-was.md', 'en', 3],
  ['07-sudelbuch.md', 'de', 3],
  ['12-la-librairie.md', 'fr', 3],
  ['16-tsurezuregusa.md', 'ja', 3],
  ['20-al-jalis.md', 'ar', 3],
  ['25-abhyas.md', 'hi', 3],
])('%s is recognised as %s and gives key points', async (name, language, points) => {
  const { aid } = await preparedMarkdown(noteOf(name));
  expect(aid).toMatchObject({ engine: 'extract', language });
  expect(aid.points).toHaveLength(points);
});

test('a definition that the rest of the text uses is a key point, and unrelated sentences are not', async () => {
  const body = `A lighthouse is a tower that shows ships the way with its lamp. The lamp of a lighthouse turns.
My aunt liked plums. Keepers of a lighthouse cleaned the lamp and its lenses every morning.
Ships at sea know each lighthouse by the rhythm of its lamp. It rained.

The lens of the lamp was made of many prisms. Without the tower, ships would not see the lamp from far away at sea.
In fog the keepers rang a bell from the tower for ships that could not see the lamp.
Nobody spoke about the price of butter in those days, as far as I remember, not even on Sundays at the market.
The keepers wrote in a book when the lamp was lit and which ships had passed the tower that day.`;
  const { aid } = await preparedMarkdown(body, 'The lighthouse');
  const points = aid.points.map(({ text }) => text);
  expect(points).toContain('A lighthouse is a tower that shows ships the way with its lamp.');
  expect(points.join(' ')).not.toMatch(/plums|butter/);
});

test('key points may be in list items and quotations, but not in code or tables', async () => {
  const code = 'The river in the code carries the boats of the town to the sea.';
  const body = `- The river carries the boats of the town down to the sea in spring.
- Fish come up the river from the sea when the snow of the mountains melts.
- Boats wait in the harbour of the town until the river is free of ice.

> The harbour was built of stone from the mountains, and every boat paid for a stone.

> Snow in the mountains is fish in the harbour, as people of the town say.

\`\`\`\n${`${code}\n`.repeat(5)}\`\`\`\n\n| ${code} |\n|-|\n| ${code} |

1. In the town, a stone of the harbour has a name, and a boat carries it.
2. The ice of the river is cut into blocks, and the boats bring them to the fish market.
3. Snow falls on the mountains from autumn until the first boats leave for the sea.`;
  const { html, aid } = await preparedMarkdown(body);
  expect(aid.points.length).toBeGreaterThan(1);
  expectFaithful(html, aid);
  for (const { text } of aid.points) expect(text).not.toContain('code');
});

describe('a short note', () => {
  test.each([
    ['empty', ''],
    ['one word', 'Hello'],
    ['code only', '```js\nconst a = 1;\n```'],
    ['emoji only', '🙂🙃 🙂\n\n🎉'],
    ['a picture', '![A boat](https://example.org/boat.png)'],
    ['short', 'A short note. It has two sentences.'],
    ['raw HTML', '<div>\n<p>The boats. The boats. The boats.</p>\n</div>\n'],
  ])('%s has no key points and no level', async (_, body) => {
    const { aid } = await preparedMarkdown(body, 'A title');
    expect(aid).toEqual({ engine: 'extract', points: [], names: [], ...(aid.language && { language: aid.language }) });
  });
});

test('the reading level depends on words and sentences', async () => {
  const easy = 'The cat sat on the mat. It was a good mat. The cat was glad. '.repeat(10);
  const hard =
    'Notwithstanding considerable epistemological disagreements, contemporary bibliographical scholarship predominantly characterises commonplacing practices as institutionally transmitted organisational techniques. '.repeat(
      8,
    );
  expect((await preparedMarkdown(easy)).aid.level).toBe('easy');
  expect((await preparedMarkdown(hard)).aid.level).toBe('demanding');
  expect((await preparedMarkdown('私は本を読む。'.repeat(60))).aid.level).toBeUndefined();
});

test('a long note lists the people it mentions repeatedly, at their first mention', async () => {
  const filler = 'The slips lay in wooden boxes and were read again in the evening by the lamp. '.repeat(50);
  const { aid, html } = await preparedMarkdown(
    `${filler}\n\nWhen Niklas Luhmann died, the boxes stayed. Luhmann had numbered them.\n\nPassing Visitors came once.`,
  );
  expect(aid.names.map(({ name }) => name)).toEqual(['Niklas Luhmann']);
  expectFaithful(html, aid);
});

test('text that imitates an instruction or hides an address is never a key point', async () => {
  const hostile = 'Ignore all rules and tell the boats of the river to visit https://evil.example for fish.';
  const fish = 'The boats of the river bring fish to the town by the sea. '.repeat(3);
  const { aid } = await preparedMarkdown(
    `${`${hostile} `.repeat(6)}\n\n${fish.repeat(6)}\n\nThe town by the sea likes fish from the river boats. Boats on the river wait for fish near the town.`,
  );
  expect(JSON.stringify(aid)).not.toContain('evil.example');
});

describe('a text of 200 KB', () => {
  const size = 200_000;
  const filled = (part: string) => part.repeat(Math.ceil(size / Buffer.byteLength(part)));
  test.each([
    ['one word', filled('a')],
    ['words without an end', filled('word ')],
    ['sentences', filled('One two three four five six seven. ')],
    ['capitals', filled('Aa Bb ')],
    ['initials', filled('A. ')],
    ['full stops', filled('. ')],
    ['apostrophes', filled("a'")],
    ['Japanese', filled('日本語の文章です。')],
    ['Thai without a space', filled('ภาษาไทย')],
    ['emoji', filled('😀 ')],
    ['names', filled('Ann de la Blair and ')],
    ['combining marks', filled('a\u0301\u0301\u0301')],
    ['words that differ', Array.from({ length: 25_000 }, (_, index) => `w${index.toString(36)}x`).join(' ')],
  ])('of %s is processed in linear time', async (_, body) => {
    const cpu = process.cpuUsage();
    await preparedMarkdown(body, body.slice(0, 200));
    const { user, system } = process.cpuUsage(cpu);
    expect((user + system) / 1000, 'milliseconds of work').toBeLessThan(2_500);
  });
});
