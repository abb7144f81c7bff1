import { noteFrom, type Note } from '../../src/notes/model/note.ts';
import type { PublishedNote } from '../../src/reading/model/content.ts';
import { preparedMarkdown } from '../../src/reading/server/prepared-note.ts';
import { seededRandom, nthWord } from './seeded.ts';
import { undiscussed } from './samples.ts';

const vocabulary = 60_000;

/**
 * Public notes of about 300 words with the word frequencies of a language (Zipf): some words are in every note, most
 * in hardly any. The same for every run.
 */
export function* zipfNotes(count: number): Generator<Note> {
  const random = seededRandom(7);
  const word = () => nthWord(Math.floor(Math.exp(random() * Math.log(vocabulary))));
  const words = (length: number) => Array.from({ length }, word).join(' ');
  for (let index = 0; index < count; index += 1) {
    const sentences = Array.from({ length: 20 }, () => `${words(10 + Math.floor(random() * 10))}.`);
    yield noteFrom(
      { title: words(6), body: sentences.join(' '), tags: [nthWord(index % 200)], visibility: 'public' },
      {
        uuid: `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`,
        authorId: `u_written${index % 50}`,
        now: new Date(Date.UTC(2026, 0, 1) - index * 3_600_000),
      },
    );
  }
}

/** A note as a build renders it. */
export async function renderedNote(note: Note, name = 'Ann'): Promise<PublishedNote> {
  const author = { id: note.authorId, handle: note.authorId.slice(2), name, bio: '' };
  return { note, author, ...(await preparedMarkdown(note.body)), ...undiscussed };
}
