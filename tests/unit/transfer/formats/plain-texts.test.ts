import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../../src/notes/server/markdown/markdown.ts';
import { htmlText } from '../../../../src/transfer/formats/markup/html-text.ts';
import { fromPlain, blockQuote } from '../../../../src/transfer/model/as-markdown.ts';
import { importedNote } from '../../../../src/transfer/model/note-of-item.ts';
import { elementsOf, textOf } from '../../../support/browser/html-tree.ts';
import { created, htmlFields, json, markdownFields, plainFields, url, xml } from '../../../support/written-fields.ts';
import { fileOf, itemsIn, readAll } from '../../../support/import-files.ts';
import { cpuMsOf } from '../../../support/time-limits.ts';

/** The visible text of a page, with white space normalised. */
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();
async function pageOf(body: string): Promise<{ words: string; elements: string[] }> {
  const html = await renderMarkdown(body);
  const elements = elementsOf(html).map(({ name }) => name);
  return { words: spaced(textOf(html.replaceAll('<br>', '\n'))), elements: [...new Set(elements)] };
}

/** Everything that has a meaning in our Markdown, within a line and at the start of lines. */
const line =
  'Of *a* **b**, _c_ and snake_case, `d`, ~~e~~, [f](https://f.example) ![g](h.png) [[i]] [^1], <b>j</b> <kbd>k</kbd> &amp; &copy; \\* $l$ 2*3 https://m.example/n_(o)_* #p | q';
const lines = `${line}\n1. one\n2) two\n# three\n> [!note] four\n- [ ] five\n---\n===\n| a | b |\n|---|---|\n\`\`\`\nsix\n~~~\n$$\nseven`;

async function noteIn(file: string) {
  const { found } = await readAll(fileOf(file));
  const [item, ...others] = itemsIn(found);
  expect(others).toEqual([]);
  if (!item) throw new Error(`Nothing was found: ${JSON.stringify(found)}`);
  const made = importedNote(item, 'private', { uuid: '0', authorId: 'a', now: new Date('2026-01-01') });
  if (!made.ok) throw new Error(made.why);
  return made.note;
}

test.each(Object.entries(plainFields))('%s is shown exactly as written', async (_, of) => {
  for (const text of [line, lines]) {
    const { words, elements } = await pageOf((await noteIn(of(text))).body);
    expect(words.replace(/ Said$/, '')).toBe(spaced(text));
    expect(elements.filter((name) => !['p', 'br', 'a', 'blockquote'].includes(name))).toEqual([]);
  }
});

test.each(Object.entries(htmlFields))(
  '%s: HTML keeps its formatting, and Markdown characters stay literal',
  async (_, of) => {
    const html = `<p>${lines.split('\n').map(xml).join('<br>')}</p><p><b>bold</b></p>`;
    const { words, elements } = await pageOf((await noteIn(of(html))).body);
    expect(words).toBe(`${spaced(lines)} bold`);
    expect(elements.filter((name) => !['p', 'br', 'a', 'blockquote'].includes(name))).toEqual(['strong']);
  },
);

test.each(Object.entries(markdownFields))('%s is imported as Markdown', async (_, of) => {
  const { title, body } = await noteIn(of('Of *a*\n\n- **b** &amp; c'));
  expect([title, body]).toEqual(['A', 'Of *a*\n\n- **b** &amp; c']);
});

test('LaTeX in a reference keeps its formulas, and its other characters are text', async () => {
  const entry = `@article{k, title = {A}, url = {${url}}, abstract = {1. Of *a* [b](c), $x^2$ and \\$5 to 6\\$}}`;
  const { body } = await noteIn(entry);
  expect((await pageOf(body)).elements).toContain('math');
  expect((await pageOf(body)).words).toMatch(/^1\. Of \*a\* \[b\]\(c\), .* and \$5 to 6\$$/);
});

test('a text without a title is named by its words, without escape characters', async () => {
  const { title, body } = await noteIn(
    json({
      activeNotes: [{ id: '1', content: `${'long '.repeat(70)}*x*`, creationDate: created, lastModified: created }],
    }),
  );
  expect([title.startsWith('long long'), body.endsWith('\\*x\\*')]).toEqual([true, true]);
  expect(
    (
      await noteIn(
        json({
          bookmarks: [
            { createdAt: 1, title: null, tags: [], content: { type: 'text', text: 'Of \\*x\\*' }, note: null },
          ],
        }),
      )
    ).title,
  ).toBe('Of *x*');
});

const sign = fc.constantFrom(
  ...[
    '*',
    '_',
    '**',
    '__',
    '#',
    '##',
    '`',
    '```',
    '~',
    '~~~',
    '$',
    '$$',
    '[',
    '](',
    '](https://a.b)',
    ']',
    '[[',
    '[^1]',
    '[^1]:',
  ],
  ...[
    '<',
    '<b>',
    '</b>',
    '<details>',
    '<kbd>',
    '<!--',
    '<https://x.y>',
    '&amp;',
    '&',
    '&#42;',
    '\\',
    '\\\\',
    '|',
    '---',
    '-',
    '+',
  ],
  ...[
    '=',
    '==',
    '1.',
    '12)',
    '>',
    '!',
    '![',
    'https://a.b/c_d',
    'https://a.b/(x)_*',
    'www.a.b',
    'a@b.c',
    '_a@b.c_',
    'http://',
  ],
  ...[
    'a',
    'b1',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\t',
    '    ',
    '5',
    'é',
    '🧶',
    ':',
    '.',
    '?',
    '"',
    "'",
    'x',
    '[x]',
    '[ ]',
    '[!note]',
    '{',
    '}',
    '^',
  ],
);
const anyText = fc.array(sign, { maxLength: 14 }).map((all) => all.join(''));

test('a text of addresses only takes no longer than any other', async () => {
  const text = `${'https://a.example/ '.repeat(40_000)}\\`;
  expect(await cpuMsOf(() => fromPlain(text))).toBeLessThan(1500);
});

test.each([
  ['in angle brackets', 'a $x https://a.example/$b.'],
  ['after a bracket', '* $$](https://a.example/b)$#'],
])('an address with a dollar sign, %s, ends no formula', async (_, text) => {
  const { words, elements } = await pageOf(fromPlain(text));
  expect([words, elements]).toEqual([text, ['p', 'a']]);
});

test('a circumflex at the start of a link makes no footnote of it', async () => {
  expect((await pageOf(htmlText('<a href="https://a.example/">^]:</a>'))).words).toBe('^]:');
});

test('angle brackets around what looks like a mail address stay', async () => {
  for (const text of ['<--a@b.example>', "<'a@b.example>", '<1@b.example> <2']) {
    expect((await pageOf(fromPlain(text))).words).toBe(text);
  }
});

test('an exclamation mark before a link makes no picture of it', async () => {
  for (const body of [fromPlain('Oh!https://a.example/$b'), htmlText('Oh!<a href="https://a.example/">b</a>')]) {
    const { words, elements } = await pageOf(body);
    expect(words).toMatch(/^Oh!/);
    expect(elements).toEqual(['p', 'a']);
  }
});

test('any plain text is shown unchanged, also as a quotation', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      for (const body of [fromPlain(text), blockQuote(fromPlain(text))]) {
        const { words, elements } = await pageOf(body);
        expect(words).toBe(spaced(text));
        expect(elements.filter((name) => !['p', 'br', 'a', 'blockquote'].includes(name))).toEqual([]);
      }
    }),
    { numRuns: 1000 },
  );
});

test('the text of any page stays the same as Markdown', async () => {
  const element = fc.constantFrom('', 'b', 'i', 'p', 'li', 'a href="https://x.y/$"', 'table><tr><td');
  const close = (name: string) =>
    name
      .split('>')
      .toReversed()
      .map((each) => `</${each.replace('<', '').split(' ')[0]}>`)
      .join('');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(element, anyText), { maxLength: 4 }), async (parts) => {
      const html = parts.map(([name, text]) => (name ? `<${name}>${xml(text)}${close(name)}` : xml(text))).join(' ');
      const { words } = await pageOf(htmlText(html));
      expect(words.replaceAll(' ', '')).toBe(parts.map(([, text]) => text.replace(/\s/g, '')).join(''));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  [
    'Shaarli, whose title is what somebody calls it',
    '<TITLE>Mine</TITLE><H1>Shaarli export of all bookmarks on Sat, 14 May 16</H1>',
    '',
    'a',
  ],
  [
    'our own, before its head said so',
    '<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>',
    'LAST_MODIFIED="1600000001" ',
    'a',
  ],
  ['our own of then, to be read', '<TITLE>Bookmarks</TITLE>', 'LAST_MODIFIED="1600000001" ', 'a" TOREAD="1'],
])('bookmarks from %s are read as Markdown', async (_, head, changed, tags) => {
  const link = `<DT><A HREF="${url}" ADD_DATE="1600000000" ${changed}PRIVATE="0" TAGS="${tags}">A</A>`;
  const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>${head}<DL><p>${link}<DD>Of *a*</DL><p>`;
  expect((await noteIn(file)).body).toBe('Of *a*');
  const other = file.replace('PRIVATE="0"', 'ICON="x" PRIVATE="0"').replace('Shaarli', 'Other');
  expect((await noteIn(other)).body).toBe('Of \\*a\\*');
});
