import { paths } from '../../platform/model/paths.ts';
/** Who may read a note: its author (draft, private), anyone with the link (unlisted), everyone (public). */
export const visibilities = ['draft', 'private', 'unlisted', 'public'] as const;

/** Why readers cannot find a note that its author has published; `Hidden` explains each. */
export const hiddenKinds = ['held', 'refused', 'hidden', 'removed', 'with-author'] as const;
type HiddenKind = (typeof hiddenKinds)[number];

const words: Record<HiddenKind, string> = {
  held: 'Waiting for a moderator’s review: only you can read this until then',
  refused: 'Not published by a moderator: only you can read this',
  hidden: 'Hidden by a moderator: only you can read this',
  removed: 'Removed by a moderator: only you can read this',
  'with-author': 'Hidden with everything you wrote: only you can read this',
};

/** The same in a word, for lists. */
export const hiddenLabels: Readonly<Record<HiddenKind, string>> = {
  held: 'Held',
  refused: 'Not published',
  hidden: 'Hidden',
  removed: 'Removed',
  'with-author': 'Hidden',
};

/** What the author of a hidden note reads above it. */
export function hiddenInWords({ kind, reason }: { kind: HiddenKind; reason: string }): string {
  return `${words[kind]}. The reason given: “${reason}”`;
}

type WithVisibility = { visibility: (typeof visibilities)[number] };
/** What decides who may read a note. */
export type NoteAccess = WithVisibility & { hidden?: object | undefined };

/** Whether anyone who has the address may read it, so that it is a file of the site: it is meant for others and not hidden. */
export function isPublished(note: NoteAccess): boolean {
  return !note.hidden && isPublicOrUnlisted(note);
}

/** Whether everyone can find it: in lists, feeds, search and sitemap. */
export function isPublic(note: NoteAccess): boolean {
  return !note.hidden && note.visibility === 'public';
}

/** Whether its author wants others to read it. Whether they do is `isPublished`. */
export function isPublicOrUnlisted({ visibility }: WithVisibility): boolean {
  return visibility === 'public' || visibility === 'unlisted';
}

/** Whether this visitor (a user id, or undefined when signed out) may read the note. */
export function mayRead(note: NoteAccess & { authorId: string }, visitorId: string | undefined): boolean {
  return isPublished(note) || note.authorId === visitorId;
}

/** Where its author reads a note: at its permanent address if others can read it there, else in the viewer. */
export function addressOf(note: NoteAccess & { uuid: string; slug: string }): string {
  return isPublished(note) ? paths.note(note) : paths.item(note.uuid);
}
