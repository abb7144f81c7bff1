import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginningOf, maxMarks, overBudget, renderCostOf } from '../../../src/notes/model/markdown.ts';
import { NewNote } from '../../../src/notes/model/note.ts';
import { renderMarkdown } from '../../../src/notes/server/markdown/markdown.ts';
import { marks } from '../../support/hostile/hostile-markdown.ts';

const markdown = fc.array(fc.oneof(fc.constantFrom(...marks), fc.string())).map((parts) => parts.join(''));

test('a text’s beginning is a prefix of it, all of it if it has little markup, and longer the less markup it has', () => {
  fc.assert(
    fc.property(markdown, fc.nat({ max: 40 }), (text, max) => {
      const beginning = beginningOf(text, max);
      expect(text.startsWith(beginning)).toBe(true);
      expect(beginningOf(text, max + 1).length).toBeGreaterThanOrEqual(beginning.length);
      expect(beginningOf(text, text.length)).toBe(text);
    }),
  );
});

test('a beginning ends at a line break', () => {
  expect(beginningOf('one\ntwo *three*\nfour', 2)).toBe('one\n');
  expect(beginningOf('one\ntwo *three*\nfour', 3)).toBe('one\n');
  expect(beginningOf('one\ntwo *three*\nfour', 4)).toBe('one\ntwo *three*\nfour');
  expect(beginningOf('*one* *two*', 2)).toBe('*one* ');
});

test('text in scripts without spaces, and code, count for more than plain words', () => {
  const [words, han, code] = ['a word '.repeat(100), '中文'.repeat(350), `\`\`\`js\n${'a = 1; '.repeat(100)}\n\`\`\``];
  expect(renderCostOf(han)).toBeGreaterThan(5 * renderCostOf(words));
  expect(renderCostOf(code)).toBeGreaterThan(5 * renderCostOf(words));
});

test('a note with too much markup is refused with the line of the excess, and any other is accepted', () => {
  const body = '- a\n'.repeat(maxMarks);
  expect(overBudget(body)).toBeUndefined();
  expect(overBudget('word '.repeat(40_000))).toBeUndefined();
  const refused = NewNote.safeParse({ title: 'A list', body: `${body}- one more\nand another` });
  expect(refused.error?.issues).toMatchObject([
    { path: ['body'], message: expect.stringContaining(`By line ${maxMarks + 1} `) as string },
  ]);
});

test.each([
  ['links', (long: string) => `[a]: http://a.example/${long}\n\n${'[a] '.repeat(12_000)}`],
  ['titles', (long: string) => `[a]: /b "${long}"\n\n${'[a] '.repeat(12_000)}`],
  ['pictures with captions', (long: string) => `[a]: /b.png "${long}"\n\n${'![a]\n\n'.repeat(8_000)}`],
])(
  'rendered size is limited to a few times the text, however often it refers to one address: %s',
  async (_, textOf) => {
    const body = textOf('x'.repeat(100_000));
    expect(NewNote.safeParse({ title: 'References', body }).success).toBe(true);
    const html = await renderMarkdown(body);
    expect(html.length).toBeLessThan(15 * body.length);
    // The text of links without a target is still shown.
    expect(html.match(/<a|<img/g)?.length).toBeGreaterThanOrEqual(8_000);
  },
);

test.each([
  ['one footnote, referred to often', `${'[^a]'.repeat(2_490)}\n\n[^a]: The words of the footnote`],
  [
    'a table whose rows leave out their cells',
    `${'|a'.repeat(50)}|\n${'|-'.repeat(50)}|\n${'|\n'.repeat(4_900)}The words after it`,
  ],
])('a comment cannot become a page of its own size many times over: %s', async (_, body) => {
  const html = await renderMarkdown(body, { idPrefix: `c-${crypto.randomUUID()}-` });
  expect(html.length).toBeLessThan(50_000 + 20 * body.length);
  expect(html).toMatch(/The words (of the footnote|after it)/);
});

test('references to footnotes beyond those that a long text may have are shown as typed', async () => {
  const html = await renderMarkdown(`${'[^a] '.repeat(400)}\n\n[^a]: Said once`);
  expect(html.match(/data-footnote-ref/g)?.length).toBe(html.match(/data-footnote-backref/g)?.length);
  expect(html).toContain('[^a] [^a]');
  const short = await renderMarkdown(`${'[^a] '.repeat(50)}\n\n[^a]: Said once`);
  expect(short).not.toContain('[^a]');
});

test('code counts however its fence is hidden, so that colouring it never keeps other requests waiting', () => {
  const code = 'a = [1, 2];\n'.repeat(1_000);
  const seen = renderCostOf(`\`\`\`js\n${code}`);
  for (const opening of [
    '```js\n~~~\n',
    '```a`b\n```js\n',
    '    ```\n```js\n',
    '- ```js\n',
    '[^1]: ```js\n',
    '```\u00a0js\n',
    '<pre>\n```\n</pre>\n\n~~~ &#106;s\n',
  ])
    expect(renderCostOf(opening + code)).toBeGreaterThan(0.99 * seen);
});

test('code that becomes too long by its colours is shown without them, and the text around it as Markdown', async () => {
  const html = await renderMarkdown(`# A map\n\n\`\`\`json\n${'[0,1,0,0,1,1,0,1]\n'.repeat(400)}\`\`\`\n\n$x^2$`);
  expect(html).toContain('A map</h2>');
  expect(html).not.toContain('tok-');
  expect(html.length).toBeLessThan(20_000);
});
