import { expect, test } from '../../support/browser/fixtures.ts';
import { fetchText, waitForFile } from '../../support/builds/published.ts';

/** A note's own part of a page, byte for byte: its head between the markers, and its article. */
function ownPart(html: string): { head: string; article: string } {
  const head = /<!--head-->([^]*)<!--\/head-->/.exec(html)?.[1] ?? '';
  const article = /<article[^]*<\/article>/.exec(html)?.[0] ?? '';
  return { head: head.trim(), article };
}

test('before and after the build a page has the same head and article, byte for byte', async ({ app, someoneElse }) => {
  const notes = [
    {
      title: 'Quotes “and” <angles> & more',
      body: '# One\n\nSaid.[^1]\n\n| a |\n|-|\n| `x` |\n\n[^1]: *Who.*',
      tags: ['a+b', 'c#'],
    },
    { title: 'رسالة قصيرة', body: 'نص', url: 'https://www.example.org/ä?b=1&c=2' },
    { title: 'By link alone', body: '```ts\nconst a = "<b>";\n```', visibility: 'unlisted' as const },
    { title: 'Nothing but a title', body: '' },
  ];
  const answers = [];
  for (const note of notes) {
    const { path } = await someoneElse.write(note);
    answers.push({ path, before: ownPart(await fetchText(app, path)) });
  }
  for (const { path, before } of answers) {
    await waitForFile(app, path);
    expect(before.article).not.toBe('');
    expect(before.head).toContain('<title>');
    expect(ownPart(await fetchText(app, path))).toEqual(before);
  }
});
