import { expect, test } from 'vitest';
import { absoluteHtml } from '../../../src/feeds/model/feed.ts';
import { renderMarkdown } from '../../../src/notes/server/markdown/markdown.ts';

const base = 'https://commonplace.example/note/detail/u/slug';
const made = async (markdown: string) => absoluteHtml(await renderMarkdown(markdown), base);

test.each([
  ['[a](/tag/x/1)', 'href="https://commonplace.example/tag/x/1"'],
  ['[a](other?b=1&c=2#d)', 'href="https://commonplace.example/note/detail/u/other?b=1&amp;c=2#d"'],
  ['[a](//cdn.example/x)', 'href="https://cdn.example/x"'],
  ['[a](#h-part)', `href="${base}#h-part"`],
  ['![p](/p.png "t>t")', 'src="https://commonplace.example/p.png"'],
  ['[a](https://b.example/?x=1&y=2)', 'href="https://b.example/?x=1&amp;y=2"'],
  ['[a](mailto:ann@example.org)', 'href="mailto:ann@example.org"'],
  ['said[^1]\n\n[^1]: so', `href="${base}#user-content-fn-1"`],
])('%s becomes an absolute link', async (markdown, expected) => {
  expect(await made(markdown)).toContain(expected);
});

test('a standalone text keeps links within itself, and all others become absolute', async () => {
  const html = absoluteHtml(await renderMarkdown('# H\n\n[a](#h-h) [b](/tag/x/1) said[^1]\n\n[^1]: so'), base, {
    alone: true,
  });
  expect(html.match(/href="[^"]*"/g)).toEqual([
    'href="#h-h"',
    'href="https://commonplace.example/tag/x/1"',
    'href="#user-content-fn-1"',
    'href="#user-content-fnref-1"',
  ]);
});

test.each(['`href="/x"`', 'a href="/x" in prose', '<a href="/x">as text</a>', '```html\n<img src="/x">\n```'])(
  '%s is text and stays unchanged',
  async (markdown) => {
    expect(await made(markdown)).toBe(await renderMarkdown(markdown));
  },
);
