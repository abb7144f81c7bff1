import * as z from 'zod';
import { Counts } from '../../notes/model/note.ts';
import { PagePictures } from '../../pictures/model/picture.ts';

/**
 * Why a note is recommended. `saved`, `read`, `voted` and `thread` refer to a note, `follow` to a person or a tag, and `more`
 * to any of these. Without such a reason, `liked` is a note that readers voted for, saved or discussed; `new` and `quiet` are
 * notes without any of that, recent and older ones.
 */
export const ReasonKind = z.enum(['saved', 'read', 'voted', 'thread', 'follow', 'more', 'liked', 'new', 'quiet']);
export type ReasonKind = z.infer<typeof ReasonKind>;

/** `id` is a note's uuid, a user id or a tag, depending on `kind`; empty for `everyone`. */
export const Reason = z.object({
  why: ReasonKind,
  kind: z.enum(['note', 'person', 'tag', 'everyone']),
  id: z.string(),
  name: z.string(),
  path: z.string().nullable(),
});
export type Reason = z.infer<typeof Reason>;

/** A recommended note, as its card shows it, with the reasons. */
export const ForYouNote = z.object({
  uuid: z.uuid(),
  title: z.string(),
  path: z.string(),
  url: z.string().nullable(),
  excerpt: z.string(),
  minutes: z.int().positive(),
  tags: z.array(z.string()),
  author: z.object({ id: z.string(), handle: z.string(), name: z.string() }),
  publishedAt: z.iso.datetime(),
  counts: Counts,
  pictures: PagePictures.optional(),
  reasons: z.array(Reason),
});
export type ForYouNote = z.infer<typeof ForYouNote>;

/** Whether a person gets the weekly mail. */
export const WeeklySetting = z.strictObject({ weekly: z.boolean() });
export type WeeklySetting = z.infer<typeof WeeklySetting>;

/** A person's recommended notes, best first. `known`: how many things show what they like; at 0, everyone gets the same. */
export const ForYouPage = z.object({ notes: z.array(ForYouNote), known: z.int().nonnegative() });
export type ForYouPage = z.infer<typeof ForYouPage>;

const noteWords: Partial<Record<ReasonKind, string>> = {
  saved: 'you saved',
  read: 'you read',
  voted: 'you voted for',
  thread: 'you follow the thread of',
  more: 'you asked for more like',
};

const everyoneWords: Partial<Record<ReasonKind, string>> = {
  liked: 'Readers liked, saved or discussed it',
  new: 'New here',
  quiet: 'Nobody has voted for it yet',
};

/** The words before the name of a reason: `Because you saved`. A reason for everyone has no name, and is complete. */
export function reasonPrefix({ why, kind }: Pick<Reason, 'why' | 'kind'>): string {
  const everyone = everyoneWords[why];
  if (everyone !== undefined) return everyone;
  if (why === 'follow') return 'Because you follow';
  if (kind === 'note') return `Because ${noteWords[why] ?? 'you know'}`;
  return `Because you asked for more ${kind === 'tag' ? 'of' : 'by'}`;
}

/** A reason in one line, for mail: `Because you saved “On tea”`. */
export function reasonLine(reason: Reason): string {
  if (reason.kind === 'everyone') return reasonPrefix(reason);
  return `${reasonPrefix(reason)} ${reason.kind === 'note' ? `“${reason.name}”` : reason.name}`;
}

/** What people may ask for more or less of: a tag, a person, or a note and similar ones. */
export const FeedbackKind = z.enum(['tag', 'person', 'note']);
export type FeedbackKind = z.infer<typeof FeedbackKind>;

export const FeedbackWay = z.enum(['more', 'less']);
export type FeedbackWay = z.infer<typeof FeedbackWay>;

/** The body of a feedback call. */
export const FeedbackChange = z.strictObject({ way: FeedbackWay });

/** One feedback of a person: `id` is a tag, a user id or a note's uuid; `since` ISO 8601. */
export const Feedback = z.object({
  kind: FeedbackKind,
  id: z.string(),
  way: FeedbackWay,
  name: z.string(),
  path: z.string().nullable(),
  since: z.iso.datetime(),
});
export type Feedback = z.infer<typeof Feedback>;

/** How many things a person may ask for more or less of. */
export const maxFeedback = 200;
