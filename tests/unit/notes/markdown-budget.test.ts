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
