import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/notes/server/markdown/markdown.ts';
import { elementsOf } from '../../support/browser/html-tree.ts';

test('inline and block formulas become MathML, and prices remain text', async () => {
  const html = await renderMarkdown('Mass is $E = mc^2$.\n\n$$\n\\frac{1}{2}\n$$');
  expect(html).toContain('<p>Mass is <math xmlns="http://www.w3.org/1998/Math/MathML"><semantics>');
  expect(html).toContain('<p class="formula" tabindex="0"><math');
  expect(html).toContain('<mfrac><mn>1</mn><mn>2</mn></mfrac>');
  expect(html).not.toContain('annotation');
  const prices = 'It costs $5 and $6, or $5-$6, US$ 7 and \\$8$.';
  expect(await renderMarkdown(prices)).toBe('<p>It costs $5 and $6, or $5-$6, US$ 7 and $8$.</p>');
});

test.each([
  '$\\frac{$',
  '$\\raisebox{-90em}{x}$',
  '$\\hspace{-90em}x$',
  `$${'{'.repeat(1500)}$`,
  '$\\def\\a{\\a\\a}\\a$',
  `$${'x'.repeat(2001)}$`,
  // A macro that expands to a thousand letters: 90,000 from two thousand typed characters.
  `$\\def\\a{${'x'.repeat(1500)}}${'\\a'.repeat(90)}$`,
])('an invalid or too costly formula is shown as it was typed: %s', async (typed) => {
  const html = await renderMarkdown(typed);
  expect(html).not.toContain('<math');
  expect(html).toContain(typed.slice(0, 12).replace('&', '&amp;'));
});

test('a quotation that starts with a type is a callout, titled by its author or by its type', async () => {
  expect(await renderMarkdown('> [!note]\n> Room to *answer*.')).toBe(
    '<div class="callout callout-note">\n<p class="callout-title">Note</p>\n<p>Room to <em>answer</em>.</p>\n</div>',
  );
  expect(await renderMarkdown('> [!Danger] Mind the *gap*\n>\n> > quoted')).toBe(
    '<div class="callout callout-warning">\n<p class="callout-title">Mind the <em>gap</em></p>\n<blockquote>\n<p>quoted</p>\n</blockquote>\n</div>',
  );
  expect(await renderMarkdown('> [!nothing] x')).toContain('<blockquote>');
});

test('details fold up to their closing tag, also within a list, and are text without one', async () => {
  expect(await renderMarkdown('<details open>\n<summary>Why *so*</summary>\n\n- a\n\n</details>')).toBe(
    '<details open="">\n<summary>Why <em>so</em></summary>\n<ul>\n<li>a</li>\n</ul>\n</details>',
  );
  expect(await renderMarkdown('<details><summary>a</summary>b</details>')).toBe(
    '<details>\n<summary>a</summary>\n<p>b</p>\n</details>',
  );
  expect(await renderMarkdown('- <details>\n\n  x')).toContain('&lt;details&gt;');
  expect(await renderMarkdown('> <details>\n\n</details>')).not.toContain('<details');
  expect(await renderMarkdown('<details onclick="x">\n\n</details>')).not.toContain('<details');
});

test('keyboard markup works within one element, and is text across several', async () => {
  expect(await renderMarkdown('<kbd>Ctrl</kbd> + <KBD>C</KBD>')).toBe('<p><kbd>Ctrl</kbd> + <kbd>C</kbd></p>');
  for (const typed of ['*a <kbd>b* c</kbd>', '<kbd>x', 'x</kbd>', '<kbd class="a">x</kbd>']) {
    expect(elementsOf(await renderMarkdown(typed)).map(({ name }) => name)).not.toContain('kbd');
  }
});

test('a picture by itself with a title is a figure with a caption', async () => {
  expect(await renderMarkdown('![a leaf](/leaf.png "Of an *oak*")')).toBe(
    '<figure><img src="/leaf.png" alt="a leaf" loading="lazy" decoding="async"><figcaption dir="auto">Of an *oak*</figcaption></figure>',
  );
  expect(await renderMarkdown('![a leaf](/leaf.png)')).toContain('<p><img');
  expect(await renderMarkdown('See ![a leaf](/leaf.png "x")')).toContain('title="x"');
});

test('each block with right-to-left text has its own direction', async () => {
  const html = await renderMarkdown('## عنوان\n\nهذه فقرة\n\nこれは日本語です\n\n- a');
  expect(html.match(/<\w+[^>]* dir="auto"/g)).toEqual([
    '<h2 id="h-عنوان" dir="auto"',
    '<p dir="auto"',
    '<p dir="auto"',
    '<ul dir="auto"',
  ]);
  expect(await renderMarkdown('حاشية[^1]\n\n[^1]: هنا')).toContain('<ol dir="auto">');
  expect(await renderMarkdown('All from left to right.')).not.toContain('dir=');
});
