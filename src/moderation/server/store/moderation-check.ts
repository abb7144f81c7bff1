import type { Case } from '../../model/case.ts';
import { subjectName, type Entry } from '../../model/entry.ts';
import type { Note } from '../../../notes/model/note.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import {
  repeatedCall,
  type Gone,
  type Idempotency,
  type Repeated,
  type Stale,
  type Written,
} from '../../../notes/server/store/notes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeDecision, decisionArgs, type Command } from './decisions.ts';
import { noteWrite } from '../../../notes/server/store/write-note.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import { StoredLiveNote } from '../../../notes/server/store/note-parts.ts';
import * as z from 'zod';
import { luaKey, readScript } from '../../../platform/server/store/script.ts';
import { StoredEntry } from './cases.ts';

/** Writes a note that waits for a moderator, and opens its case, in one step; `binned`: it is restored from the bin. */
export async function writeNoteForReview(
  redis: Redis,
  note: Note,
  fresh: Case,
  { once, binned }: { once?: Idempotency | undefined; binned: boolean },
): Promise<Written | Stale | Gone | Repeated> {
  const name = subjectName(fresh.subject);
  const commands: Command[] = [
    ['SET', keys.moderationCase(name), toStored(fresh), 'NX'],
    ['ZADD', keys.queue('held'), String(Date.parse(fresh.openedAt)), name],
  ];
  const written = await writeDecision(redis, {
    ...decisionArgs([], commands),
    kind: 'note',
    raised: '',
    write: noteWrite(note, binned ? 'binned' : note.rev === 1 ? 'none' : String(note.rev - 1), once),
  });
  if (written[0] === 'repeated') return repeatedCall(written);
  const [outcome, detail] = written;
  if (outcome === 'written') return { ok: true, revision: detail };
  if (outcome === 'stale') return { ok: false, reason: 'stale', current: StoredLiveNote.parse(detail) };
  if (outcome === 'deleted' || outcome === 'missing') return { ok: false, reason: outcome };
  throw new Error(`Note ${note.uuid} cannot be held: ${outcome}.`);
}

/** How many earlier notes the rules compare with. */
const comparedNotes = 30;

const read = readScript({
  keys: ['authorNotes', 'authorPublicNotes'],
  fixed: { bannedDomains: keys.bannedDomains },
  args: ['max', '...domains'],
  returns: z.tuple([z.int(), z.array(StoredLiveNote), z.array(StoredEntry)]),
  body: `
    local notes, bans = {}, {}
    for _, uuid in ipairs(redis.call('ZREVRANGE', authorNotes, 0, max - 1)) do
      table.insert(notes, redis.call('GET', ${luaKey(keys.note, 'uuid')}))
    end
    for _, domain in ipairs(domains) do
      local ban = redis.call('HGET', bannedDomains, domain)
      if ban then table.insert(bans, ban) end
    end
    return { redis.call('ZCARD', authorPublicNotes), notes, bans }
    `,
});

/** The evidence about an author, in one round trip: the number of public notes, the latest notes, and bans of these domains. */
export async function readSpamEvidence(
  redis: Redis,
  authorId: string,
  domains: readonly string[],
): Promise<{ seen: number; latest: Note[]; bans: Entry[] }> {
  const [seen, latest, bans] = await read(redis, {
    authorNotes: keys.authorNotes(authorId),
    authorPublicNotes: keys.authorPublicNotes(authorId),
    max: comparedNotes,
    domains,
  });
  return { seen, latest, bans };
}
