import type { z } from 'zod';
import { causeOf } from '../../platform/model/remembered.ts';
import type { Comment } from '../../discussion/model/comment.ts';
import type { DeletedNote, Note } from '../../notes/model/note.ts';
import type { User } from '../../people/model/user.ts';
import type { Everything, Finding } from './indexes.ts';
import { StoredNote } from '../../notes/server/store/stored-note.ts';
import { StoredUser } from '../../people/server/store/users.ts';
import { StoredComment } from '../../discussion/server/store/stored-comment.ts';

/** The records from which every index can be made anew. `broken` are those that cannot be read. */
export type Records = {
  notes: Note[];
  deleted: DeletedNote[];
  comments: Map<string, Comment>;
  users: Map<string, User>;
  broken: Finding[];
};

export function recordsOf(stored: Everything): Records {
  const broken: Finding[] = [];
  const read = <Value>(form: RegExp, schema: z.ZodType<Value>): Value[] =>
    [...stored].flatMap(([key, held]) => {
      if (!form.test(key)) return [];
      try {
        return [schema.parse(held.type === 'string' ? held.value : undefined)];
      } catch (error) {
        broken.push({ key, says: `cannot be read: ${causeOf(error)}` });
        return [];
      }
    });
  const notes = read(/^note:/, StoredNote);
  return {
    notes: notes.filter((note) => 'visibility' in note),
    deleted: notes.filter((note) => 'deletedAt' in note),
    comments: new Map(read(/^comment:/, StoredComment).map((comment) => [comment.id, comment])),
    users: new Map(read(/^user:[^:]+$/, StoredUser).map((user) => [user.id, user])),
    broken,
  };
}
