import { isPublic } from '../../notes/model/note-access.ts';
import type { Fresh } from '../model/fresh.ts';
import { searchedNote, type SearchedNote } from '../model/note.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';
import { changedSincePublished } from './store/fresh-notes.ts';

/** Builds follow writes within minutes: more than this waits only while publishing fails. */
const max = 100;

/** What the index of the published build does not know yet: public notes as they are now, and what is gone. */
export async function freshNotes(redis: Redis): Promise<Fresh> {
  const notes: SearchedNote[] = [];
  const gone: string[] = [];
  for (const { note, author } of await changedSincePublished(redis, max)) {
    if (author && 'visibility' in note && isPublic(note)) notes.push(searchedNote(await publishedNote(note, author)));
    else gone.push(note.uuid);
  }
  return { notes, gone };
}
