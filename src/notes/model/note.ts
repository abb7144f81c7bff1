import * as z from 'zod';
import { details, forEachDetail, Imported } from './details.ts';
import { limits, textTooLong } from '../../platform/model/limits.ts';
import { overBudget } from './markdown.ts';
import { cleanName } from '../../platform/model/name.ts';
import { plainText } from '../../platform/model/text/plain-text.ts';
import { PagePictures } from '../../pictures/model/picture.ts';
import { WrittenPoint } from './reading-aid.ts';
import { Tags } from '../../platform/model/tag.ts';
import { hiddenKinds, isPublicOrUnlisted, visibilities } from './note-access.ts';
import { slugOf } from '../../platform/model/url.ts';

/**
 * Why readers cannot find a note that its author has published. `held`: it is pending review; `refused`: a moderator
 * refused it after review; `hidden`: hidden by a moderator, its address answers 404; `removed`: hidden for good, its address
 * answers 410; `with-author`: everything by its author is hidden. `action` is the entry of the moderation log, null if a
 * rule decided.
 */
export const Hidden = z.object({
  kind: z.enum(hiddenKinds),
  reason: z.string(),
  at: z.iso.datetime(),
  action: z.string().nullable(),
});
export type Hidden = z.infer<typeof Hidden>;

/** Why a thread is locked: nobody may add to it. */
const Locked = z.object({ reason: z.string(), at: z.iso.datetime(), action: z.string() });
type Locked = z.infer<typeof Locked>;

/** The counts of a note: votes, people who saved it, and visible comments. */
export const Counts = z.object({
  votes: z.int().nonnegative(),
  saves: z.int().nonnegative(),
  comments: z.int().nonnegative(),
});
export type Counts = z.infer<typeof Counts>;

export const noCounts: Counts = { votes: 0, saves: 0, comments: 0 };

export const Visibility = z.enum(visibilities);
export type Visibility = z.infer<typeof Visibility>;

/** Titles are often pasted from pages that contain soft hyphens and the like. These are removed without an error. */
const Title = z
  .string()
  .max(limits.title.max * limits.asTyped, `A title has at most ${limits.title.max} characters.`)
  .transform(cleanName)
  .pipe(
    z
      .string()
      .min(limits.title.min, 'Give the note a title.')
      .max(limits.title.max, `A title has at most ${limits.title.max} characters.`),
  );

const Body = z
  .string()
  // A UTF-16 unit takes at most three bytes, so a short text need not be encoded.
  .refine((body) => body.length * 3 <= limits.bodyBytes || new TextEncoder().encode(body).length <= limits.bodyBytes, {
    error: textTooLong,
  })
  .check(({ value, issues }) => {
    const message = overBudget(value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: value });
  })
  .transform(plainText);

const LinkUrl = z
  .url({ protocol: /^https?$/, error: 'Give a whole address that begins with http:// or https://.' })
  .max(limits.url.max, `An address has at most ${limits.url.max} characters.`);

const sentDetails = forEachDetail((name) => {
  const { pattern, wrong, max, tooLong } = details[name];
  return z.string().regex(pattern, wrong).max(max, tooLong).nullish();
});

/** Whether the author forbids language models to read the note, even if it is public. */
const NoModel = z.boolean().optional();

/** What a person sends to create a note. */
export const NewNote = z.strictObject({
  title: Title,
  body: Body.default(''),
  url: LinkUrl.nullish(),
  tags: Tags.default([]),
  visibility: Visibility.default('public'),
  ...sentDetails,
  noModel: NoModel,
});
export type NewNote = z.infer<typeof NewNote>;

/** What a person sends to change a note: the revision that was read, and only the fields that change. */
export const NotePatch = z.strictObject({
  rev: z.int().positive('Send the revision that was read.'),
  title: Title.optional(),
  body: Body.optional(),
  url: LinkUrl.nullish(),
  tags: Tags.optional(),
  visibility: Visibility.optional(),
  ...sentDetails,
  noModel: NoModel,
});
export type NotePatch = z.infer<typeof NotePatch>;

/** A note as it is stored and served. Times are ISO 8601 in UTC; `publishedAt` is set once, when it first becomes public or unlisted. */
export const Note = z.object({
  uuid: z.uuid(),
  rev: z.int().positive(),
  authorId: z.string(),
  kind: z.enum(['link', 'text']),
  url: z.string().nullable(),
  title: z.string(),
  slug: z.string(),
  body: z.string(),
  tags: z.array(z.string()),
  visibility: Visibility,
  ...forEachDetail(() => z.string().nullable().default(null)),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
  /** Present while readers cannot find it, whatever its visibility. */
  hidden: Hidden.optional(),
  /** Present while nobody may add to its thread. */
  locked: Locked.optional(),
  /** Present if its author forbids models to read it. */
  noModel: z.literal(true).optional(),
  /** Key points that a model wrote about exactly this title and text. */
  points: z.array(WrittenPoint).optional(),
  /** Present if the page it links to was captured and has pictures. */
  pictures: PagePictures.optional(),
});
export type Note = z.infer<typeof Note>;

/**
 * A note as only its author sees it: with the imported fields that have no counterpart here. They are stored apart from the
 * note, so that code which reads notes for others cannot show them.
 */
export const OwnNote = Note.extend({ imported: Imported.optional() });
export type OwnNote = z.infer<typeof OwnNote>;

/** A note that links to another, as it is shown there: its title, its address and the name of its author. */
export const Mention = z.object({ title: z.string(), path: z.string(), by: z.string() });
export type Mention = z.infer<typeof Mention>;

/** The remains of a deleted note, so that its address answers 410. */
export const DeletedNote = z.object({
  uuid: z.uuid(),
  rev: z.int().positive(),
  authorId: z.string(),
  deletedAt: z.iso.datetime(),
  /** Present while its author can bring it back from the bin. */
  binned: z.literal(true).optional(),
});
export type DeletedNote = z.infer<typeof DeletedNote>;

/** The first revision of a note. `now` is when it is written. */
export function noteFrom(draft: NewNote, by: { uuid: string; authorId: string; now: Date }): Note {
  const at = by.now.toISOString();
  return {
    uuid: by.uuid,
    rev: 1,
    authorId: by.authorId,
    kind: draft.url ? 'link' : 'text',
    url: draft.url ?? null,
    title: draft.title,
    slug: slugOf(draft.title),
    body: draft.body,
    tags: draft.tags,
    visibility: draft.visibility,
    ...forEachDetail((name) => draft[name] ?? null),
    createdAt: at,
    updatedAt: at,
    publishedAt: isPublicOrUnlisted(draft) ? at : null,
    ...(draft.noModel && { noModel: true }),
  };
}

/** The next revision: fields left out of the patch stay, null clears the ones that may be empty. */
export function changedNote(
  { points, pictures, noModel: hadNoModel, ...note }: Note,
  patch: NotePatch,
  now: Date,
): Note {
  const url = patch.url === undefined ? note.url : patch.url;
  const title = patch.title ?? note.title;
  const body = patch.body ?? note.body;
  const visibility = patch.visibility ?? note.visibility;
  const noModel = patch.noModel ?? hadNoModel;
  // Key points are only valid for the text that the model was given.
  const pointsStillHold = points && !noModel && title === note.title && body === note.body;
  const at = now.toISOString();
  return {
    ...note,
    rev: note.rev + 1,
    kind: url ? 'link' : 'text',
    url,
    title,
    slug: slugOf(title),
    body,
    tags: patch.tags ?? note.tags,
    visibility,
    ...forEachDetail((name) => (patch[name] === undefined ? note[name] : patch[name])),
    updatedAt: at,
    publishedAt: note.publishedAt ?? (isPublicOrUnlisted({ visibility }) ? at : null),
    ...(noModel && { noModel }),
    ...(pointsStillHold && { points }),
    ...(pictures && url === note.url && { pictures }),
  };
}
