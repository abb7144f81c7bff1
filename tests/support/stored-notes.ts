import { v7 as uuidv7 } from 'uuid';
import { changedNote, noteFrom, NewNote, type NotePatch } from '../../src/notes/model/note.ts';
import { createNote, readNote, replaceNote } from '../../src/notes/server/store/notes.ts';
import type { Redis } from '../../src/platform/server/store/redis.ts';

/** Writes notes directly into the store: a newcomer's repeated API writes would wait for a moderator. */
export function storedNotes(redis: Redis) {
  return {
    write: async (draft: Partial<NewNote>, authorId: string): Promise<string> => {
      const note = noteFrom(NewNote.parse(draft), { uuid: uuidv7(), authorId, now: new Date() });
      await createNote(redis, note);
      return note.uuid;
    },
    edit: async (uuid: string, patch: Omit<NotePatch, 'rev'>): Promise<void> => {
      const note = await readNote(redis, uuid);
      if (!note || !('visibility' in note)) throw new Error('There is no such note.');
      await replaceNote(redis, changedNote(note, { rev: note.rev, ...patch }, new Date()));
    },
  };
}
