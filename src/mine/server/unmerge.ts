import { revisionsOf } from '../../notes/model/revision.ts';
import { noteProblem } from '../../notes/server/note-http.ts';
import { readNotes, readRevisions } from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { ownNote } from '../../writing/server/notes.ts';
import { changeMany } from '../../writing/server/write-many.ts';
import { unwritten, type Acted, type Actor, type Of } from './collecting.ts';
import { giveBackKept } from './store/duplicates.ts';

/** Takes out of a note what it took over of others by a merge. Words stay where it was changed since. */
export async function unmerge(
  redis: Redis,
  by: Actor,
  { ids, others, copyOf, rev, to }: Of<'unmerge'>,
): Promise<Acted> {
  const [uuid = ''] = ids;
  const [{ note, earlier }, found] = await Promise.all([
    readRevisions(redis, uuid),
    readNotes(redis, others),
    by.room?.(),
  ]);
  const own = ownNote(note, by.author.id);
  if (!own.ok) {
    return { done: [], refused: [{ uuid, reason: noteProblem(own).detail }], undo: [], changed: unwritten };
  }
  for (const other of found) {
    const there = ownNote(other, by.author.id);
    // What one that did not come back had is here alone now, as is what a note would take back from itself.
    if (!there.ok || there.note.uuid === uuid) continue;
    const from = there.note.uuid;
    await giveBackKept(redis, by.author.id, { uuid, from, copy: from === copyOf });
  }
  const before = revisionsOf(own.note, earlier).find((revision) => revision.rev === to);
  const changed =
    rev === to
      ? unwritten
      : await changeMany(redis, by, [uuid], (now) => (now.rev === rev && before ? { body: before.body } : keepsWords));
  return { done: [uuid], refused: changed.refused, undo: [], changed };
}

const keepsWords =
  'The note you kept was changed since, so the words that it took over stay. Its history has it as it was.';
