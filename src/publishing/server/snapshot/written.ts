import { withParents } from '../../../platform/model/tag.ts';
import type { Profile } from '../../../notes/model/related.ts';
import type { PublishedNote } from '../../../reading/model/content.ts';
import type { WeightedTerm } from '../../../reading/server/aid/terms.ts';
import { mentionsIn, titleKey, titleTarget } from '../../../notes/model/wikilink.ts';
import type { Names } from './mentions.ts';
import { rowOf, type NoteRow } from './rows.ts';
import { preparedNote, type ReadNote } from '../../../reading/server/prepared-note.ts';

/** Makes notes ready for a snapshot, in their order. */
export type PrepareNotes = (notes: readonly ReadNote[]) => Promise<WrittenNote[]>;

export const preparedNotes: PrepareNotes = async (notes) => {
  const written: WrittenNote[] = [];
  for (const read of notes) {
    const { entry, terms } = await preparedNote(read);
    written.push(writtenOf(entry, terms));
  }
  return written;
};

/**
 * Everything that a snapshot keeps of a note, ready to be written. Texts for the most part, since threads that make notes
 * ready send them to the one that writes: a text crosses over at a tenth of what the objects in it cost.
 */
export type WrittenNote = {
  row: NoteRow;
  /** Under which it is found. */
  tags: string[];
  /** The ids of people who are named below the note. */
  speakers: string[];
  /** What it is compared with others by (a Profile as JSON), if it is public. */
  profile: string | undefined;
  /** What it is called and links to. What it was called before, only the store knows. */
  names: Names;
};

/** `terms`: what the note is compared with others by. */
export function writtenOf(entry: PublishedNote, terms: readonly WeightedTerm[]): WrittenNote {
  const row = rowOf(entry);
  const { note, thread } = entry;
  return {
    row,
    tags: withParents(note.tags),
    speakers: thread.comments.flatMap(({ author }) => (author ? [author.id] : [])),
    names: {
      titles: [titleTarget(note.authorId, titleKey(note.title))],
      former: [],
      mentions: mentionsIn(note.body, note.authorId),
    },
    profile: row.public === 1 ? JSON.stringify(profileFrom(row, entry, terms)) : undefined,
  };
}

function profileFrom({ uuid, newest }: NoteRow, { note, aid }: PublishedNote, terms: readonly WeightedTerm[]): Profile {
  return {
    uuid,
    newest,
    language: aid?.language,
    tags: note.tags,
    terms: terms.map(({ term, weight, word }) => [term, weight, word]),
  };
}
