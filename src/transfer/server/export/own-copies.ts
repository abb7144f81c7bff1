import type { Copy } from '../../../capture/model/capture.ts';
import { inTextOrder, type Highlight } from '../../../library/model/highlight.ts';
import type { OwnNote } from '../../../notes/model/note.ts';
import { readCopy, withCopies } from '../../../capture/server/copy-store.ts';
import { readHighlights } from '../../../library/server/store/highlights.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { ownNotePages } from './own-notes.ts';

/**
 * A note with how many comments readers see under it, the copy of the page that it is about, and what was highlighted
 * there, in the order of the text. Highlights that came by themselves may be there before a copy is.
 */
export type KeptNote = { note: OwnNote; comments: number; copy?: Copy; highlights: Highlight[] };

/** All that a person wrote, newest first, with their copies: one is held at a time. */
export async function* keptNotes(redis: Redis, userId: string): AsyncGenerator<KeptNote, void> {
  for await (const page of ownNotePages(redis, userId)) {
    const linked = page.flatMap(({ note }) => (note.url === null ? [] : [note.uuid]));
    const copied = await withCopies(redis, linked);
    for (const own of page) {
      if (copied.has(own.note.uuid)) yield { ...own, ...(await keptOf(redis, own.note.uuid, userId)) };
      else yield { ...own, highlights: [] };
    }
  }
}

async function keptOf(redis: Redis, uuid: string, userId: string): Promise<Omit<KeptNote, 'note' | 'comments'>> {
  const [copy, read] = await Promise.all([readCopy(redis, uuid), readHighlights(redis, uuid, userId)]);
  return { ...(copy ? { copy } : {}), highlights: inTextOrder(read?.highlights ?? []) };
}
