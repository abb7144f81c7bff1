import { z } from 'zod';
import { keys } from '../../platform/server/store/keys.ts';
import { sameDigest } from '../../notes/server/store/link-digest.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { numberedWrite } from '../../platform/server/store/script.ts';
import { StoredNote } from '../../notes/server/store/stored-note.ts';

/** KEYS note, what its author's notes are found by. ARGV its JSON as it was read, the digest, the uuid. */
const list = numberedWrite(
  `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], string.sub(ARGV[1], 1, -2) .. ',"link":"' .. ARGV[2] .. '"}')
  redis.call('ZADD', KEYS[2], 0, ARGV[2] .. ':' .. ARGV[3])
  return 1
  `,
  z.literal([0, 1]),
);

const atOnce = 100;
const Texts = z.array(z.string().nullable());

/**
 * Lists texts by what they say, as notes with links are listed by those; the cursor is that of the scan. A note that is
 * written meanwhile lists itself.
 */
export async function listTexts(redis: Redis, cursor: string | null): Promise<string | null> {
  const [next, names] = await redis.scan(cursor ?? '0', { match: `${keys.note('')}*`, count: atOnce });
  const texts = names.length > 0 ? Texts.parse(await redis.mget(...names)) : [];
  for (const text of texts) {
    const note = text === null ? undefined : StoredNote.parse(text);
    if (text === null || !note || 'deletedAt' in note || note.url !== null || text.includes(',"link":"=')) continue;
    await list(
      redis,
      [keys.note(note.uuid), keys.authorLinks(note.authorId)],
      [text, sameDigest(note) ?? '', note.uuid],
    );
  }
  return next === '0' ? null : next;
}
