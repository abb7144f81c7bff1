import { revisionsOf } from '../../notes/model/revision.ts';
import { noteProblem } from '../../notes/server/note-http.ts';
import { readNotes, readRevisions } from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { ownNote } from '../../writing/server/notes.ts';
import { changeMany, unchanged } from '../../writing/server/write-many.ts';
import { outcomeOf, type Outcome, type Actor, type ActionOf } from './collecting.ts';
import { removeParts } from './store/duplicates.ts';

/** Takes from a note what a merge added to it. The text stays if the note has been changed since. */
export async function unmerge(
  redis: Redis,
  by: Actor,
  { ids, others, copyOf, rev, to }: ActionOf<'unmerge'>,
): Promise<Outcome> {
  const [uuid = ''] = ids;
  const [{ note, earlier }, found] = await Promise.all([
    readRevisions(redis, uuid),
    readNotes(redis, others),
    by.room?.(),
  ]);
  const kept = ownNote(note, by.author.id);
  if (!kept.ok) {
    return outcomeOf({ refused: [{ uuid, reason: noteProblem(kept).detail }] });
  }
  for (const other of found) {
    const there = ownNote(other, by.author.id);
    // A note that was not restored cannot take its highlights back, so they stay here. A note cannot take from itself either.
    if (!there.ok || there.note.uuid === uuid) continue;
    const from = there.note.uuid;
    await removeParts(redis, by.author.id, { uuid, from, copy: from === copyOf });
  }
  const before = revisionsOf(kept.note, earlier).find((revision) => revision.rev === to);
  const changed =
    rev === to
      ? unchanged()
      : await changeMany(redis, by, [uuid], (now) => (now.rev === rev && before ? { body: before.body } : textStays));
  return { done: [uuid], refused: changed.refused, undo: [], changed };
}

const textStays =
  'The note you kept has been changed since, so the text it took over stays. Its history has the earlier version.';
