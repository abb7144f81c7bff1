import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, test } from 'vitest';
import { maxMarks } from '../../../src/notes/model/markdown.ts';
import { commentsHtml } from '../../../src/discussion/server/threads.ts';
import { excerptOf, renderMarkdown } from '../../../src/notes/server/markdown/markdown.ts';
import { publishedNote } from '../../../src/reading/server/prepared-note.ts';
import { previewHtml } from '../../../src/writing/server/note-preview.ts';
import { isDoneHere } from './a-text-work.ts';
import { textOf } from '../../support/browser/html-tree.ts';
import { sampleNote } from '../../support/samples.ts';

const expensive = '- a\n'.repeat(maxMarks - 1);

/** Whether other tasks got a turn before the work was done. */
async function yieldsToOthers(work: () => Promise<unknown>): Promise<boolean> {
  let over = false;
  const done = work().then(() => (over = true));
  await new Promise((resolve) => setImmediate(resolve));
  const others = !over;
  await done;
  return others;
}

test('long texts are rendered in another thread, with the same result', async () => {
  expect(await yieldsToOthers(() => previewHtml(expensive))).toBe(true);
  expect((await previewHtml(expensive)).html).toBe(await renderMarkdown(expensive, { idPrefix: 'preview-' }));
  const code = `\`\`\`ts\n${'const a = 1;\n'.repeat(900)}\`\`\``;
  expect((await previewHtml(code)).html).toBe(await renderMarkdown(code, { idPrefix: 'preview-' }));
});

test('many comments that are short individually are rendered there too', async () => {
  const comment = (index: number) => ({ id: `c${index}`, body: '#\n'.repeat(4000), mentions: [] });
  const comments = Array.from({ length: 20 }, (_, index) => comment(index));
  expect(await yieldsToOthers(() => commentsHtml(comments))).toBe(true);
  // Once rendered, they are cached for all readers.
  expect(await yieldsToOthers(() => commentsHtml(comments))).toBe(false);
  expect(await commentsHtml([{ id: 'c1', body: 'So *much*, @ann', mentions: ['ann'] }])).toEqual([
    '<p>So <em>much</em>, <a href="/u/ann">@ann</a></p>',
  ]);
});

test('short texts are rendered directly', async () => {
  expect(await isDoneHere('A comment.')).toBe(true);
  expect(await isDoneHere(expensive)).toBe(false);
});

test('beyond the limit a text is shown as it was typed, to its end', async () => {
  const html = await renderMarkdown(`${expensive}\n\n*one*\n\n**two** <b>`);
  expect(html.endsWith('**two** &lt;b&gt;</p>')).toBe(true);
  expect(textOf(html).match(/\ba\b/g)).toHaveLength(maxMarks - 1);
});

test('the first paragraphs of a text are found quickly, however long it is', () => {
  expect(excerptOf(`First *words*.\n\n${expensive}`)).toBe('First words.');
});

test('simultaneous requests for one text render it once, without queueing others behind it', async () => {
  let longest = 0;
  const recordLength = (queue: unknown) => (longest = Math.max(longest, (queue as { length: number }).length));
  subscribe('commonplace:reading', recordLength);
  const note = sampleNote({ body: `${expensive}once` });
  const author = { id: note.authorId, handle: 'ann', name: 'Ann', bio: '' };
  const shown = await Promise.all(Array.from({ length: 20 }, () => publishedNote(note, author)));
  unsubscribe('commonplace:reading', recordLength);
  expect(new Set(shown.map(({ html }) => html)).size).toBe(1);
  expect(longest).toBe(0);
});
