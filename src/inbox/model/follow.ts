import * as z from 'zod';
import { Tag, withParents } from '../../platform/model/tag.ts';

/** What can be followed: a person, a tag, the thread under a note, or a public collection. */
export const FollowKind = z.enum(['person', 'tag', 'thread', 'collection']);
export type FollowKind = z.infer<typeof FollowKind>;

/** What can be muted: a person, a tag, or a site by its host. */
export const MuteKind = z.enum(['person', 'tag', 'site']);
export type MuteKind = z.infer<typeof MuteKind>;

/** Something that a person follows or mutes: `id` is a user id, a tag, a note's uuid or a host; `since` ISO 8601. */
const chosen = { id: z.string(), name: z.string(), path: z.string().nullable(), since: z.iso.datetime() };
export const Follow = z.object({ kind: FollowKind, ...chosen });
export type Follow = z.infer<typeof Follow>;
/** `handle`: that of a muted person, by which a page recognises what they wrote. */
export const Mute = z.object({ kind: MuteKind, ...chosen, handle: z.string().optional() });
export type Mute = z.infer<typeof Mute>;

/** The stored name of something followed or muted: `person:…`, `tag:…` and so on. */
export function sourceName(kind: FollowKind | MuteKind, id: string): string {
  return `${kind}:${id}`;
}

/** The host to mute, without `www.`, from an address or a host as typed; undefined for anything else. */
export function siteOf(text: string): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname } = new URL(address);
  return hostname.includes('.') ? hostname.replace(/^www\./, '') : undefined;
}

/** The tag to follow; undefined if the text is not a tag. */
export function tagOf(text: string): string | undefined {
  const tag = Tag.safeParse(text);
  return tag.success ? tag.data : undefined;
}

/** The names of everything about a note that can be muted: its author, its tags and its site. */
export function mutableParts(note: { authorId: string; tags: readonly string[]; url: string | null }): string[] {
  const site = note.url === null ? undefined : siteOf(note.url);
  return [
    sourceName('person', note.authorId),
    ...withParents(note.tags).map((tag) => sourceName('tag', tag)),
    ...(site === undefined ? [] : [sourceName('site', site)]),
  ];
}

/** The maximum numbers of things that a person may follow and mute. */
export const followLimits = { follows: 1000, mutes: 1000 } as const;

/**
 * Up to this many followers, a note is written into every follower's inbox. If there are more, it is only in the list of its
 * author, tag or thread, and an inbox pulls it from there when it is opened. See docs/decisions/0033-fan-out-up-to-200.md.
 */
export const fanOutLine = 200;
