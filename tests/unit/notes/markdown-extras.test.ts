import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/notes/server/markdown/markdown.ts';
import { elementsOf } from '../../support/browser/html-tree.ts';

test('a formula within a line and one by itself become MathML, and prices stay prices', async () => {
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
  // Each puts a thousand letters in its place: 90,000 of two thousand that were typed.
  `$\\def\\a{${'x'.repeat(1500)}}${'\\a'.repeat(90)}$`,
])('a formula that is none, or asks for too much, is shown as it was typed: %s', async (typed) => {
  const html = await renderMarkdown(typed);
  expect(html).not.toContain('<math');
  expect(html).toContain(typed.slice(0, 12).replace('&', '&amp;'));
});

test('a quotation that begins with its kind is a callout, with a title of its own or that of its kind', async () => {
  expect(await renderMarkdown('> [!note]\n> Room to *answer*.')).toBe(
    '<div class="callout callout-note">\n<p class="callout-title">Note</p>\n<p>Room to <em>answer</em>.</p>\n</div>',
  );
  expect(await renderMarkdown('> [!Danger] Mind the *gap*\n>\n> > quoted')).toBe(
    '<div class="callout callout-warning">\n<p class="callout-title">Mind the <em>gap</em></p>\n<blockquote>\n<p>quoted</p>\n</blockquote>\n</div>',
  );
  expect(await renderMarkdown('> [!nothing] x')).toContain('<blockquote>');
});

test('details fold up to their end, also within a list, and stay text without one', async () => {
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

test('keys are keys within one element, and text across several', async () => {
  expect(await renderMarkdown('<kbd>Ctrl</kbd> + <KBD>C</KBD>')).toBe('<p><kbd>Ctrl</kbd> + <kbd>C</kbd></p>');
  for (const typed of ['*a <kbd>b* c</kbd>', '<kbd>x', 'x</kbd>', '<kbd class="a">x</kbd>']) {
    expect(elementsOf(await renderMarkdown(typed)).map(({ name }) => name)).not.toContain('kbd');
  }
});

test('a picture that stands alone with a title is a figure with its caption', async () => {
  expect(await renderMarkdown('![a leaf](/leaf.png "Of an *oak*")')).toBe(
    '<figure><img src="/leaf.png" alt="a leaf" loading="lazy" decoding="async"><figcaption dir="auto">Of an *oak*</figcaption></figure>',
  );
  expect(await renderMarkdown('![a leaf](/leaf.png)')).toContain('<p><img');
  expect(await renderMarkdown('See ![a leaf](/leaf.png "x")')).toContain('title="x"');
});

test('each block of a text with words from right to left runs as its own words do', async () => {
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
