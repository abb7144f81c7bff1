import path from 'node:path';
import { readCollection } from '../../netlify/local/seed.ts';
import type { Note } from '../../src/notes/model/note.ts';
import { find } from '../../src/search/model/find.ts';
import { similarNoteCount, taggedText, tagsFor } from '../../src/assistant/server/tag-suggestions.ts';
import { searchableSnapshot } from '../support/builds/searched.ts';
import { renderedNote } from '../support/written-notes.ts';
import { f1, mean, rounded, type Figures } from './figures.ts';

/** How well tags are suggested: each note of the first collection as if it were written now, against its author's own tags. */
export async function measure(): Promise<Figures[]> {
  const { notes } = await readCollection(path.resolve(import.meta.dirname, '../../netlify/local/first-collection'));
  const place = await searchableSnapshot();
  place.put(await Promise.all(notes.map((note) => renderedNote(note))));
  place.snapshot.index();
  const index = await place.open();
  const rows = { suggested: [] as number[], 'most used': [] as number[] };
  for (const note of notes) {
    const text = taggedText({ title: note.title, text: note.body });
    const { hits } = await find(index, `${text.words.join(' ')} `, similarNoteCount + 1);
    const near = hits
      .flatMap(({ note: { uuid, tags } }) => (uuid === note.uuid ? [] : [tags]))
      .slice(0, similarNoteCount);
    const others = notes.filter((other) => other !== note);
    const sizes = sizesOf(others);
    const scored = (tags: readonly string[]) => f1(new Set(tags), new Set(note.tags));
    rows.suggested.push(scored(tagsFor(text, { near, sizes, notes: others.length })));
    rows['most used'].push(
      scored(
        [...sizes]
          .sort(([, a], [, b]) => b - a)
          .map(([tag]) => tag)
          .slice(0, 3),
      ),
    );
  }
  await place.close();
  const set = `first collection: ${notes.length} notes`;
  return Object.entries(rows).map(([by, values]) => ({ set, by, F1: rounded(mean(values)) }));
}

function sizesOf(notes: readonly Note[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const tag of notes.flatMap(({ tags }) => tags)) sizes.set(tag, (sizes.get(tag) ?? 0) + 1);
  return sizes;
}
