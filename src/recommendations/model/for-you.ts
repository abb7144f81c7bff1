import { z } from 'zod';
import { Counts } from '../../notes/model/note.ts';

/**
 * Why a note is shown to somebody. What they saved, read, voted for or discuss is a note; what they follow is a person or
 * a tag; what they asked for more of is any of these. Where nothing of theirs tells, `liked` is what readers voted for, saved
 * or discussed, `new` what is new and `quiet` what is not, of which nobody has said anything yet.
 */
export const Why = z.enum(['saved', 'read', 'voted', 'thread', 'follow', 'more', 'liked', 'new', 'quiet']);
export type Why = z.infer<typeof Why>;

/** `id` is a note's uuid, a user id or a tag, by `kind`; empty for what everyone likes. */
export const Reason = z.object({
  why: Why,
  kind: z.enum(['note', 'person', 'tag', 'everyone']),
  id: z.string(),
  name: z.string(),
  path: z.string().nullable(),
});
export type Reason = z.infer<typeof Reason>;

/** A note that was chosen for somebody, as its card shows it, and why. */
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
  reasons: z.array(Reason),
});
export type ForYouNote = z.infer<typeof ForYouNote>;

/** Whether somebody wants the best of the week by mail. */
export const WeeklySetting = z.strictObject({ weekly: z.boolean() });
export type WeeklySetting = z.infer<typeof WeeklySetting>;

/** The notes chosen for somebody, best first. `known`: how many things tell what they like; at 0, everyone gets the same. */
export const ForYouPage = z.object({ notes: z.array(ForYouNote), known: z.int().nonnegative() });
export type ForYouPage = z.infer<typeof ForYouPage>;

const noteWords: Partial<Record<Why, string>> = {
  saved: 'you saved',
  read: 'you read',
  voted: 'you voted for',
  thread: 'you follow the thread of',
  more: 'you asked for more like',
};

const everyoneWords: Partial<Record<Why, string>> = {
  liked: 'Readers liked, saved or discussed it',
  new: 'New here',
  quiet: 'Nobody has voted for it yet',
};

/** What stands before the name of a reason: `Because you saved`. Where no name follows it says all there is to say. */
export function becauseOf({ why, kind }: Pick<Reason, 'why' | 'kind'>): string {
  const everyone = everyoneWords[why];
  if (everyone !== undefined) return everyone;
  if (why === 'follow') return 'Because you follow';
  if (kind === 'note') return `Because ${noteWords[why] ?? 'you know'}`;
  return `Because you asked for more ${kind === 'tag' ? 'of' : 'by'}`;
}

/** A reason in one line, for mail: `Because you saved “On tea”`. */
export function reasonLine(reason: Reason): string {
  if (reason.kind === 'everyone') return becauseOf(reason);
  return `${becauseOf(reason)} ${reason.kind === 'note' ? `“${reason.name}”` : reason.name}`;
}

/** What a person may ask for more or less of: a tag, a person, or a note and what is like it. */
export const FeedbackKind = z.enum(['tag', 'person', 'note']);
export type FeedbackKind = z.infer<typeof FeedbackKind>;

export const FeedbackWay = z.enum(['more', 'less']);
export type FeedbackWay = z.infer<typeof FeedbackWay>;

/** What one of them is sent as. */
export const FeedbackChange = z.strictObject({ way: FeedbackWay });

/** Something that I asked for: `id` is a tag, a user id or a note's uuid; `since` ISO 8601. */
export const Feedback = z.object({
  kind: FeedbackKind,
  id: z.string(),
  way: FeedbackWay,
  name: z.string(),
  path: z.string().nullable(),
  since: z.iso.datetime(),
});
export type Feedback = z.infer<typeof Feedback>;

/** How many things one person may ask for more or less of. */
export const maxFeedback = 200;
