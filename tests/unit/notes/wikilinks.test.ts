import { describe, expect, test } from 'vitest';
import { linkedHtml, wikilinkTargetsIn } from '../../../src/notes/server/markdown/markdown-links.ts';
import { excerptOf, renderMarkdown } from '../../../src/notes/server/markdown/markdown.ts';
import { mentionsIn, readWikilink, titleKey, wikilinkTo } from '../../../src/notes/model/markdown.ts';

const uuid = '01890000-0000-7000-8000-00000000000a';
const shown = async (text: string) => linkedHtml(await renderMarkdown(text), (target) => `/to/${target}`);

describe('a link by title', () => {
  test.each([
    ['[[Green tea]]', '<p><a href="/to/green tea">Green tea</a></p>'],
    ['[[Green tea#How to Brew]]', '<p><a href="/to/green tea#h-how-to-brew">Green tea › How to Brew</a></p>'],
    ['[[Tea|a *cup*]]', '<p><a href="/to/tea">a *cup*</a></p>'],
    ['**[[Tea]]**', '<p><strong><a href="/to/tea">Tea</a></strong></p>'],
    ['![[Tea]]', '<p><a href="/to/tea">Tea</a></p>'],
    ['[[#Below]]', '<p><a href="#h-below">Below</a></p>'],
    ['| a |\n|---|\n| [[Tea\\|cup]] |', /<td><a href="\/to\/tea">cup<\/a><\/td>/],
    [`[[${uuid.toUpperCase()}|Tea]]`, `<p><a href="/to/${uuid}">Tea</a></p>`],
    [`[my *tea*](/note/item?uuid=${uuid}#h-cup)`, `<p><a href="/to/${uuid}#h-cup">my <em>tea</em></a></p>`],
  ])('%s leads to the note', async (text, html) => {
    if (typeof html === 'string') expect(await shown(text)).toBe(html);
    else expect(await shown(text)).toMatch(html);
  });

  test.each([
    '[[1]]',
    'if [[ -f x ]]',
    '`[[Tea]]`',
    '\\[[Tea]]',
    '```\n[[Tea]]\n```',
    '[[a](https://b.example/)]',
    '[[Tea]](https://b.example/)',
    '[[Tea\ncup]]',
    '[[Tea]] as said\n\n[Tea]: https://b.example/',
    `[[${'a'.repeat(501)}]]`,
    '[[',
    '[[]]',
  ])('is not recognised in %s', async (text) => {
    expect(wikilinkTargetsIn(await renderMarkdown(text))).toEqual([]);
  });

  test('keeps its words where it has no target, and typed text never becomes markup', async () => {
    const html = await renderMarkdown('To [[<b>"x"&|<i>words</i>]].');
    expect(wikilinkTargetsIn(html)).toEqual(['<b>"x"&']);
    expect(linkedHtml(html, () => undefined)).toBe('<p>To &lt;i&gt;words&lt;/i&gt;.</p>');
    expect(linkedHtml(html, () => '/a"><script>')).toBe(
      '<p>To <a href="/a&quot;&gt;&lt;script&gt;">&lt;i&gt;words&lt;/i&gt;</a>.</p>',
    );
    expect(excerptOf('To [[Secret|the words]].')).toBe('To the words.');
  });

  test('is plain text where links by title are not supported', async () => {
    expect(await renderMarkdown('To [[Tea]].', { wikilinks: false })).toBe('<p>To [[Tea]].</p>');
  });
});

test('titles match regardless of case, spacing and Unicode form', () => {
  expect(titleKey('  Über \u00a0 TEA ﬁg')).toBe(titleKey('U\u0308ber tea fig'));
  expect(readWikilink('tea | a cup')).toEqual({ target: 'tea', heading: undefined, words: 'a cup' });
});

test('the links of a text are listed once each, excluding code', () => {
  const text = `[[Tea]] [[TEA|cup]] \`[[Code]]\` [[${uuid}]]\n\n    \n~~~\n[[Block]]\n~~~\n[x](/note/detail/${uuid}/tea)`;
  expect(mentionsIn(text, 'u_a')).toEqual(['u_a tea', uuid]);
  expect(mentionsIn('plain', 'u_a')).toEqual([]);
});

test('a suggested link leads to its note, whatever its title', () => {
  for (const title of ['Tea', 'C# in [depth]', '42', 'a|b', '^x']) {
    const written = wikilinkTo({ uuid, title }, false);
    expect([titleKey(title), uuid]).toContain(readWikilink(written.slice(2, -2))?.target);
  }
  expect(wikilinkTo({ uuid, title: 'Tea' }, false)).toBe('[[Tea]]');
  expect(wikilinkTo({ uuid, title: 'Tea' }, true)).toBe(`[[${uuid}|Tea]]`);
});

test('many brackets take linear time', async () => {
  const started = performance.now();
  for (const text of ['[['.repeat(20_000), '[[a'.repeat(20_000), '[[a|'.repeat(20_000)]) {
    mentionsIn(text, 'u_a');
    await renderMarkdown(text);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});
