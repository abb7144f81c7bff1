import { z } from 'zod';
import { CaptureFailure, NoCopy, PageFacts } from '../model/capture.ts';
import { paths } from '../../platform/model/paths.ts';
import { addressOf } from '../../notes/model/note-access.ts';
import { Visibility } from '../../notes/model/note.ts';
import { countStored } from '../../people/server/storage.ts';
import { keepCaptured } from './copy-store.ts';
import { notesOfLink, type LinkNote } from '../../notes/server/store/links.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { capturePage, type CaptureOptions } from './capture-page.ts';

/** What a person sends to have a page read. */
export const CaptureRequest = z.strictObject({
  url: z
    .string()
    .trim()
    .max(2048, 'An address has at most 2048 characters.')
    .regex(/^https?:\/\/./i, 'Give a whole address that begins with http:// or https://.'),
});

/** A note that was about this link before. */
const Before = z.object({
  title: z.string(),
  path: z.string(),
  author: z.object({ handle: z.string(), name: z.string() }),
  comments: z.int(),
  visibility: Visibility,
});
type Before = z.infer<typeof Before>;

export const CaptureAnswer = z.object({
  url: z.string(),
  /** Null where the page could not be read; `failure` says why. */
  page: PageFacts.extend({ text: z.string(), minutes: z.int().positive().nullable() }).nullable(),
  failure: CaptureFailure.nullable(),
  /** `kept`: the note that is saved with this link within a day has an archived copy. */
  copy: z.union([z.literal('kept'), NoCopy]).nullable(),
  before: z.object({ everyones: z.array(Before), own: z.array(Before) }),
});
export type CaptureAnswer = z.infer<typeof CaptureAnswer>;

const beforeLimit = 3;

/** Reads a page for a person, keeps its copy for the note to come, and tells who saved the link before. */
export async function captureFor(
  redis: Redis,
  userId: string,
  url: string,
  options: CaptureOptions,
): Promise<CaptureAnswer> {
  const [captured, before] = await Promise.all([
    capturePage(url, options),
    notesOfLink(redis, url, userId, beforeLimit),
  ]);
  const told = {
    everyones: before.everyones.filter(({ note }) => note.authorId !== userId).map(beforeOf),
    own: before.own.map(beforeOf),
  };
  if (!captured.ok) return { url, page: null, failure: captured.reason, copy: null, before: told };
  const { facts, text, copy } = captured;
  const kept = typeof copy !== 'string';
  if (kept) await countStored(userId, await keepCaptured(redis, userId, url, copy), options.now);
  const page = { ...facts, text, minutes: kept ? copy.minutes : null };
  return { url, page, failure: null, copy: kept ? 'kept' : copy, before: told };
}

function beforeOf({ note, author, comments }: LinkNote): Before {
  const { handle, name } = author;
  const path = comments > 0 ? `${paths.note(note)}#thread` : addressOf(note);
  return { title: note.title, path, author: { handle, name }, comments, visibility: note.visibility };
}
