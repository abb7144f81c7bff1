import * as z from 'zod';
import { limits } from '../../platform/model/limits.ts';
import { forEachDetail } from '../../notes/model/details.ts';
import { Visibility } from '../../notes/model/note.ts';

const { drafts } = limits;

/** The fields of the form of a note while it is written: anything that can be typed, finished or not. */
export const DraftFields = z.strictObject({
  title: z.string().max(drafts.line),
  url: z.string().max(drafts.line),
  body: z.string().refine((body) => new TextEncoder().encode(body).length <= drafts.bodyBytes, {
    error: `A draft holds at most ${drafts.bodyBytes / 1024} KB of text.`,
  }),
  tags: z.array(z.string().max(limits.tags.length)).max(limits.tags.count),
  /** A tag that is still being typed. */
  tagText: z.string().max(drafts.line),
  visibility: Visibility,
  ...forEachDetail(() => z.string().max(drafts.line).nullable().default(null)),
  noModel: z.boolean().optional(),
});
export type DraftFields = z.infer<typeof DraftFields>;

/** The id of a draft: the note's uuid or, for a new note, an id that the page made. Never purely numeric. */
export const DraftId = z
  .string()
  .regex(/^(?:new-[a-z0-9-]{8,40}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, 'This is no id of a draft.');

/** What a page sends: `version` is the version that the draft is based on, 0 for a new one. */
export const DraftWrite = z.strictObject({
  version: z.int().nonnegative().max(limits.whole),
  fields: DraftFields,
  /** The revision of the note that this changes; missing for a new note. */
  rev: z.int().positive().optional(),
});
export type DraftWrite = z.infer<typeof DraftWrite>;

/** How many renamings of tags a draft remembers while nobody types in it. */
export const maxTagRenames = 10;

/** An unsaved draft on the server. `version` increases by one with each write. */
export const StoredDraft = DraftWrite.extend({
  id: DraftId,
  version: z.int().positive(),
  savedAt: z.iso.datetime(),
  /** Versions since the last one that was typed, with their tags: later ones differ only by renamed tags. */
  renamed: z
    .array(z.object({ version: z.int().positive(), tags: DraftFields.shape.tags }))
    .max(maxTagRenames)
    .optional(),
});
export type StoredDraft = z.infer<typeof StoredDraft>;

/** The version up to which a draft is discarded; any version if it is missing. */
export const DraftVersion = z.strictObject({
  version: z.coerce.number().int().nonnegative().max(limits.whole).optional(),
});
