import { z } from 'zod';
import { numberedRead } from '../../../platform/server/store/script.ts';
import { StoredNote } from '../../../notes/server/store/stored-note.ts';
import { StoredUser } from '../../../people/server/store/stored-user.ts';
import { StoredComment } from '../../../discussion/server/store/stored-comment.ts';
import { StoredAppeal, StoredCase, StoredEntry, StoredReport } from './stored-case.ts';

/** Lua: what a subject is now, who wrote it, and what was decided about that person before. */
const looking = `
  local function look(kind, id, prefixes)
    local comment = kind == 'comment' and redis.call('GET', prefixes.comment .. id)
    local said = comment and cjson.decode(comment)
    local noteId = kind == 'note' and id or said and said.noteUuid
    local note = noteId and redis.call('GET', prefixes.note .. noteId)
    local personId = kind == 'person' and id or said and said.authorId
    if kind == 'note' and note then personId = cjson.decode(note).authorId end
    local person = personId and redis.call('GET', prefixes.user .. personId)
    local earlier = {}
    if personId then
      for _, entry in ipairs(redis.call('ZREVRANGE', prefixes.person .. personId, 0, 4)) do
        table.insert(earlier, redis.call('GET', prefixes.entry .. entry))
      end
    end
    return { note or false, comment or false, person or false, earlier }
  end
  local prefixes = { note = ARGV[2], comment = ARGV[3], user = ARGV[4], person = ARGV[5], entry = ARGV[6] }
  local counts = {}
  for i = 2, 4 do table.insert(counts, redis.call('ZCARD', KEYS[i])) end
  local items = {}
`;

const Looked = z.tuple([StoredNote.nullable(), StoredComment.nullable(), StoredUser.nullable(), z.array(StoredEntry)]);
const Counts = z.tuple([z.int(), z.int(), z.int()]);

/**
 * The oldest open cases of one kind. KEYS the queue, then the queues of reports, held notes and appeals, to be counted.
 * ARGV the most cases; prefixes of notes, comments, users, people's entries, entries, cases and reports.
 */
export const readCases = numberedRead(
  `
  ${looking}
  for _, name in ipairs(redis.call('ZRANGE', KEYS[1], 0, ARGV[1] - 1)) do
    local kind, id = string.match(name, '^(%a+):(.+)$')
    local case = redis.call('GET', ARGV[7] .. name)
    local reports, handles = redis.call('HVALS', ARGV[8] .. name), {}
    for _, report in ipairs(reports) do
      local reporter = redis.call('GET', prefixes.user .. cjson.decode(report).by)
      table.insert(handles, reporter and cjson.decode(reporter).handle or '')
    end
    if case then table.insert(items, { case, reports, handles, look(kind, id, prefixes) }) end
  end
  return { counts, items }
  `,
  z.tuple([Counts, z.array(z.tuple([StoredCase, z.array(StoredReport), z.array(z.string()), Looked]))]),
);

/** The oldest open appeals. KEYS as above. ARGV as above, but for the prefix of appeals at the end. */
export const readAppeals = numberedRead(
  `
  ${looking}
  for _, about in ipairs(redis.call('ZRANGE', KEYS[1], 0, ARGV[1] - 1)) do
    local appeal, entry = redis.call('GET', ARGV[7] .. about), redis.call('GET', prefixes.entry .. about)
    if appeal and entry then
      local subject = cjson.decode(entry).subject
      table.insert(items, { appeal, entry, look(subject.kind, subject.id, prefixes) })
    end
  end
  return { counts, items }
  `,
  z.tuple([Counts, z.array(z.tuple([StoredAppeal, StoredEntry, Looked]))]),
);
