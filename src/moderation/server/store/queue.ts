import { ModeratedPerson, type Queue, type QueueKind } from '../../model/case.ts';
import type { DeletedNote, Note } from '../../../notes/model/note.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import * as z from 'zod';
import { luaKey, type LuaPart, readScript } from '../../../platform/server/store/script.ts';
import { StoredNote } from '../../../notes/server/store/note-parts.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import { StoredComment } from '../../../discussion/server/store/add-comment.ts';
import { StoredAppeal, StoredCase, StoredEntry, StoredReport } from './cases.ts';

/** `look(kind, id)` returns a subject's note, comment and author, and earlier decisions about the author. */
const look: LuaPart = {
  body: `
    local function look(kind, id)
      local comment = kind == 'comment' and redis.call('GET', ${luaKey(keys.comment, 'id')})
      local decoded = comment and cjson.decode(comment)
      local noteId = kind == 'note' and id or decoded and decoded.noteUuid
      local note = noteId and redis.call('GET', ${luaKey(keys.note, 'noteId')})
      local personId = kind == 'person' and id or decoded and decoded.authorId
      if kind == 'note' and note then personId = cjson.decode(note).authorId end
      local person = personId and redis.call('GET', ${luaKey(keys.user, 'personId')})
      local earlier = {}
      if personId then
        for _, entry in ipairs(redis.call('ZREVRANGE', ${luaKey(keys.personEntries, 'personId')}, 0, 4)) do
          table.insert(earlier, redis.call('GET', ${luaKey(keys.entry, 'entry')}))
        end
      end
      return { note or false, comment or false, person or false, earlier }
    end
  `,
};

/** The number of cases in each queue. */
const countQueues: LuaPart = {
  fixed: { reported: keys.queue('report'), held: keys.queue('held'), appealed: keys.queue('appeal') },
  body: `
    local function countQueues()
      return { redis.call('ZCARD', reported), redis.call('ZCARD', held), redis.call('ZCARD', appealed) }
    end
  `,
};

const Found = z.tuple([StoredNote.nullable(), StoredComment.nullable(), StoredUser.nullable(), z.array(StoredEntry)]);
const Counts = z.tuple([z.int(), z.int(), z.int()]);

/** The oldest open cases of one kind, and the number of each kind. */
const readCases = readScript({
  uses: [look, countQueues],
  keys: ['queue'],
  args: ['max'],
  returns: z.tuple([Counts, z.array(z.tuple([StoredCase, z.array(StoredReport), z.array(z.string()), Found]))]),
  body: `
    local items = {}
    for _, name in ipairs(redis.call('ZRANGE', queue, 0, max - 1)) do
      local kind, id = string.match(name, '^(%a+):(.+)$')
      local case = redis.call('GET', ${luaKey(keys.moderationCase, 'name')})
      local reports, handles = redis.call('HVALS', ${luaKey(keys.reports, 'name')}), {}
      for _, report in ipairs(reports) do
        local reporter = redis.call('GET', ${luaKey(keys.user, 'cjson.decode(report).by')})
        table.insert(handles, reporter and cjson.decode(reporter).handle or '')
      end
      if case then table.insert(items, { case, reports, handles, look(kind, id) }) end
    end
    return { countQueues(), items }
    `,
});

/** The oldest open appeals. */
const readAppeals = readScript({
  uses: [look, countQueues],
  args: ['max'],
  returns: z.tuple([Counts, z.array(z.tuple([StoredAppeal, StoredEntry, Found]))]),
  body: `
    local items = {}
    for _, about in ipairs(redis.call('ZRANGE', appealed, 0, max - 1)) do
      local appeal, entry = redis.call('GET', ${luaKey(keys.appeal, 'about')}), redis.call('GET', ${luaKey(keys.entry, 'about')})
      if appeal and entry then
        local subject = cjson.decode(entry).subject
        table.insert(items, { appeal, entry, look(subject.kind, subject.id) })
      end
    end
    return { countQueues(), items }
    `,
});

/** How many cases are shown. Decided ones disappear, so the next ones move up. */
const shownAtOnce = 30;

/** The oldest cases of one kind that wait for a decision, and the number of each kind, in one round trip. */
export async function readQueue(redis: Redis, kind: QueueKind, moderatorId: string): Promise<Queue> {
  if (kind === 'appeal') {
    const [counts, items] = await readAppeals(redis, { max: shownAtOnce });
    const appeals = items.map(([appeal, entry, [note, comment, person]]) => ({
      appeal,
      entry,
      note: live(note),
      comment,
      person: person && ModeratedPerson.parse(person),
      mine: entry.by === moderatorId,
    }));
    return { counts: named(counts), cases: [], appeals };
  }
  const [counts, items] = await readCases(redis, { queue: keys.queue(kind), max: shownAtOnce });
  const cases = items.map(([open, reports, handles, [note, comment, person, earlier]]) => ({
    case: open,
    reports: reports
      .map((report, index) => ({ ...report, handle: handles[index] ?? '' }))
      .sort((one, other) => (one.at < other.at ? -1 : 1)),
    note: live(note),
    comment,
    person: person && ModeratedPerson.parse(person),
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
