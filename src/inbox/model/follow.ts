import { z } from 'zod';
import { Tag, withParents } from '../../platform/model/tag.ts';

/** What can be followed: a person, a tag, the thread under a note, or a public collection. */
export const FollowKind = z.enum(['person', 'tag', 'thread', 'collection']);
export type FollowKind = z.infer<typeof FollowKind>;

/** What can be muted: a person, a tag, or a site by its host. */
export const MuteKind = z.enum(['person', 'tag', 'site']);
export type MuteKind = z.infer<typeof MuteKind>;

/** Something that I follow or mute: `id` is a user id, a tag, a note's uuid or a host; `since` ISO 8601. */
const chosen = { id: z.string(), name: z.string(), path: z.string().nullable(), since: z.iso.datetime() };
export const Follow = z.object({ kind: FollowKind, ...chosen });
export type Follow = z.infer<typeof Follow>;
/** `handle`: a muted person's, by which their writing is recognised in a page. */
export const Mute = z.object({ kind: MuteKind, ...chosen, handle: z.string().optional() });
export type Mute = z.infer<typeof Mute>;

/** How both are stored: what is followed or muted as one word. */
export function sourceName(kind: FollowKind | MuteKind, id: string): string {
  return `${kind}:${id}`;
}

/** A site as it is muted: the host of an address or a host as typed, without `www.`; undefined for what is neither. */
export function siteOf(text: string): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname } = new URL(address);
  return hostname.includes('.') ? hostname.replace(/^www\./, '') : undefined;
}

/** A tag as it is followed, or undefined for what is no tag. */
export function tagOf(text: string): string | undefined {
  const tag = Tag.safeParse(text);
  return tag.success ? tag.data : undefined;
}

/** What a note is about, as the words that a mute may hold: its author, its tags and its site. */
export function mutableParts(note: { authorId: string; tags: readonly string[]; url: string | null }): string[] {
  const site = note.url === null ? undefined : siteOf(note.url);
  return [
    sourceName('person', note.authorId),
    ...withParents(note.tags).map((tag) => sourceName('tag', tag)),
    ...(site === undefined ? [] : [sourceName('site', site)]),
  ];
}

/** How many things one person may follow, and how many they may mute. */
export const followLimits = { follows: 1000, mutes: 1000 } as const;

/**
 * Up to this many followers, a note is written into the inbox of each one; above, it stands in its author's (tag's,
 * thread's) own list, and a follower's inbox takes it from there when it is opened. See docs/decisions/0033-fan-out-up-to-200.md.
 */
export const fanOutLine = 200;
