import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/notes/server/markdown/markdown.ts';
import { textOf } from '../../support/browser/html-tree.ts';

const paragraph = async (markdown: string) => (await renderMarkdown(markdown)).trim().replace(/^<p>|<\/p>$/g, '');
const link = (href: string, text: string, rel = ' rel="ugc noopener"') => `<a href="${href}"${rel}>${text}</a>`;
const page = link('https://a.example/b', 'https://a.example/b');

describe('bare addresses', () => {
  test.each([
    ['See https://a.example/b.', `See ${page}.`],
    ['(https://a.example/b)', `(${page})`],
    ['https://a.example/b_(c)', link('https://a.example/b_(c)', 'https://a.example/b_(c)')],
    ['**https://a.example/b**', `<strong>${page}</strong>`],
    ['[see https://a.example/b]', `[see ${page}]`],
    ['<b href="https://a.example/b">', '&lt;b href=&quot;https://a.example/b&quot;&gt;'],
    ['https://a.example/_b_?c=1&d=2', link('https://a.example/_b_?c=1&amp;d=2', 'https://a.example/_b_?c=1&amp;d=2')],
    ['HTTPS://A.example', link('HTTPS://A.example', 'HTTPS://A.example')],
    ['https://ä.example/ß', link('https://%C3%A4.example/%C3%9F', 'https://ä.example/ß')],
    ['www.a.example', link('http://www.a.example', 'www.a.example')],
    ['Ann_B@a.example, or', `${link('mailto:Ann_B@a.example', 'Ann_B@a.example', '')}, or`],
    ['[to https://a.example/b](/c)', link('/c', 'to https://a.example/b', '')],
    ['`https://a.example/b`', '<code>https://a.example/b</code>'],
    ['package@1.2.0', 'package@1.2.0'],
    ['awww.a.example xhttps://', 'awww.a.example xhttps://'],
    ['a.example ftp://a.example //a.example', 'a.example ftp://a.example //a.example'],
  ])('%s', async (markdown, html) => {
    expect(await paragraph(markdown)).toBe(html);
  });
});

describe('tildes', () => {
  test.each([
    ['~one~ and ~~two~~', '<del>one</del> and <del>two</del>'],
    ['~~a ~b~ c~~', '<del>a <del>b</del> c</del>'],
    ['~~~three~~~ ~~a~ b', '~~~three~~~ ~~a~ b'],
    ['5 ~ 6, ~7', '5 ~ 6, ~7'],
    ['*a ~b* c~', '<em>a ~b</em> c~'],
  ])('%s', async (markdown, html) => {
    expect(await paragraph(`In ${markdown}`)).toBe(`In ${html}`);
  });
});

describe('footnotes', () => {
  test('are numbered by first reference, with a link back to each reference', async () => {
    const html = await renderMarkdown('A[^b] b[^a] c[^B].\n\n[^a]: First.\n[^b]: Second\n\n    with more.');
    expect(textOf(html).replace(/\s+/g, ' ').trim()).toBe('A1 b2 c1. Footnotes Second with more. ↩ ↩2 First. ↩');
    expect(html).toContain('aria-label="Back to reference 1-2"');
  });

  test('can refer to each other and to themselves', async () => {
    const html = await renderMarkdown('A[^1].\n\n[^1]: See[^2] and[^1].\n\n[^2]: See[^1].');
    expect(html.match(/<li id=/g)).toHaveLength(2);
    expect(html).toContain('Back to reference 1-3');
  });

  test('without a definition are text, and never links within links', async () => {
    expect(await paragraph('A[^1] [b [^2]](/c)')).toBe('A[^1] <a href="/c">b [^2]</a>');
    expect(await renderMarkdown('[a [^1]](/c)\n\n[^1]: So.')).toMatch(
      /^<p>\[a <sup><a [^>]*>1<\/a><\/sup>\]\(\/c\)<\/p>/,
    );
  });
});

test('a task is a list item that starts with a box, even if a link is named x', async () => {
  const html = await renderMarkdown('- [x] a\n- [x]b\n- [ ]\n- c [ ] d\n\n[x]: /e');
  expect(html.match(/<input/g)).toHaveLength(1);
  expect(html).toContain('aria-label="Done"> a</li>');
  expect(html).toContain('<li><a href="/e">x</a>b</li>');
});

test('cells are aligned without inline styles', async () => {
  expect(await renderMarkdown('|a|b|\n|:-:|-|\n|c|d|')).toMatch(/<th align="center">a<\/th>\s*<th>b<\/th>/);
});

test('Markdown within HTML is rendered, and the HTML is text', async () => {
  expect(await renderMarkdown('<div>\n*a*\n</div>\n\n*b*')).toBe(
    '<p>&lt;div&gt;\n*a*\n&lt;/div&gt;</p>\n<p><em>b</em></p>',
  );
});

test('a byte order mark is ignored', async () => {
  expect(await renderMarkdown('\uFEFF## a')).toBe('<h2 id="h-a">a</h2>');
});
