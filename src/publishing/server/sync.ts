import { batchesAfter, notesNow, type Batch } from './changed-notes.ts';
import { preparedNotes, type PrepareNotes } from './prepared-notes.ts';
import { newestComments } from '../../discussion/server/comments-by-person.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { putAuthor, putNote, putSaid, removeNote } from './snapshot/write.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

export type SyncReport = { revision: number; set: number; removed: number; fromScratch: boolean };

/**
 * Brings the snapshot up to the store's change log, reading only what changed since the last sync; what is worked out
 * from its notes (`settle` and `index`) is brought up apart. `origin` names the store and the code that renders: when it
 * differs from the last sync's, everything is read and rendered anew.
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
  for await (const batch of batchesAfter(redis, report.revision, prepare)) {
    const { entries, gone, authors, said } = await withThoseNaming(redis, snapshot, { batch, prepare });
    snapshot.advance({ from: report.revision, to: batch.revision }, (step) => {
      for (const author of authors) putAuthor(step, author);
      for (const uuid of gone) removeNote(step, uuid);
      for (const entry of entries) putNote(step, entry);
      for (const page of said) putSaid(step, page);
    });
    report.revision = batch.revision;
    report.set += entries.length;
    report.removed += gone.length;
  }
  return report;
}

/**
 * What a batch changes in the snapshot as it is now. A note below which a changed person said something shows their name,
 * so it is read as well.
 */
async function withThoseNaming(
  redis: Redis,
  snapshot: Snapshot,
  { batch, prepare }: { batch: Batch; prepare: PrepareNotes },
) {
  const { users, gone, entries, authors } = batch;
  const read = new Set([...gone, ...entries.map(({ row }) => row.uuid)]);
  const uuids = snapshot.notesNaming(users).filter((uuid) => !read.has(uuid));
  const naming = await notesNow(redis, { uuids, users: [], prepare });
  return {
    entries: [...entries, ...naming.entries],
    gone: [...gone, ...naming.gone],
    authors: new Map([...authors, ...naming.authors]).values(),
    said: await newestComments(redis, users),
  };
}
