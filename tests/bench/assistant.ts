import { noteFrom } from '../../src/notes/model/note.ts';
import { passagesFor } from '../../src/assistant/server/ask.ts';
import { readingAid } from '../../src/reading/server/prepared-note.ts';
import { taggedText } from '../../src/assistant/server/tag-suggestions.ts';
import { parseMarkdown } from '../../src/notes/server/markdown/markdown.ts';
import { zipfNotes } from '../support/written-notes.ts';
import { percentile } from './person.ts';

const runs = 40;

/**
 * What the built-in assistant takes for a note of so many words, in milliseconds: its key points, names, level and terms
 * (beyond parsing, which rendering needs anyway), the passages that answer a question, and what its tags are found by.
 */
export async function benchAssistant(sizes: number[], { json }: { json: boolean }): Promise<void> {
  const rows: Record<string, number>[] = [];
  for (const words of sizes) {
    const body = bodyOf(words);
    const note = noteFrom(
      { title: 'Something to read', body, tags: [], visibility: 'public' },
      { uuid: '01900000-0000-7000-8000-000000000000', authorId: 'u_bench', now: new Date() },
    );
    const question = body.split(/\s+/).slice(40, 46).join(' ');
    rows.push({
      words,
      aidMs: medianOf(
        () => parseMarkdown(body, {}),
        (tokens) => readingAid(tokens, note.title),
      ),
      passagesMs: medianOf(
        () => undefined,
        () => passagesFor(question, [note]),
      ),
      tagsMs: medianOf(
        () => undefined,
        () => taggedText({ title: note.title, text: body }),
      ),
    });
    if (json) console.log(JSON.stringify(rows.at(-1)));
  }
  if (!json) console.table(rows);
}

/** Prose of this many words, in paragraphs of about 300 words. */
function bodyOf(words: number): string {
  const paragraphs: string[] = [];
  let count = 0;
  for (const { body } of zipfNotes(Math.ceil(words / 250))) {
    const own = body.split(' ').slice(0, words - count);
    count += own.length;
    if (own.length > 0) paragraphs.push(own.join(' '));
  }
  return paragraphs.join('\n\n');
}

/** The median time of `work` alone; the first quarter of the runs is a warm-up. */
function medianOf<Ready>(prepare: () => Ready, work: (ready: Ready) => unknown): number {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const ready = prepare();
    const start = performance.now();
    work(ready);
    if (run >= runs / 4) times.push(performance.now() - start);
  }
  return Math.round(percentile(times, 0.5) * 100) / 100;
}
