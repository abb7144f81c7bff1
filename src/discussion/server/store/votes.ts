import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { rankNote } from '../../../notes/server/store/note-indexes.ts';
import { recordChange } from '../../../notes/server/store/note-parts.ts';

/** Voting again changes nothing. Returns how many votes there are, or why nothing was written. */
const run = writeScript({
  uses: [recordChange, rankNote],
  keys: ['noteKey', 'subjectKey', 'voters', 'ownVotes', 'threadVotes', 'threadChanges'],
  fixed: { changes: keys.changes, publicNotes: keys.publicNotes },
  args: ['id', 'uuid', 'userId', 'way', 'now', 'kind'],
  returns: z.union([z.tuple([z.literal('voted'), z.int()]), z.tuple([z.enum(['missing', 'deleted', 'own'])])]),
  body: `
    local noteJson, json = redis.call('GET', noteKey), redis.call('GET', subjectKey)
    if not noteJson or not json then return { 'missing' } end
    local note, subject = cjson.decode(noteJson), cjson.decode(json)
    if note.deletedAt then return { 'deleted' } end
    if type(subject.deletedAt) == 'string' or (kind == 'comment' and subject.hidden) then return { 'missing' } end
    if not isPublished(note) then return { note.authorId == userId and 'own' or 'missing' } end
    if subject.authorId == userId then return { 'own' } end
    for _, index in ipairs({ ownVotes, changes, publicNotes, threadVotes, threadChanges }) do redis.call('ZCARD', index) end
    checkRanking('votes', uuid)

    local changed = redis.call(way == 'give' and 'SADD' or 'SREM', voters, userId) == 1
    local votes = redis.call('SCARD', voters)
    if changed then
      if way == 'give' then redis.call('ZADD', ownVotes, now, id) else redis.call('ZREM', ownVotes, id) end
      local revision = recordChange(note)
      if kind == 'comment' then
        redis.call('ZADD', threadVotes, votes, id)
        redis.call('ZADD', threadChanges, revision, id)
      else
        rankNote('votes', uuid)
      end
    end
    return { 'voted', votes }
    `,
});

/** The subject of a vote: a note, or a comment in its thread. */
export type Subject = { kind: 'note'; noteUuid: string } | { kind: 'comment'; noteUuid: string; id: string };

export type Voted = { ok: true; votes: number } | { ok: false; reason: 'missing' | 'deleted' | 'own' };

/** Gives a person's vote, or takes it back. Doing either again changes nothing. Nobody can vote for their own. */
export async function vote(
  redis: Redis,
  subject: Subject,
  userId: string,
  way: 'give' | 'take',
  now: Date,
): Promise<Voted> {
  const { kind, noteUuid } = subject;
  const id = kind === 'note' ? noteUuid : subject.id;
  const [outcome, votes] = await run(redis, {
    noteKey: keys.note(noteUuid),
    subjectKey: kind === 'note' ? keys.note(noteUuid) : keys.comment(id),
    voters: keys.voters(id),
    ownVotes: keys.votes(userId),
    threadVotes: keys.threadVotes(noteUuid),
    threadChanges: keys.threadChanges(noteUuid),
    id,
    uuid: noteUuid,
    userId,
    way,
    now: now.getTime(),
    kind,
  });
  return outcome === 'voted' ? { ok: true, votes } : { ok: false, reason: outcome };
}
