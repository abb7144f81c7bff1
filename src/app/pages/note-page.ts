import { validate as isUuid } from 'uuid';
import { isPublished } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import type { PublishedNote } from '../../reading/model/content.ts';
import { openNote } from '../../notes/server/open-note.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readTops } from '../../discussion/server/store/threads.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';

/** What a note's address answers to this visitor. `shared`: the answer is the same for everyone. */
export type NotePage =
  | { status: 200; entry: PublishedNote; shared: boolean }
  | { status: 301; location: string; shared: boolean }
  | { status: 404 }
  | { status: 410 };

/**
 * Decides what `/note/detail/{uuid}/{title}` answers when no file does. Who is asking is looked up only for notes
 * that not everyone may read, and a note that the visitor may not read is as unknown as one that never was.
 */
export async function notePage(
  redis: Redis,
  address: { uuid: string; title: string | undefined },
  visitorId: () => Promise<string | undefined>,
): Promise<NotePage> {
  if (!isUuid(address.uuid)) return { status: 404 };
  const opened = await openNote(redis, address.uuid.toLowerCase(), visitorId);
  if (!opened.ok) return { status: opened.reason === 'deleted' ? 410 : 404 };
  const { note, author } = opened;
  const shared = isPublished(note);
  if (address.uuid !== note.uuid || address.title !== note.slug)
    return { status: 301, location: paths.note(note), shared };
  const [top] = shared ? await readTops(redis, [note.uuid]) : [];
  return { status: 200, entry: await publishedNote(note, author, top), shared };
}
