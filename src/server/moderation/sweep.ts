import type { Note } from '../../domain/note.ts';
import type { User } from '../../domain/user.ts';
import { listNotes, replaceNote } from '../store/notes.ts';
import type { Redis } from '../store/redis.ts';
import { endSweep, pendingSweeps } from '../store/sweeps.ts';
import { readUser } from '../store/users.ts';

const batch = 50;
/** Notes that one run looks at; a scheduled run goes on where it ended. */
const mostARun = 2_000;

/**
 * Brings the writings of everyone whose ban includes them out of sight, and those of everyone whose ban was taken back
 * into sight again. May end at any moment and run twice: it compares what is with what should be, and does the rest.
 * Gives the last revision that it raised, or null.
 */
export async function sweep(redis: Redis): Promise<{ revision: number | null; uuids: string[] }> {
  const done = { revision: null as number | null, uuids: [] as string[] };
  let looked = 0;
  for (const { userId, since } of await pendingSweeps(redis)) {
    const user = await readUser(redis, userId);
    let cursor: string | undefined;
    let overtaken = false;
    do {
      const page = await listNotes(redis, {
        author: userId,
        includePrivate: true,
        limit: batch,
        ...(cursor === undefined ? {} : { cursor }),
      });
      for (const note of page.notes) {
        const next = user && agreeing(note, user);
        const replaced = next && (await replaceNote(redis, next));
        overtaken ||= replaced?.ok === false && replaced.reason === 'stale';
        if (!replaced?.ok) continue;
        done.revision = replaced.revision ?? done.revision;
        done.uuids.push(note.uuid);
      }
      looked += page.notes.length;
      if (looked >= mostARun) return done;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    if (!overtaken) await endSweep(redis, userId, since);
  }
  return done;
}

/** The next revision of a note that does not agree with its author's standing; undefined for one that does. */
function agreeing({ hidden, ...note }: Note, { standing }: User): Note | undefined {
  const next = { ...note, rev: note.rev + 1 };
  if (standing?.kind === 'banned' && standing.writings) {
    const { reason, at, action } = standing;
    return hidden ? undefined : { ...next, hidden: { kind: 'with-author', reason, at, action } };
  }
  return hidden?.kind === 'with-author' ? next : undefined;
}
