import path from 'node:path';
import { readCollection } from '../../netlify/local/seed.ts';
import { termOf, wordsOf } from '../../src/platform/model/text/words.ts';
import { isStopWord } from '../../src/platform/model/text/languages.ts';
import { textOf } from '../../src/search/model/note.ts';
import { preparedMarkdown } from '../../src/reading/server/prepared-note.ts';
import { mean, rounded, type Figures } from './figures.ts';

/** How many of the terms that a text says most are to be met in its summary. */
const central = 12;

/**
 * Key points of every note of the first collection that has any. Faithful: a point stands in the text, letter by letter.
 * Coverage: how many of the text's twelve most said terms its points name, beside as many of its first sentences.
 */
export async function measure(): Promise<Figures[]> {
  const { notes } = await readCollection(path.resolve(import.meta.dirname, '../../netlify/local/first-collection'));
  const faithful: number[] = [];
  const coverage = { 'key points': [] as number[], 'first sentences': [] as number[] };
  for (const { title, body } of notes) {
    const { aid, html } = await preparedMarkdown(body, title);
    if (aid.points.length === 0) continue;
    const text = textOf(html);
    faithful.push(...aid.points.map((point) => (text.includes(point.text) ? 1 : 0)));
    const wanted = centralTerms(text);
    const covered = (summary: string) =>
      wanted.filter((term) => termsOf(summary).includes(term)).length / wanted.length;
    coverage['key points'].push(covered(aid.points.map((point) => point.text).join(' ')));
    const first = text.split(/(?<=[.!?。।؟])\s+/u).slice(0, aid.points.length);
    coverage['first sentences'].push(covered(first.join(' ')));
  }
  const set = `first collection: ${coverage['key points'].length} notes with key points`;
  return Object.entries(coverage).map(([by, values]) => ({
    set,
    by,
    coverage: rounded(mean(values)),
    faithfulness: by === 'key points' ? rounded(mean(faithful)) : 1,
  }));
}

function termsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !isStopWord(word))
    .map(termOf)
    .filter((term) => term.length > 1);
}

function centralTerms(text: string): string[] {
  const counts = new Map<string, number>();
  for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const order = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return order.slice(0, central).map(([term]) => term);
}
