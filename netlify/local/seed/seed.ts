import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { NewNote, type Note } from '../../../src/notes/model/note.ts';
import { noteFrom } from '../../../src/notes/model/note-changes.ts';
import type { User } from '../../../src/people/model/user.ts';
import { headRevision } from '../../../src/platform/server/store/changes.ts';
import { isSeeded, markSeeded } from '../../../src/platform/server/store/meta.ts';
import { createNote, readNotes } from '../../../src/notes/server/store/notes.ts';
import type { Redis } from '../../../src/platform/server/store/redis.ts';
import { createUser, readUser } from '../../../src/people/server/store/users.ts';
import { readTalk, seedTalk, type Conversation } from './seed-talk.ts';
import { sortableId } from './sortable-id.ts';

const Person = z.object({ handle: z.string(), name: z.string(), bio: z.string() });
const FrontMatter = NewNote.omit({ body: true }).extend({ author: z.string(), publishedAt: z.coerce.date() });

export type Seeding = { wrote: number } | { wrote: 0; because: 'done before' | 'not empty' | 'asked not to' };

/**
 * Writes the first collection into an empty store, once. Ids come from the files, so that every machine has the same
 * ones and a seeding that was killed is completed by the next start.
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
  const begun = first !== undefined && (await readUser(redis, first.id)) !== undefined;
  if (!begun && (await headRevision(redis)) > 0) return { wrote: 0, because: 'not empty' };
  for (const person of people) {
    if (await readUser(redis, person.id)) continue;
    const created = await createUser(redis, person, null);
    if (!created.ok) throw new Error(`The handle ${person.handle} of the first collection is taken.`);
  }
  const present = await readNotes(
    redis,
    notes.map((note) => note.uuid),
  );
  // Oldest first: the change log then tells the collection in its own order.
  for (const [index, note] of notes.entries()) if (!present[index]) await createNote(redis, note);
  await seedTalk(redis, talk);
  await markSeeded(redis, new Date());
  return { wrote: notes.length };
}

export type Collection = { people: User[]; notes: Note[]; talk: Conversation };

/**
 * The collection's folder: people.json, one Markdown file with front matter a note, and talk.yaml, which says what
 * people said and did about them.
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
  const { author, publishedAt, ...rest } = FrontMatter.parse(parse(head));
  return { name, author, publishedAt, draft: NewNote.parse({ ...rest, body: body.trim() }) };
}
