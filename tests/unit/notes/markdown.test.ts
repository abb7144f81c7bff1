import { describe, expect, test } from 'vitest';
import { excerptOf, readingMinutes, renderMarkdown } from '../../../src/notes/server/markdown/markdown.ts';
import { preparedMarkdown } from '../../../src/reading/server/prepared-note.ts';

describe('renderMarkdown', () => {
  test('GitHub-flavoured Markdown is supported: tables, task lists, strikethrough, bare links', async () => {
    const html = await renderMarkdown('| a |\n|---|\n| 1 |\n\n- [x] done\n- [ ] open\n\n~~old~~ https://example.org');
    expect(html).toContain('<td>1</td>');
    expect(html).toMatch(/<input type="checkbox" checked disabled aria-label="Done">/);
    expect(html).toMatch(/<input type="checkbox" disabled aria-label="To do">/);
    expect(html).toContain('<del>old</del>');
    expect(html).toContain('<a href="https://example.org" rel="ugc noopener">');
  });

  test('a footnote and its reference link to each other', async () => {
    const html = await renderMarkdown('Said.[^1]\n\n[^1]: Who said it.');
    const reference = /href="#([^"]+)" id="([^"]+)"/.exec(html);
    expect(html).toContain(`<li id="${reference?.[1]}">`);
    expect(html).toContain(`href="#${reference?.[2]}"`);
  });

  test('headings get ids for links, and are lowered below the title if the body uses level 1', async () => {
    expect(await renderMarkdown('# One\n\n## Two')).toMatch(/<h2 id="h-one">One<\/h2>\s*<h3 id="h-two">/);
    expect(await renderMarkdown('## One\n\n## One')).toMatch(/id="h-one"[^]*id="h-one-1"/);
  });

  test('code is coloured with classes and never with inline styles', async () => {
    const html = await renderMarkdown('```ts\nconst a = "x"; // why\n```');
    expect(html).toContain('class="tok-keyword"');
    expect(html).toContain('class="tok-comment"');
    expect(html).not.toContain('style=');
  });

  test.each(['', 'nolanguage', '../../etc/passwd', 'constructor'])(
    'code in the language "%s" stays unchanged',
    async (name) => {
      expect(await renderMarkdown(`\`\`\`${name}\na < b\n\`\`\``)).toContain('a &lt; b');
    },
  );

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['an event handler', '<img src=x onerror=alert(1)>'],
    ['a frame', '<iframe src="https://example.org"></iframe>'],
    ['a style', '<p style="position:fixed">x</p>'],
  ])('%s typed as HTML is shown as text', async (_, typed) => {
    const html = await renderMarkdown(typed);
    expect(html).not.toMatch(/<(script|img|iframe|p style)/);
    expect(html).toContain('&lt;');
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<b>',
    'vbscript:x',
    'java\nscript:alert(1)',
  ])('a link to %s goes nowhere', async (target) => {
    expect(await renderMarkdown(`[x](<${target}>)`)).not.toMatch(/href="(?!https?:)[^"]*(script|data):/i);
  });

  test('an id prefix keeps two texts on one page separate, including their footnotes', async () => {
    const text = '## One\n\nSaid[^1] and[^1].\n\n[^1]: So.';
    const html = await renderMarkdown(text, { idPrefix: 'c-1-' });
    const ids = (from: string) => [...from.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(ids(html)).toEqual(ids(await renderMarkdown(text)).map((id) => `c-1-${id}`));
    for (const [, target] of html.matchAll(/(?:href="#|aria-describedby=")([^"]+)"/g)) {
      expect(ids(html)).toContain(target);
    }
  });
});

describe('preparedMarkdown', () => {
  test('equals the results of the three functions', async () => {
    const body = `# One\n\nTwo[^1] **three** https://a.example\n\n${'word '.repeat(700)}\n\n[^1]: \`four\`\n`;
    expect(await preparedMarkdown(body)).toMatchObject({
      html: await renderMarkdown(body),
      excerpt: excerptOf(body),
      minutes: readingMinutes(body),
    });
  });
});

describe('excerptOf', () => {
  test('gives the first paragraphs without markup, cut at a word', () => {
    expect(excerptOf('## Head\n\nA *fine* [day](https://example.org).\n\n> quoted\n\nMore.')).toBe('A fine day. More.');
    const long = excerptOf('word '.repeat(100));
    expect(long.length).toBeLessThanOrEqual(221);
    expect(long).toMatch(/word…$/);
  });

  test('counts characters, not code units', () => {
    expect(excerptOf('🙂'.repeat(220))).toBe('🙂'.repeat(220));
    expect(excerptOf('🙂'.repeat(221))).toBe(`${'🙂'.repeat(220)}…`);
  });

  test('is empty if there is no prose', () => {
    expect(excerptOf('```js\n1\n```')).toBe('');
  });
});

describe('readingMinutes', () => {
  test('counts words in any script, and is at least one', () => {
    expect(readingMinutes('')).toBe(1);
    expect(readingMinutes('word '.repeat(2300))).toBe(10);
    expect(readingMinutes('本を読む。'.repeat(400))).toBeGreaterThan(3);
  });
});
