import { z } from 'zod';
import { Comment, CommentVersion } from '../../../discussion/model/comment.ts';
import { Appeal } from '../../../moderation/model/appeal.ts';
import { Case } from '../../../moderation/model/case.ts';
import { Entry } from '../../../moderation/model/entry.ts';
import { Report } from '../../../moderation/model/report.ts';
import { cleanName } from '../../model/name.ts';
import { DeletedNote, Note } from '../../../notes/model/note.ts';
import { User } from '../../../people/model/user.ts';

/** The JSON text of a value of this schema. Fails with the schema's issues for anything else. */
export function jsonOf<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);
}

/** What is stored under a note's key: the note, or what stays of a deleted one. */
export const StoredNote = jsonOf(z.union([Note, DeletedNote]));
export const StoredLiveNote = jsonOf(Note);
/** Whatever a person was once called, they are shown under a name that hides nothing. */
export const StoredUser = jsonOf(User).transform((user) => ({
  ...user,
  name: cleanName(user.name).replace(/[@﹫＠]/gu, '') || user.handle,
}));
export const StoredComment = jsonOf(Comment);
export const StoredVersion = jsonOf(CommentVersion);

export const StoredCase = jsonOf(Case);
export const StoredReport = jsonOf(Report);
export const StoredEntry = jsonOf(Entry);
export const StoredAppeal = jsonOf(Appeal);

/**
 * The JSON to store. Half of a surrogate pair, which no UTF-8 text can hold and no Lua script can decode, becomes the
 * replacement character.
 */
export function toStored(value: object): string {
  const json = JSON.stringify(value);
  // A half is escaped: what has no such escape needs no second look, which costs ten times as much.
  if (!halved.test(json)) return json;
  return JSON.stringify(value, (_key, field: unknown) => (typeof field === 'string' ? field.toWellFormed() : field));
}

const halved = /\\ud[89a-f]/;
