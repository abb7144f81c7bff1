import { validate as isUuid } from 'uuid';
import { isPublished, mayRead } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import type { PublishedNote } from '../../reading/model/content.ts';
import { readNoteWithAuthor } from '../../notes/server/store/notes.ts';
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
  const found = await readNoteWithAuthor(redis, address.uuid.toLowerCase());
  if (!found) return { status: 404 };
  if ('deleted' in found) return { status: 410 };
  const { note, author } = found;
  const shared = isPublished(note);
  if (!shared && !mayRead(note, await visitorId())) return { status: note.hidden?.kind === 'removed' ? 410 : 404 };
  if (address.uuid !== note.uuid || address.title !== note.slug)
    return { status: 301, location: paths.note(note), shared };
  const [top] = shared ? await readTops(redis, [note.uuid]) : [];
  return { status: 200, entry: await publishedNote(note, author, top), shared };
}
