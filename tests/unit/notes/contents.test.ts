import { describe, expect, test } from 'vitest';
import { contentsOf } from '../../../src/reading/views/static/ReadingAid.tsx';
import { renderMarkdown } from '../../../src/notes/server/markdown/markdown.ts';

const shown = async (body: string, minutes = 5) =>
  contentsOf(await renderMarkdown(body), minutes).map(({ id, html, below }) => `${below ? '  ' : ''}${html} #${id}`);

describe('a table of contents', () => {
  test('lists the two upper levels of headings in order', async () => {
    expect(await shown('## One\n\ntext\n\n### Under one\n\n#### Too deep\n\n## Two')).toEqual([
      'One #h-one',
      '  Under one #h-under-one',
      'Two #h-two',
    ]);
  });

  test('starts at the highest level that the note uses', async () => {
    expect(await shown('### A\n\n### B\n\n#### C')).toEqual(['A #h-a', 'B #h-b', '  C #h-c']);
    expect(await shown('# A\n\n# B\n\n# C')).toEqual(['A #h-a', 'B #h-b', 'C #h-c']);
  });

  test('contains the text of a heading and nothing else from it', async () => {
    const body = '## A *very* `small` [link](https://example.org)[^1]\n\n## a < b & c\n\n## B\n\n[^1]: Said below.';
    expect((await shown(body)).map((line) => line.replace(/ #.*/, ''))).toEqual([
      'A very small link',
      'a &lt; b &amp; c',
      'B',
    ]);
  });

  test('exists only for long notes with several headings', async () => {
    expect(await shown('## One\n\n## Two\n\n## Three', 4)).toEqual([]);
    expect(await shown('## One\n\n## Two', 60)).toEqual([]);
    expect(await shown('No heading at all.', 60)).toEqual([]);
  });

  test('links to each of several headings with the same text', async () => {
    expect(await shown('## Day\n\n## Day\n\n## Day')).toEqual(['Day #h-day', 'Day #h-day-1', 'Day #h-day-2']);
  });

  test('contains no markup from headings', async () => {
    const found = contentsOf(await renderMarkdown('## <script>alert(1)</script>\n\n## <b>B\n\n## C'), 9);
    expect(found.map(({ html }) => html).join()).not.toMatch(/<\w/);
    expect(found).toHaveLength(3);
  });
});
