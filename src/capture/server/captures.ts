import { isDeepStrictEqual } from 'node:util';
import type { PictureKind } from '../../pictures/model/addresses.ts';
import { PagePictures } from '../../pictures/model/picture.ts';
import { keepPicture, type StoredPicture } from '../../pictures/server/pictures.ts';
import { log } from '../../platform/server/log.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { captureRequestOptions, type CaptureOptions, type PictureAddresses, capturePage } from './capture-page.ts';
import { get, type GetOptions } from './get.ts';
import * as z from 'zod';
import { CaptureFailure, NoCopy, PageFacts } from '../model/capture.ts';
import { paths } from '../../platform/model/paths.ts';
import { addressOf } from '../../notes/model/note-access.ts';
import { Visibility } from '../../notes/model/note.ts';
import { addStored } from '../../people/server/storage.ts';
import { linkedNote, shownFacts, type Found, type OwnCopy } from './copies.ts';
import { keepCaptured, putCopy } from './store/copies.ts';
import { holdPictures, storePagePictures, namesIn } from '../../pictures/server/picture-holders.ts';
import { linkDigest, putPictures, notesOfLink, type LinkNote } from '../../notes/server/notes.ts';
import { withTimeout } from '../../platform/server/timeout.ts';

/** Pictures are worth less than an answer: those that are late are left out. */
const limits = { ms: 5000, bytes: { icon: 512 * 1024, lead: 5 * 1024 * 1024, avatar: 0, text: 0 } };

/** Fetches and stores the pictures of a page that was read; undefined if it has none. Never throws. */
async function fetchPictures(
  redis: Redis,
  { icons, lead: leadAddress }: PictureAddresses,
  options: CaptureOptions,
): Promise<PagePictures | undefined> {
  const signal = AbortSignal.timeout(limits.ms);
  const fetched = async (kind: PictureKind, addresses: readonly string[]): Promise<StoredPicture | undefined> => {
    for (const address of addresses) {
      const bytes = await bytesAt(address, {
        ...captureRequestOptions(options),
        signal,
        maxBytes: limits.bytes[kind],
        accept,
      });
      const stored = bytes && (await keepPicture(redis, kind, bytes, options.now));
      if (stored) return stored;
    }
    return undefined;
  };
  try {
    const both = Promise.all([fetched('icon', icons), fetched('lead', leadAddress ? [leadAddress] : [])]);
    // Decoding waits for its turn, which may be late. A picture stored after that is deleted again, since nothing shows it.
    const [icon, lead] = await withTimeout(limits.ms, both);
    if (!icon && !lead) return undefined;
    return {
      bytes: (icon?.bytes ?? 0) + (lead?.bytes ?? 0),
      ...(icon && { icon: icon.name }),
      ...(lead && { lead: { name: lead.name, width: lead.width, height: lead.height } }),
    };
  } catch (error) {
    log('warn', 'the pictures of a page could not be kept', { error: String(error) });
    return undefined;
  }
}

/** Requests only what can be decoded; the answer is checked all the same. */
const accept = 'image/webp, image/png, image/jpeg, image/gif, image/avif, image/x-icon, image/*;q=0.1';

async function bytesAt(address: string, options: GetOptions): Promise<Uint8Array | undefined> {
  const answer = await get(address, options);
  if (!answer.ok || answer.status !== 200) return undefined;
  const body = await answer.read();
  return body.ok && body.bytes.length > 0 ? body.bytes : undefined;
}

/**
 * `revision`: that of the change log, if readers see other pictures than before. `grown`: by how many bytes the storage
 * has grown.
 */
type CopyRenewed =
  | { ok: true; own: OwnCopy; revision: number | null; grown: number }
  | { ok: false; reason: 'no-note' | CaptureFailure | NoCopy };

/**
 * Reads the page of a note, `found`, again. If there is no new copy or picture, the old one stays. With `replaces` false, a
 * copy that the note has by then stays as well.
 */
export async function renewCopy(
  redis: Redis,
  found: Found,
  userId: string,
  options: CaptureOptions,
  { replaces = true } = {},
): Promise<CopyRenewed> {
  const note = linkedNote(found, userId);
  if (!note) return { ok: false, reason: 'no-note' };
  const { uuid } = note;
  const captured = await capturePage(note.url, options);
  if (!captured.ok) return captured;
  const { copy } = captured;
  if (typeof copy === 'string') return { ok: false, reason: copy };
  const done = await putCopy(redis, note, copy, { replaces });
  if (!done) return { ok: false, reason: 'no-note' };
  const fetched = await fetchPictures(redis, captured.pictures, options);
  if (fetched) await holdPictures(redis, namesIn(fetched), `note:${uuid}`);
  const shown = shownFacts(fetched ?? note.pictures, copy.facts, copy.minutes);
  const isNew = !isDeepStrictEqual(shown, note.pictures);
  const revision = isNew ? await putPictures(redis, uuid, shown, note.url) : null;
  const grown = done.grown + shown.bytes - (note.pictures?.bytes ?? 0);
  return {
    ok: true,
    own: { uuid, title: note.title, link: note.url, copy, former: done.former },
    revision,
    grown,
  };
}

/** The request to read a page. */
export const CaptureRequest = z.strictObject({
  url: z
    .string()
    .trim()
    .max(2048, 'An address has at most 2048 characters.')
    .regex(/^https?:\/\/./i, 'Give a whole address that begins with http:// or https://.'),
});

/** An earlier note about this link. */
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
  /** Null if the page could not be read; `failure` says why. */
  page: PageFacts.extend({
    text: z.string(),
    minutes: z.int().positive().nullable(),
    /** The stored pictures, which become part of the note that is saved. */
    pictures: PagePictures.optional(),
  }).nullable(),
  failure: CaptureFailure.nullable(),
  /** `kept`: the note that is saved with this link within a day gets an archived copy. */
  copy: z.union([z.literal('kept'), NoCopy]).nullable(),
  before: z.object({ everyones: z.array(Before), own: z.array(Before) }),
});
export type CaptureAnswer = z.infer<typeof CaptureAnswer>;

const beforeLimit = 3;

/** Reads a page for a person, keeps its copy for their coming note, and returns who saved the link before. */
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
  const earlier = {
    everyones: before.everyones.filter(({ note }) => note.authorId !== userId).map(beforeOf),
    own: before.own.map(beforeOf),
  };
  if (!captured.ok) return { url, page: null, failure: captured.reason, copy: null, before: earlier };
  const { facts, text, copy } = captured;
  const kept = typeof copy !== 'string';
  // The copy first, since pictures may take their time.
  const bytes = kept ? await keepCaptured(redis, userId, url, copy) : 0;
  const pictures = await fetchPictures(redis, captured.pictures, options);
  const digest = linkDigest(url);
  const shown = shownFacts(pictures, facts, kept ? copy.minutes : undefined);
  if (digest !== undefined) await storePagePictures(redis, userId, digest, shown);
  if (kept || pictures) await addStored(userId, bytes + (pictures?.bytes ?? 0), options.now);
  const page = { ...facts, text, minutes: kept ? copy.minutes : null, ...(pictures && { pictures }) };
  return { url, page, failure: null, copy: kept ? 'kept' : copy, before: earlier };
}

function beforeOf({ note, author, comments }: LinkNote): Before {
  const { handle, name } = author;
  const path = comments > 0 ? `${paths.note(note)}#thread` : addressOf(note);
  return { title: note.title, path, author: { handle, name }, comments, visibility: note.visibility };
}
