import { z } from 'zod';
import type { Entry } from '../../model/entry.ts';
import type { Note } from '../../../notes/model/note.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript } from '../../../platform/server/store/script.ts';
import { StoredLiveNote } from '../../../notes/server/store/note-parts.ts';
import { StoredEntry } from './cases.ts';

/** Earlier notes that the rules compare with. */
const comparedNotes = 30;

const read = readScript({
  keys: ['authorNotes', 'authorPublicNotes'],
  fixed: { bannedDomains: keys.bannedDomains },
  args: ['max', '...domains'],
  prefixes: { notePrefix: keys.note('') },
  returns: z.tuple([z.int(), z.array(StoredLiveNote), z.array(StoredEntry)]),
  body: `
    local notes, bans = {}, {}
    for _, uuid in ipairs(redis.call('ZREVRANGE', authorNotes, 0, max - 1)) do
      table.insert(notes, redis.call('GET', notePrefix .. uuid))
    end
    for _, domain in ipairs(domains) do
      local ban = redis.call('HGET', bannedDomains, domain)
      if ban then table.insert(bans, ban) end
    end
    return { redis.call('ZCARD', authorPublicNotes), notes, bans }
    `,
});

/** What the rules ask about an author, in one round trip: how many notes are in sight, the latest, and which domains are banned. */
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
