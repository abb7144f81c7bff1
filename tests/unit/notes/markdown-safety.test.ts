import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/notes/server/markdown/markdown.ts';
import { addresses, forms, marks } from '../../support/hostile/hostile-markdown.ts';
import { elementsOf, textOf } from '../../support/browser/html-tree.ts';

/** Every element that Markdown can create, with its attributes. */
const allowed: Record<string, string[]> = {
  ...Object.fromEntries(
    ['p', 'em', 'strong', 'del', 'blockquote', 'hr', 'br', 'sup', 'table', 'thead', 'tbody', 'tr'].map((name) => [
      name,
      [],
    ]),
  ),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, ['id', 'class']])),
  a: ['href', 'title', 'rel', 'id', 'class', 'aria-label', 'aria-describedby', 'data-footnote-ref'],
  img: ['src', 'alt', 'title', 'loading', 'decoding'],
  input: ['type', 'checked', 'disabled', 'aria-label'],
  ul: ['class'],
  ol: ['class', 'start'],
  li: ['class', 'id'],
  th: ['align'],
  td: ['align'],
  pre: ['tabindex'],
  code: ['class'],
  span: ['class'],
  section: ['class', 'data-footnotes'],
  ...Object.fromEntries(['kbd', 'summary', 'figure'].map((name) => [name, []])),
  div: ['class'],
  details: ['open'],
  figcaption: ['dir'],
};
const blocks = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'table', 'div', 'details', 'figure'],
]);
/** The elements of formulas: none of them, nor their attributes, can link anywhere or run anything. */
const ofFormulas =
  /^(?:math|semantics|m(?:row|i|o|n|text|space|su[bp]|subsup|frac|sqrt|root|table|tr|td|over|under|underover|style|padded|phantom|enclose|labeledtr))$/;
const attributesOfFormulas =
  /^(?:xmlns|display|displaystyle|scriptlevel|mathvariant|mathcolor|mathbackground|stretchy|fence|separator|symmetric|lspace|rspace|form|linebreak|minsize|maxsize|width|height|depth|voffset|linethickness|accent|accentunder|notation|columnalign|columnspacing|columnlines|rowspacing|rowlines|rowalign|side|class)$/;
const classes =
  /^(?:formula|callout callout-(?:note|tip|important|warning)|callout-title|language-\S+|tok-[a-z-]+|sr-only|footnotes|data-footnote-backref|contains-task-list|task-list-item)$/;
const ids = /^(?:h-\S*|user-content-fn(?:ref)?-\d+(?:-\d+)?|footnote-label)$/;

/** The HTML parsed as a browser parses it. */
async function expectSafe(markdown: string): Promise<void> {
  for (const { name, attributes } of elementsOf(await renderMarkdown(markdown))) {
    if (ofFormulas.test(name)) {
      for (const [attribute, value] of attributes) {
        expect(attribute, name).toMatch(attributesOfFormulas);
        expect(Math.abs(Number.parseFloat(value)) || 0, `${attribute}=${value}`).toBeLessThanOrEqual(400);
      }
      continue;
    }
    expect(Object.keys(allowed)).toContain(name);
    for (const [attribute, value] of attributes) {
      if (attribute === 'dir' && blocks.has(name)) {
        expect(value).toBe('auto');
        continue;
      }
      if (name === 'p' && attribute === 'tabindex') continue;
      expect(name === 'p' ? ['class'] : allowed[name], `${name} ${attribute}`).toContain(attribute);
      if (attribute === 'class') expect(value).toMatch(classes);
      if (attribute === 'id') expect(value).toMatch(ids);
      if (attribute === 'type') expect(value).toBe('checkbox');
      if (attribute !== 'href' && attribute !== 'src') continue;
      // A URL that no browser can parse is harmless.
      if (!URL.canParse(value, 'https://here.example/')) continue;
      const schemes = attribute === 'src' ? /^https?:$/ : /^(?:https?|mailto|ircs?|xmpp):$/;
      expect(new URL(value, 'https://here.example/').protocol, value).toMatch(schemes);
    }
  }
}

test.each(addresses)('%j is harmless wherever it is written', async (address) => {
  for (const form of forms) await expectSafe(form(address));
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<scr<script>ipt>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?php <script>alert(1)</script> ?>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>@import "//a.example"</style>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></textarea><script>alert(1)</script>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<b\n/onclick=alert(1)>x</b>',
  '</code></pre><script>alert(1)</script>',
  '\ud800<script>alert(1)</script>\udfff',
])('HTML is shown as it was typed: %j', async (typed) => {
  for (const form of [typed, `a ${typed} b`, `> ${typed}`, `- ${typed}`, `# ${typed}`, `\`${typed}\``, `*${typed}*`]) {
    await expectSafe(form);
  }
  const squeezed = (text: string) => text.replace(/\s+/g, '').toWellFormed();
  expect(squeezed(textOf(await renderMarkdown(`a ${typed} b`)))).toBe(squeezed(`a ${typed} b`));
});

test('any text becomes only the allowed elements, attributes and URL schemes', async () => {
  const texts = fc.array(fc.oneof(fc.constantFrom(...marks), fc.constantFrom('a', 'b', ' '), fc.string()), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(texts, (pieces) => expectSafe(pieces.join(''))),
    { numRuns: 1500 },
  );
});

test('every word of any text is visible', async () => {
  // Excludes markup that hides words by definition: link targets, code languages and footnote names.
  const around = [
    '<',
    '>',
    '`',
    '``',
    '[',
    ']',
    '![',
    '# ',
    '> ',
    '- ',
    '1. ',
    '    ',
    '*',
    '**',
    '_',
    '~',
    '~~',
    '\\',
    '&',
  ];
  const pieces = fc.array(fc.oneof(fc.constantFrom(...around, ' ', '\n', '\n\n'), fc.constant(' word ')), {
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(pieces, async (typed) => {
      let count = 0;
      const words = typed.map((piece) => (piece === ' word ' ? ` word${(count += 1)}z ` : piece));
      const text = words.join('').replace(/([`~])\1{2,}/g, '$1');
      const shown = textOf(await renderMarkdown(text)).match(/word\d+z/g) ?? [];
      expect(shown).toEqual(text.match(/word\d+z/g) ?? []);
    }),
    { numRuns: 1000 },
  );
});

const numbers = Array.from({ length: 200 }, (_, index) => index);

test.each([
  ['quotations', '> '.repeat(200)],
  ['lists', '- '.repeat(200)],
  ['footnotes', numbers.map((n) => `[^${n}]`).join('') + `\n\n` + numbers.map((n) => `[^${n}]: `).join('')],
  ['brackets', '['.repeat(200)],
  ['links', '![a]('.repeat(200)],
])('200 nested %s lose none of their content', async (_, opening) => {
  expect(textOf(await renderMarkdown(`${opening}the words`))).toContain('the words');
  await expectSafe(`${opening}the words`);
});
