import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { NewNote, type Note, noteFrom } from '../../src/notes/model/note.ts';
import type { User } from '../../src/people/model/user.ts';
import { headRevision } from '../../src/platform/server/store/changes.ts';
import { isSeeded, markSeeded } from '../../src/platform/server/store/meta.ts';
import { createNote, readNotes } from '../../src/notes/server/store/notes.ts';
import type { Redis } from '../../src/platform/server/store/redis.ts';
import { createUser, readUser } from '../../src/people/server/store/users.ts';
import { commentFrom, NewComment, type Comment } from '../../src/discussion/model/thread.ts';
import { addComment, readComments } from '../../src/discussion/server/store/comments.ts';
import { saveNote } from '../../src/library/server/store/reading-list.ts';
import { vote } from '../../src/discussion/server/store/votes.ts';
import { hash } from 'node:crypto';

const WrittenComment = z.object({
  by: z.string(),
  at: z.coerce.date(),
  says: z.string(),
  get answers(): z.ZodOptional<z.ZodArray<typeof WrittenComment>> {
    return z.array(WrittenComment).optional();
  },
});
type WrittenComment = z.infer<typeof WrittenComment>;
/** Handles by the file name of the note. */
const HandlesByNote = z.record(z.string(), z.array(z.string()));
const Talk = z.object({
  comments: z.array(WrittenComment.extend({ on: z.string() })),
  votes: HandlesByNote,
  saves: HandlesByNote,
});

type OnNote = { note: Note; userId: string };
/** Comments, votes and reading lists about the notes of a collection. A comment comes after the one that it answers. */
type Conversation = { comments: Comment[]; votes: OnNote[]; saves: OnNote[] };

/**
 * The content of `talk.yaml` in the collection's folder; `notes` are by file name. Throws if it names something that does
 * not exist.
 */
async function readTalk(
  directory: string,
  { people, notes }: { people: readonly User[]; notes: ReadonlyMap<string, Note> },
): Promise<Conversation> {
  const { parse } = await import('yaml');
  const talk = Talk.parse(parse(await readFile(path.join(directory, 'talk.yaml'), 'utf8')));
  const idOf = new Map(people.map(({ handle, id }) => [handle, id]));
  const onNotes = (given: z.infer<typeof HandlesByNote>) =>
    Object.entries(given).flatMap(([file, handles]) =>
      handles.map((handle) => ({ note: named(notes, file), userId: named(idOf, handle) })),
    );
  const written = ({ by, at, says, answers = [] }: WrittenComment, noteUuid: string, parent?: Comment): Comment[] => {
    const who = { id: sortableId(at, `${by}: ${says}`), noteUuid, authorId: named(idOf, by), mentions: [], now: at };
    const comment = commentFrom(NewComment.parse({ body: says }), parent, who);
    return [comment, ...answers.flatMap((answer) => written(answer, noteUuid, comment))];
  };
  return {
    comments: talk.comments.flatMap((comment) => written(comment, named(notes, comment.on).uuid)),
    votes: onNotes(talk.votes),
    saves: onNotes(talk.saves),
  };
}

/** Writes only what is missing, and changes nothing else. */
async function seedTalk(redis: Redis, { comments, votes, saves }: Conversation): Promise<void> {
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

const Person = z.object({ handle: z.string(), name: z.string(), bio: z.string() });
const FrontMatter = NewNote.omit({ body: true }).extend({ author: z.string(), publishedAt: z.coerce.date() });

export type Seeding = { wrote: number } | { wrote: 0; because: 'done before' | 'not empty' | 'asked not to' };

/**
 * Writes the first collection into an empty store, once. Ids are derived from the files, so that they are the same on every
 * machine, and the next start completes a seeding that was killed.
 */
export async function seed(
  redis: Redis,
  { directory, empty }: { directory: string; empty: boolean },
): Promise<Seeding> {
  if (await isSeeded(redis)) return { wrote: 0, because: 'done before' };
  if (empty) {
    await markSeeded(redis, new Date());
    return { wrote: 0, because: 'asked not to' };
  }
  const { people, notes, talk } = await readCollection(directory);
  const [first] = people;
  const hasBegun = first !== undefined && (await readUser(redis, first.id)) !== undefined;
  if (!hasBegun && (await headRevision(redis)) > 0) return { wrote: 0, because: 'not empty' };
  for (const person of people) {
    if (await readUser(redis, person.id)) continue;
    const created = await createUser(redis, person, null);
    if (!created.ok) throw new Error(`The handle ${person.handle} of the first collection is taken.`);
  }
  const present = await readNotes(
    redis,
    notes.map((note) => note.uuid),
  );
  // Oldest first, so that the change log has the collection's own order.
  for (const [index, note] of notes.entries()) if (!present[index]) await createNote(redis, note);
  await seedTalk(redis, talk);
  await markSeeded(redis, new Date());
  return { wrote: notes.length };
}

export type Collection = { people: User[]; notes: Note[]; talk: Conversation };

/**
 * The collection's folder: people.json, one Markdown file with front matter for each note, and talk.yaml with people's
 * comments, votes and reading lists.
 */
export async function readCollection(directory: string): Promise<Collection> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.md')).sort();
  const drafts = await Promise.all(files.map((name) => readDraft(directory, name)));
  drafts.sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime());
  const firstDay = drafts[0]?.publishedAt ?? new Date(0);
  const list = z.array(Person).parse(JSON.parse(await readFile(path.join(directory, 'people.json'), 'utf8')));
  const people = list.map((person) => ({
    ...person,
    id: `u-${sortableId(firstDay, person.handle)}`,
    createdAt: firstDay.toISOString(),
  }));
  const idOf = new Map(people.map((person) => [person.handle, person.id]));
  const notes = drafts.map(({ name, author, publishedAt, draft }) => {
    const authorId = idOf.get(author);
    if (authorId === undefined) throw new Error(`${name} names ${author} as its author, who is not in people.json.`);
    return noteFrom(draft, { uuid: sortableId(publishedAt, name), authorId, now: publishedAt });
  });
  const byFile = new Map(drafts.flatMap(({ name }, index) => (notes[index] ? [[name, notes[index]]] : [])));
  return { people, notes, talk: await readTalk(directory, { people, notes: byFile }) };
}

async function readDraft(directory: string, name: string) {
  const text = await readFile(path.join(directory, name), 'utf8');
  const match = /^---\n(.*?)\n---\n(.*)$/s.exec(text.replaceAll('\r\n', '\n'));
  if (!match) throw new Error(`${name} has no front matter.`);
  const [, head = '', body = ''] = match;
  // Loaded only for a new store, as few starts have one.
  const { parse } = await import('yaml');
  const { author, publishedAt, ...rest } = FrontMatter.parse(parse(head));
  return { name, author, publishedAt, draft: NewNote.parse({ ...rest, body: body.trim() }) };
}

/** A version 7 UUID whose random part comes from `name`. */
export function sortableId(at: Date, name: string): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const rest = hash('sha256', `${time} ${name}`);
  const variant = ((Number.parseInt(rest.charAt(3), 16) & 3) | 8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(4, 7)}-${rest.slice(7, 19)}`;
}
