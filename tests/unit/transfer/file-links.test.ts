import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkToFiles, restoreLinks, withShownPictures } from '../../../src/transfer/model/file-links.ts';

const one = '01890000-0000-7000-8000-000000000001';
const files = new Map([
  ['what? a title', 'What A title'],
  ['plain', 'Plain'],
  [one, 'Plain'],
]);
const linked = (body: string) => linkToFiles(body, (target) => files.get(target));

describe('links in a folder of exported files', () => {
  test.each([
    ['To [[Plain]], [[plain|it]] and [[Plain#Part]].', 'To [[Plain]], [[plain|it]] and [[Plain#Part]].'],
    ['To [[What? A title]].', 'To [What? A title](What%20A%20title.md).'],
    ['To [[What? A title#One part|it]].', 'To [it](What%20A%20title.md#One%20part).'],
    [`To [[${one}|the other]].`, 'To [the other](Plain.md).'],
    [`To [it](/note/item?uuid=${one}#h-one-part).`, 'To [it](Plain.md#one-part).'],
    [`To [it](/note/detail/${one}/plain).`, 'To [it](Plain.md).'],
    ['![[What? A title#Part]]', '![[What A title#Part]]'],
    ['`[[What? A title]]` and \\[[What? A title]]', '`[[What? A title]]` and \\[[What? A title]]'],
    ['[[Nowhere]], [[#Here]] and [[1]]', '[[Nowhere]], [[#Here]] and [[1]]'],
  ])('%s are written so that they work between files', (body, text) => {
    expect(linked(body).text).toBe(text);
    expect(restoreLinks(text, linked(body).links)).toBe(body);
  });

  test('links that an earlier export changed in code are restored too', () => {
    const text = '    [What? A title](What%20A%20title.md)\n\n`[it\n](What%20A%20title.md)`';
    const links = { '[What? A title](What%20A%20title.md)': '[[What? A title]]' };
    expect(restoreLinks(text, links)).toBe('    [[What? A title]]\n\n`[it\n](What%20A%20title.md)`');
  });

  test('links to files written by the author stay unchanged', () => {
    const body = '[What? A title](What%20A%20title.md) [[What? A title]]';
    expect(linked(body)).toEqual({ text: body, links: {} });
  });

  test('any text is restored unchanged', () => {
    const part = fc.constantFrom(
      ...[
        '[[What? A title]]',
        '[[what?  a title|x]]',
        '[x](What%20A%20title.md)',
        `[[${one}|x]]`,
        `](/note/item?uuid=${one})`,
      ],
      ...[
        '[x',
        '`',
        '```\n',
        '\n',
        '|',
        '\\',
        '!',
        '[[Plain#a|x]]',
        '[[ plain ]]',
        `[x](/note/detail/${one}/p#h-a)`,
        ' ',
        '$&',
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string())), (parts) => {
        const body = parts.join('');
        const { text, links } = linked(body);
        expect(restoreLinks(text, links)).toBe(body);
      }),
      { numRuns: 2000 },
    );
  });
});

test('a hostile file that refers to one letter many times expands a text no more than our own exports do', () => {
  const text = restoreLinks('a'.repeat(10_000), { a: 'Book. '.repeat(5000) });
  expect(text).toContain('Book. ');
  expect(text.length).toBeLessThan(500_000);
});

test.each([
  ['![a](/pictures/N-640.webp "Title")', '![a](pictures/N.webp "Title")'],
  ['![a]( https://site.example/pictures/N-640.webp )', '![a]( pictures/N.webp )'],
  ['![a](\n/pictures/N-640.webp)', '![a](\npictures/N.webp)'],
  ['> [r]: /pictures/N-640.webp#x', '> [r]: pictures/N.webp#x'],
  ['1. b\n\n    [a\\]b]:\n    /pictures/N-640.webp?x', '1. b\n\n    [a\\]b]:\n    pictures/N.webp?x'],
  ['[r]:/pictures/N-640.webp', '[r]:pictures/N.webp'],
  ['`![a](/pictures/N-320.webp)`', '`![a](/pictures/N-320.webp)`'],
  ['```\n![a](/pictures/N-320.webp)\n```', '```\n![a](/pictures/N-320.webp)\n```'],
  ['https://site.example/pictures/N-640.webp', 'https://site.example/pictures/N-640.webp'],
])('%s shows a file beside it outside code', (written, wanted) => {
  const named = (text: string) => text.replace('N', 'a'.repeat(32));
  expect(withShownPictures(named(written), (name) => `pictures/${name}.webp`)).toBe(named(wanted));
});
