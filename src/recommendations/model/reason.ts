import { z } from 'zod';

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
