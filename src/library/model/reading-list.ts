import { PagePictures } from '../../pictures/model/picture.ts';
import * as z from 'zod';
import { paths } from '../../platform/model/paths.ts';

/** The state of a saved note in the reading list. */
export const ReadingState = z.enum(['toread', 'reading', 'archived']);
export type ReadingState = z.infer<typeof ReadingState>;

/** When a note was saved, and when it was moved last. */
const ReadingTimes = z.strictObject({ savedAt: z.iso.datetime(), changedAt: z.iso.datetime() });

/**
 * What a person sends to save a note, to move it in the reading list, or to star it. Fields that are left out stay
 * unchanged; without a star, a new note is `toread`.
 */
export const ReadingChange = z.strictObject({
  /** Null removes it from the reading list. */
  state: ReadingState.nullable().optional(),
  /** How far it was read, from 0 to 1. */
  progress: z.number().min(0).max(1).optional(),
  /** Whether it has a star, in the reading list or not. */
  favourite: z.boolean().optional(),
  /** When it was saved and moved, if an undo puts it back where it was; by default now. */
  times: ReadingTimes.optional(),
});
export type ReadingChange = z.infer<typeof ReadingChange>;

/** A note's place in a reading list. `state`: null if it is in none and only has a star. */
export const ReadingPlace = z.object({
  state: ReadingState.nullable(),
  progress: z.number().min(0).max(1),
  favourite: z.boolean(),
});
export type ReadingPlace = z.infer<typeof ReadingPlace>;

/** A former place of a note, with everything that an undo needs to restore it. */
export const ReadingPlaceThen = ReadingPlace.extend({ times: ReadingTimes });
export type ReadingPlaceThen = z.infer<typeof ReadingPlaceThen>;

/** A place with the time of its last change, in milliseconds. */
export const DatedPlace = ReadingPlace.extend({ changedAt: z.number() });
export type DatedPlace = z.infer<typeof DatedPlace>;

/**
 * The answer to saving, starring or removing a note. `saved`: whether it is in the reading list; `saves`: how many people
 * have it in their lists or starred it; `was`: its former place, if any.
 */
const Answered = z.object({ saves: z.int().nonnegative(), was: ReadingPlaceThen.optional() });
export const SavedAnswer = z.discriminatedUnion('saved', [
  Answered.extend({ ...ReadingPlace.shape, saved: z.literal(true), state: ReadingState }),
  Answered.extend({ saved: z.literal(false), favourite: ReadingPlace.shape.favourite }),
]);
export type SavedAnswer = z.infer<typeof SavedAnswer>;

/**
 * A saved note as the reading list shows it. `copy`: the article's own details, if a copy of it was kept; `minutes`: the
 * reading time of that copy, else of the note; `changedAt`: when it was saved or moved.
 */
export const ReadingItem = z.object({
  uuid: z.uuid(),
  title: z.string(),
  path: z.string(),
  url: z.string().nullable(),
  excerpt: z.string(),
  minutes: z.int().positive(),
  copy: z.object({ title: z.string(), author: z.string(), site: z.string() }).nullable(),
  author: z.object({ handle: z.string(), name: z.string() }),
  progress: z.number().min(0).max(1),
  favourite: z.boolean(),
  changedAt: z.iso.datetime(),
  pictures: PagePictures.optional(),
});
export type ReadingItem = z.infer<typeof ReadingItem>;

/** Where to read it: the copy of the linked page if there is one, else the note. */
export const readAddressOf = ({ uuid, path, copy }: ReadingItem): string => (copy ? paths.copy(uuid) : path);

/** What to read next, and why: `begun` is the begun note with the least left, `short` the shortest unread one. */
export type NextUp = { item: ReadingItem; why: 'begun' | 'short' };

/** The begun note with the least left to read; else the shortest of several unread ones, the oldest first if equally short. */
export function nextToRead(begun: readonly ReadingItem[], waiting: readonly ReadingItem[]): NextUp | undefined {
  const left = ({ minutes, progress }: ReadingItem) => minutes * (1 - progress);
  const [item] = begun.filter(({ progress }) => progress < 1).sort((one, other) => left(one) - left(other));
  if (item) return { item, why: 'begun' };
  const [short] = waiting.toSorted(
    (one, other) => one.minutes - other.minutes || one.changedAt.localeCompare(other.changedAt),
  );
  return short && waiting.length > 1 ? { item: short, why: 'short' } : undefined;
}
