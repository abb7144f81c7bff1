import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Note } from '../../notes/model/note.ts';
import { putPictures, readNote } from '../../notes/server/notes.ts';
import type { PagePictures } from '../../pictures/model/picture.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { CaptureFailure, Copy, failureInWords, noCopyInWords, type NoCopy, type PageFacts } from '../model/capture.ts';
import { formerCopyAt, putFormerCopyBack, readCopy } from './store/copies.ts';

/** What the servers of other nouns read of copies, separate from what makes copies, whose packages only captures need. */
export { copyFactsOf, readCopies } from './store/copies.ts';
export { readCopy };
export { listWantedCopies, wantsCopies } from './store/wanted-copies.ts';

/**
 * What a note shows of its page. Braces are removed, since the script that puts it into a stored note finds its end by
 * them.
 */
export function shownFacts(
  pictures: PagePictures | undefined,
  { author }: Pick<PageFacts, 'author'>,
  minutes: number | undefined,
): PagePictures {
  const by = author.replace(/[{}]/g, '').trim();
  return { bytes: 0, ...pictures, ...(by && { author: by }), ...(minutes !== undefined && { minutes }) };
}

/** A person's copy of the page of their note. `former`: when the copy was made that it replaced and that can be restored. */
export const OwnCopy = z.object({
  uuid: z.uuid(),
  title: z.string(),
  link: z.string(),
  copy: Copy.nullable(),
  former: z.iso.datetime().nullable(),
});
export type OwnCopy = z.infer<typeof OwnCopy>;

export type Found = Awaited<ReturnType<typeof readNote>>;

/** A person's own note about a link; nobody else has copies of it. */
export function linkedNote(note: Found, userId: string): (Note & { url: string }) | undefined {
  if (!note || 'deletedAt' in note || note.authorId !== userId || note.url === null) return undefined;
  return { ...note, url: note.url };
}

async function readOwn(redis: Redis, uuid: string, userId: string) {
  const [found, copy, former] = await Promise.all([
    readNote(redis, uuid),
    readCopy(redis, uuid),
    formerCopyAt(redis, uuid),
  ]);
  const note = linkedNote(found, userId);
  return note && { note, own: { uuid, title: note.title, link: note.url, copy: copy ?? null, former } };
}

/** The copy of a note, for its author only. Undefined for anyone else, and for a note without a link. */
export async function ownCopy(redis: Redis, uuid: string, userId: string): Promise<OwnCopy | undefined> {
  return (await readOwn(redis, uuid, userId))?.own;
}

/**
 * Restores the former copy, which reading the page again or restoring another one replaced; the present one becomes the
 * former one. Without one, or one made at another time than `madeAt`, nothing changes. `revision`: that of the change log,
 * if readers see other details of the page than before. Undefined if the note is not theirs, or has no link.
 */
export async function restoreFormerCopy(
  redis: Redis,
  uuid: string,
  userId: string,
  madeAt?: string,
): Promise<{ own: OwnCopy; revision: number | null } | undefined> {
  const restored = await putFormerCopyBack(redis, { uuid, authorId: userId, madeAt });
  const found = await readOwn(redis, uuid, userId);
  if (!found) return undefined;
  const { note, own } = found;
  if (!restored || !own.copy) return { own, revision: null };
  // The other details of the page are those of the last reading, but its author and minutes come with the copy.
  const { author: _, minutes: __, ...pictures } = note.pictures ?? { bytes: 0 };
  const shown = shownFacts(pictures, own.copy.facts, own.copy.minutes);
  const isNew = !isDeepStrictEqual(shown, note.pictures);
  return { own, revision: isNew ? await putPictures(redis, uuid, shown, note.url) : null };
}

/** Why there is no copy to read, or no new one. */
export function copyProblem(reason: 'no-note' | CaptureFailure | NoCopy): HttpError {
  if (reason === 'no-note') {
    return new HttpError(404, 'Not Found', 'Only you can read your copies of pages, and this isn’t one of them.');
  }
  const failure = CaptureFailure.safeParse(reason);
  const why = failure.success ? failureInWords[failure.data] : noCopyInWords[reason as NoCopy];
  return new HttpError(422, 'Unprocessable Content', `${why} Nothing was changed.`);
}
