import { z } from 'zod';
import type { Entry } from '../../model/entry.ts';
import type { Note } from '../../../notes/model/note.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead } from '../../../platform/server/store/script.ts';
import { StoredLiveNote } from '../../../notes/server/store/stored-note.ts';
import { StoredEntry } from './stored-case.ts';

/** Earlier notes that the rules compare with. */
const looked = 30;

/** KEYS author's notes, author's public notes, banned domains. ARGV how many notes, prefix of notes, then domains. */
const read = numberedRead(
  `
  local notes, bans = {}, {}
  for _, uuid in ipairs(redis.call('ZREVRANGE', KEYS[1], 0, ARGV[1] - 1)) do
    table.insert(notes, redis.call('GET', ARGV[2] .. uuid))
  end
  for i = 3, #ARGV do
    local ban = redis.call('HGET', KEYS[3], ARGV[i])
    if ban then table.insert(bans, ban) end
  end
  return { redis.call('ZCARD', KEYS[2]), notes, bans }
  `,
  z.tuple([z.int(), z.array(StoredLiveNote), z.array(StoredEntry)]),
);

/** What the rules ask about an author, in one round trip: how many notes are in sight, the latest, and which domains are banned. */
export async function readSpamEvidence(
  redis: Redis,
  authorId: string,
  domains: readonly string[],
): Promise<{ seen: number; latest: Note[]; bans: Entry[] }> {
  const names = [keys.authorNotes(authorId), keys.authorPublicNotes(authorId), keys.bannedDomains];
  const [seen, latest, bans] = await read(redis, names, [looked, keys.note(''), ...domains]);
  return { seen, latest, bans };
}
