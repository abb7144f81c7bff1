import { z } from 'zod';
import { termOf, wordsOf } from '../../domain/text/words.ts';
import { isPublic } from '../../domain/note-access.ts';
import type { Note } from '../../domain/note.ts';
import { shellOf } from '../pages/shell.ts';
import { readNotes } from '../store/notes.ts';
import type { Redis } from '../store/redis.ts';
import { questionTerms } from './passages.ts';

const Index = z.object({
  notes: z.array(z.object({ id: z.string(), title: z.string(), excerpt: z.string(), tags: z.array(z.string()) })),
});
const most = 12;

type Entry = { id: string; terms: Map<string, number> };

let known: { text: string; entries: Entry[] } | undefined;

/**
 * The public notes that may answer a question: those of the site's own search index (the newest thousand) whose title,
 * tags or beginning have most of its terms. `origin` is the site's own.
 */
export async function notesToAsk(redis: Redis, origin: string, question: string): Promise<Note[]> {
  const text = await shellOf(origin, '/search-index.json');
  if (text === undefined) return [];
  if (known?.text !== text) known = { text, entries: entriesOf(text) };
  const { entries } = known;
  const terms = questionTerms(question);
  const rarity = terms.map((term) => {
    const having = entries.filter((entry) => entry.terms.has(term)).length;
    return Math.log(1 + (entries.length + 1) / (having + 0.5));
  });
  const best = entries
    .map(({ id, terms: its }) => ({
      id,
      score: terms.reduce((sum, term, index) => sum + (its.get(term) ?? 0) * (rarity[index] ?? 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most);
  const notes = await readNotes(
    redis,
    best.map(({ id }) => id),
  );
  return notes.filter((note): note is Note => !!note && 'visibility' in note && isPublic(note));
}

function entriesOf(text: string): Entry[] {
  const parsed = Index.safeParse(JSON.parse(text));
  if (!parsed.success) return [];
  return parsed.data.notes.map(({ id, title, excerpt, tags }) => {
    const terms = new Map<string, number>();
    const add = (words: string, weight: number) => {
      for (const word of wordsOf(words)) terms.set(termOf(word), Math.max(weight, terms.get(termOf(word)) ?? 0));
    };
    add(excerpt, 1);
    add(tags.join(' '), 1.5);
    add(title, 2);
    return { id, terms };
  });
}
