import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { commentFrom, NewComment, type Comment } from '../../../src/discussion/model/comment.ts';
import type { Note } from '../../../src/notes/model/note.ts';
import type { User } from '../../../src/people/model/user.ts';
import { addComment, readComments } from '../../../src/discussion/server/store/comments.ts';
import { saveNote } from '../../../src/library/server/store/reading-list.ts';
import type { Redis } from '../../../src/platform/server/store/redis.ts';
import { vote } from '../../../src/notes/server/store/votes.ts';
import { sortableId } from './sortable-id.ts';

const Said = z.object({
  by: z.string(),
  at: z.coerce.date(),
  says: z.string(),
  get answers(): z.ZodOptional<z.ZodArray<typeof Said>> {
    return z.array(Said).optional();
  },
});
type Said = z.infer<typeof Said>;
/** Handles by the file of the note. */
const Marks = z.record(z.string(), z.array(z.string()));
const Talk = z.object({ comments: z.array(Said.extend({ on: z.string() })), votes: Marks, saves: Marks });

type Mark = { note: Note; userId: string };
/** What people said and did about the notes of a collection: comments come after what they answer. */
export type Conversation = { comments: Comment[]; votes: Mark[]; saves: Mark[] };

/** What `talk.yaml` in the collection's folder says; `notes` by the name of their file. Throws where it names what is not there. */
export async function readTalk(
  directory: string,
  { people, notes }: { people: readonly User[]; notes: ReadonlyMap<string, Note> },
): Promise<Conversation> {
  const talk = Talk.parse(parse(await readFile(path.join(directory, 'talk.yaml'), 'utf8')));
  const idOf = new Map(people.map(({ handle, id }) => [handle, id]));
  const marksOf = (marks: z.infer<typeof Marks>) =>
    Object.entries(marks).flatMap(([file, handles]) =>
      handles.map((handle) => ({ note: named(notes, file), userId: named(idOf, handle) })),
    );
  const written = ({ by, at, says, answers = [] }: Said, noteUuid: string, parent?: Comment): Comment[] => {
    const who = { id: sortableId(at, `${by}: ${says}`), noteUuid, authorId: named(idOf, by), mentions: [], now: at };
    const comment = commentFrom(NewComment.parse({ body: says }), parent, who);
    return [comment, ...answers.flatMap((answer) => written(answer, noteUuid, comment))];
  };
  return {
    comments: talk.comments.flatMap((said) => written(said, named(notes, said.on).uuid)),
    votes: marksOf(talk.votes),
    saves: marksOf(talk.saves),
  };
}

/** Writes what is not there yet; what is, stays as it is. */
export async function seedTalk(redis: Redis, { comments, votes, saves }: Conversation): Promise<void> {
  const present = await readComments(
    redis,
    comments.map(({ id }) => id),
  );
  for (const [index, comment] of comments.entries()) {
    if (present[index]) continue;
    const added = await addComment(redis, comment);
    if (!added.ok) throw new Error(`A comment of the first collection was refused: ${added.reason}.`);
  }
  for (const { note, userId } of votes) {
    await vote(redis, { kind: 'note', noteUuid: note.uuid }, userId, 'give', dayAfter(note));
  }
  for (const { note, userId } of saves) await saveNote(redis, userId, note.uuid, {}, dayAfter(note));
}

const dayAfter = ({ createdAt }: Note) => new Date(Date.parse(createdAt) + 86_400_000);

function named<Value>(all: ReadonlyMap<string, Value>, name: string): Value {
  const value = all.get(name);
  if (value === undefined) throw new Error(`talk.yaml names ${name}, which the first collection does not have.`);
  return value;
}
