import { isPublished } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import { authorOf } from '../../people/model/user.ts';
import type { PrepareNotes } from './prepared-notes.ts';
import type { ReadNote } from '../../reading/server/prepared-note.ts';
import type { WrittenNote } from './snapshot/written.ts';
import { changesSince, type Change } from '../../platform/server/store/changes.ts';
import { readNotes } from '../../notes/server/store/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readTops } from '../../discussion/server/store/threads.ts';
import { readUsers } from '../../people/server/store/users.ts';
import type { Author } from '../../people/model/user.ts';

const batchSize = 200;
const batchesAhead = 3;

/** What the notes look like now: those to show, and the uuids of those that are gone. */
type NotesNow = { entries: WrittenNote[]; gone: string[]; authors: Map<string, Author> };
export type Batch = NotesNow & { revision: number; users: string[] };

/**
 * The changes after a revision in batches, the notes made ready. So many batches are under way that threads which make
 * notes ready have work while one is written. What is read ahead of its turn is never too old: what changes later comes
 * again at the end of the log.
 */
export async function* batchesAfter(redis: Redis, revision: number, prepare: PrepareNotes): AsyncGenerator<Batch> {
  const underWay: Promise<Batch>[] = [];
  let from = revision;
  for (let ended = false; ;) {
    while (!ended && underWay.length < batchesAhead) {
      const changes = await changesSince(redis, from, batchSize);
      const last = changes.at(-1);
      ended = last === undefined;
      if (!last) break;
      from = last.revision;
      const batch = batchOf(redis, { changes, revision: from, prepare });
      // Whoever waits for it hears of a failure; until then nobody does.
      batch.catch(() => undefined);
      underWay.push(batch);
    }
    const next = underWay.shift();
    if (!next) return;
    yield await next;
  }
}

async function batchOf(
  redis: Redis,
  { changes, revision, prepare }: { changes: Change[]; revision: number; prepare: PrepareNotes },
): Promise<Batch> {
  const idsOf = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).map(({ id }) => id);
  const users = idsOf('user');
  return { ...(await notesNow(redis, { uuids: idsOf('note'), users, prepare })), revision, users };
}

export async function notesNow(
  redis: Redis,
  { uuids, users, prepare }: { uuids: string[]; users: string[]; prepare: PrepareNotes },
): Promise<NotesNow> {
  const found = await readNotes(redis, uuids);
  const published = found.filter((note): note is Note => !!note && 'visibility' in note && isPublished(note));
  const [authors, tops] = await Promise.all([
    authorsById(redis, [...new Set([...published.map((note) => note.authorId), ...users])]),
    readTops(
      redis,
      published.map((note) => note.uuid),
    ),
  ]);
  const read = published.flatMap((note, index): ReadNote[] => {
    const author = authors.get(note.authorId);
    return author ? [{ note, author, top: tops[index] }] : [];
  });
  const entries = await prepare(read);
  const kept = new Set(entries.map(({ row }) => row.uuid));
  return { entries, gone: uuids.filter((uuid) => !kept.has(uuid)), authors };
}

async function authorsById(redis: Redis, ids: string[]): Promise<Map<string, Author>> {
  const users = ids.length > 0 ? await readUsers(redis, ids) : [];
  return new Map(users.flatMap((user) => (user ? [[user.id, authorOf(user)]] : [])));
}
