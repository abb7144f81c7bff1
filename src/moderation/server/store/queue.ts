import { Known, type Queue, type QueueKind } from '../../model/case.ts';
import type { DeletedNote, Note } from '../../../notes/model/note.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readAppeals, readCases } from './read-queue.ts';

/** As many as one sees at once. What is decided leaves, so the next ones move up. */
const shownAtOnce = 30;

/** The oldest of one kind that wait for this moderator, and how many of each kind wait, in one round trip. */
export async function readQueue(redis: Redis, kind: QueueKind, moderatorId: string): Promise<Queue> {
  if (kind === 'appeal') {
    const [counts, items] = await readAppeals(redis, { most: shownAtOnce });
    const appeals = items.map(([appeal, entry, [note, comment, person]]) => ({
      appeal,
      entry,
      note: live(note),
      comment,
      person: person && Known.parse(person),
      mine: entry.by === moderatorId,
    }));
    return { counts: named(counts), cases: [], appeals };
  }
  const [counts, items] = await readCases(redis, { queue: keys.queue(kind), most: shownAtOnce });
  const cases = items.map(([open, reports, handles, [note, comment, person, earlier]]) => ({
    case: open,
    reports: reports
      .map((report, index) => ({ ...report, handle: handles[index] ?? '' }))
      .sort((one, other) => (one.at < other.at ? -1 : 1)),
    note: live(note),
    comment,
    person: person && Known.parse(person),
    earlier,
  }));
  return { counts: named(counts), cases, appeals: [] };
}

function named([report, held, appeal]: [number, number, number]): Queue['counts'] {
  return { report, held, appeal };
}

function live(note: Note | DeletedNote | null): Note | null {
  return note && 'visibility' in note ? note : null;
}
