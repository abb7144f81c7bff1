import { z } from 'zod';
import { CaptureFailure, type NoCopy, Copy } from '../model/capture.ts';
import type { Note } from '../../notes/model/note.ts';
import { putCopy, readCopy } from './copy-store.ts';
import { readNote } from '../../notes/server/store/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { capturePage, type CaptureOptions } from './capture-page.ts';
import { failureInWords, noCopyInWords } from '../model/capture-words.ts';
import { HttpError } from '../../platform/server/http/problem.ts';

export const OwnCopy = z.object({ uuid: z.uuid(), title: z.string(), link: z.string(), copy: Copy.nullable() });
export type OwnCopy = z.infer<typeof OwnCopy>;

/** A person's own note about a link; nobody else has copies of it. */
async function linkedNote(redis: Redis, uuid: string, userId: string): Promise<(Note & { url: string }) | undefined> {
  const note = await readNote(redis, uuid);
  if (!note || 'deletedAt' in note || note.authorId !== userId || note.url === null) return undefined;
  return { ...note, url: note.url };
}

/** The archived copy of a note, for its author alone. Undefined for anyone else, and for a note without a link. */
export async function ownCopy(redis: Redis, uuid: string, userId: string): Promise<OwnCopy | undefined> {
  const [note, copy] = await Promise.all([linkedNote(redis, uuid, userId), readCopy(redis, uuid)]);
  return note && { uuid, title: note.title, link: note.url, copy: copy ?? null };
}

type CopyRenewed = { ok: true; own: OwnCopy } | { ok: false; reason: 'no-note' | CaptureFailure | NoCopy };

/** Reads the page of a note again. The copy before stays where there is no new one. */
export async function renewCopy(
  redis: Redis,
  uuid: string,
  userId: string,
  options: CaptureOptions,
): Promise<CopyRenewed> {
  const note = await linkedNote(redis, uuid, userId);
  if (!note) return { ok: false, reason: 'no-note' };
  const captured = await capturePage(note.url, options);
  if (!captured.ok) return captured;
  const { copy } = captured;
  if (typeof copy === 'string') return { ok: false, reason: copy };
  if (!(await putCopy(redis, note, copy))) return { ok: false, reason: 'no-note' };
  return { ok: true, own: { uuid, title: note.title, link: note.url, copy } };
}

/** Why there is no copy to read, or no new one. */
export function copyProblem(reason: 'no-note' | CaptureFailure | NoCopy): HttpError {
  if (reason === 'no-note') {
    return new HttpError(404, 'Not Found', 'Only you read copies of pages that you saved, and this is none of them.');
  }
  const failure = CaptureFailure.safeParse(reason);
  const why = failure.success ? failureInWords[failure.data].split(' The link')[0] : noCopyInWords[reason as NoCopy];
  return new HttpError(422, 'Unprocessable Content', `${why} What you have stays as it is.`);
}
