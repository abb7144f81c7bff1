import { isPublished } from '../domain/note-access.ts';
import { Author, type Note } from '../domain/note.ts';
import { preparedNotes, type PrepareNotes, type ReadNote } from './prepared-note.ts';
import { newestSaid } from './said.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { putAuthor, putNote, putSaid, removeNote } from './snapshot/write.ts';
import { changesSince, type Change } from './store/changes.ts';
import { readNotes } from './store/notes.ts';
import type { Redis } from './store/redis.ts';
import { readTops } from './store/threads.ts';
import { readUsers } from './store/users.ts';

export type SyncReport = { revision: number; set: number; removed: number; fromScratch: boolean };

const batchSize = 200;

/**
 * Brings the snapshot up to the store's change log, reading only what changed since the last sync; its search index is
 * brought up apart. `origin` names the store and the code that renders: when it differs from the last sync's, everything
 * is read and rendered anew.
 */
export async function syncPublished(
  redis: Redis,
  snapshot: Snapshot,
  origin: string,
  prepare: PrepareNotes = preparedNotes,
): Promise<SyncReport> {
  const fromScratch = snapshot.origin() !== origin;
  if (fromScratch) snapshot.restart(origin);
  const report = { revision: snapshot.revision(), set: 0, removed: 0, fromScratch };
  for (;;) {
    const changes = await changesSince(redis, report.revision, batchSize);
    const last = changes.at(-1);
    if (!last) {
      snapshot.settle();
      return report;
    }
    const { entries, gone, authors, said } = await readChanged(redis, snapshot, { changes, prepare });
    snapshot.advance({ from: report.revision, to: last.revision }, (ask, stale) => {
      for (const author of authors) putAuthor(ask, stale, author);
      for (const uuid of gone) removeNote(ask, stale, uuid);
      for (const entry of entries) putNote(ask, stale, entry);
      for (const page of said) putSaid(ask, stale, page);
    });
    report.revision = last.revision;
    report.set += entries.length;
    report.removed += gone.length;
  }
}

/**
 * What the changed notes and people look like now: notes to show, the uuids of those that are gone, people. A note below
 * which a changed person said something shows their name, so it is read as well.
 */
async function readChanged(
  redis: Redis,
  snapshot: Snapshot,
  { changes, prepare }: { changes: Change[]; prepare: PrepareNotes },
) {
  const idsOf = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).map(({ id }) => id);
  const uuids = [...new Set([...idsOf('note'), ...snapshot.notesNaming(idsOf('user'))])];
  const found = await readNotes(redis, uuids);
  const published = found.filter((note): note is Note => !!note && 'visibility' in note && isPublished(note));
  const authorIds = published.map((note) => note.authorId);
  const [people, tops] = await Promise.all([
    authorsById(redis, [...new Set([...authorIds, ...idsOf('user')])]),
    readTops(
      redis,
      published.map((note) => note.uuid),
    ),
  ]);
  const read = published.flatMap((note, index): ReadNote[] => {
    const author = people.get(note.authorId);
    return author ? [{ note, author, top: tops[index] }] : [];
  });
  const entries = await prepare(read);
  const kept = new Set(entries.map(({ entry }) => entry.note.uuid));
  const said = await newestSaid(redis, idsOf('user'));
  return { entries, said, gone: uuids.filter((uuid) => !kept.has(uuid)), authors: [...people.values()] };
}

async function authorsById(redis: Redis, ids: string[]): Promise<Map<string, Author>> {
  const users = ids.length > 0 ? await readUsers(redis, ids) : [];
  return new Map(users.flatMap((user) => (user ? [[user.id, Author.parse(user)]] : [])));
}
