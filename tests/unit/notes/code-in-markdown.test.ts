import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outsideOfCode } from '../../../src/notes/model/code-in-markdown.ts';
import { cpuMsOf } from '../../support/time-limits.ts';
import { parseMarkdown } from '../../../src/notes/server/markdown/markdown.ts';

const changed = (text: string) => outsideOfCode(text, (part) => part.replaceAll('word', 'WORD'));

/** The words in code, and those outside of it, as the parser sees them. */
function words(text: string): { inCode: string[]; outside: string[] } {
  const [inCode, outside]: [string[], string[]] = [[], []];
  const read = (tokens: ReturnType<typeof parseMarkdown>) => {
    for (const { type, content, children } of tokens) {
      if (children) read(children);
      else (/^(?:code|fence)/.test(type) ? inCode : outside).push(...(content.match(/word/gi) ?? []));
    }
  };
  read(parseMarkdown(text, {}));
  return { inCode, outside };
}

test.each([
  'A `word` and ``wo`rd word``, not \\`word`',
  'A `span\nover word` word',
  '> A `span\n> over word` word',
  'word\n\n    word\n\nword',
  'word\n    word',
  '- word\n\n  word\n\n      word\n\n    word',
  '> ```\n> word\n> ```\n> word',
  '- ```\n  word\n  ```\n- word',
  '```\nword\n\n    word',
  '\tword\n\nword',
  '| `word | word |\n|---|---|\n| word` | word |',
  '`word\n\nword`',
])('%j: only what the parser takes for code is left as it is', (text) => {
  const { inCode, outside } = words(changed(text));
  expect([new Set(inCode), new Set(outside)]).toEqual([
    new Set(inCode.length > 0 ? ['word'] : []),
    new Set(outside.length > 0 ? ['WORD'] : []),
  ]);
});

const lines = fc.constantFrom(
  ...['', 'word', '    word', '  word', '      word', '\tword', '`word', 'word`', 'a `word` b', '``word', '\\`word'],
  ...['> word', '>     word', '> `word', '> - word', '>', '- word', '-     word', '  - word', '    - word', '* word'],
  ...['1. word', '2. word', '   word', '1.\tword', '- - word', '- > word', '- `word', '# word', '# `word', '***'],
  ...['```', '```js', '> ```', '  ```', '- ```', '~~~', '````', '    ```', '---', '===', '[^1]: word'],
);

test('code is where the parser finds it, however blocks are nested', () => {
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 8 }), (all) => {
      const { inCode, outside } = words(changed(`${all.join('\n')}\n\nA [^1]`));
      expect({ inCode, outside }).toEqual({
        inCode: inCode.map(() => 'word'),
        outside: outside.map(() => 'WORD'),
      });
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ['escaped backticks', '\\`'.repeat(100_000)],
  ['lists in lists', `${'- '.repeat(100_000)}\``],
  ['quotations in lists', `${'> - '.repeat(50_000)}\``],
  ['cells', `a|b\n${' -|'.repeat(60_000)}x\``],
])('%s as long as a note take no time', async (_, text) => {
  expect(await cpuMsOf(() => changed(text))).toBeLessThan(1000);
});
