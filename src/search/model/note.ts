import { withParents } from '../../platform/model/tag.ts';
import type { PublishedNote } from '../../reading/model/content.ts';
import { hostOf } from '../../platform/model/url.ts';
import { paths } from '../../platform/model/paths.ts';
import { singleSpaced } from '../../platform/model/text/words.ts';
import { hash } from './files.ts';
import { wordLimits } from './query.ts';
import { comparable } from './words.ts';
import { PagePictures } from '../../pictures/model/picture.ts';
import * as z from 'zod';

/** A note as the search knows it: the content of its card, and its text. `at` is when it was published, ISO 8601. */
export const SearchedNote = z.object({
  uuid: z.string(),
  path: z.string(),
  title: z.string(),
  kind: z.enum(['link', 'text']),
  host: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  author: z.string(),
  handle: z.string(),
  minutes: z.number(),
  at: z.string(),
  text: z.string(),
  /** What its card shows about the linked page; left out if nothing is known. */
  pictures: PagePictures.omit({ bytes: true }).optional(),
  /** The comments on it that its page shows; left out if there are none. */
  discussion: z.string().optional(),
  /**
   * What to read next, most similar first: uuids with reasons. Only in the index of a build, since only builds compare
   * notes.
   */
  next: z.array(z.tuple([z.string(), z.string()])).optional(),
});
export type SearchedNote = z.infer<typeof SearchedNote>;

type Shown = Pick<PublishedNote, 'note' | 'author' | 'html' | 'excerpt' | 'minutes'> &
  Partial<Pick<PublishedNote, 'thread'>>;

/**
 * Only the first comments of a long discussion are searched, and the beginning of a long comment, so that it hides no
 * other.
 */
const longestDiscussion = 8_000;
const longestComment = 1_000;

export function searchedNote({ note, author, html, excerpt, minutes, thread }: Shown): SearchedNote {
  const shown = thread?.comments.filter(({ state }) => state === 'shown') ?? [];
  const discussion = shown
    .map((comment) => textOf(comment.html).slice(0, longestComment))
    .join(' ')
    .slice(0, longestDiscussion);
  const { bytes: _, ...pictures } = note.pictures ?? {};
  return {
    uuid: note.uuid,
    path: paths.note(note),
    title: note.title,
    kind: note.kind,
    host: note.url ? hostOf(note.url) : '',
    excerpt,
    tags: note.tags,
    author: author.name,
    handle: author.handle,
    minutes,
    at: note.publishedAt ?? note.createdAt,
    text: textOf(html).slice(0, wordLimits.text),
    ...(Object.keys(pictures).length > 0 && { pictures }),
    ...(discussion && { discussion }),
  };
}

/** The number of a note in lists: 32 bits. Two notes may share one; reading them shows which one is meant. */
export function idOf(uuid: string): number {
  return hash(uuid) % 2 ** 32;
}

/** The key of a note in the index. */
export function keyOf(id: number): string {
  return id.toString(16).padStart(8, '0');
}

/** The filters that this note passes. */
export function filtersOf(note: SearchedNote): string[] {
  return [
    ...withParents(note.tags).map((tag) => `tag:${comparable(tag)}`),
    `person:${note.handle}`,
    ...(note.host ? [`site:${note.host.toLowerCase()}`] : []),
    `kind:${note.kind}`,
    `on:${note.at.slice(0, 10)}`,
  ];
}

/** The day on which a note was published, in days since 1970. */
export function dayOf({ at }: Pick<SearchedNote, 'at'>): number {
  return Math.max(0, Math.floor(Date.parse(at) / 86_400_000));
}

/** What connects a text with its footnotes: their numbers in the text, the arrows back, and the heading that nobody sees. */
const footnoteParts = [
  /<sup><a [^>]*data-footnote-ref[^>]*>\d+<\/a><\/sup>/g,
  /<a [^>]*data-footnote-backref[^>]*>↩(?:<sup>\d+<\/sup>)?<\/a>/g,
  /<h2 class="sr-only"[^>]*>Footnotes<\/h2>/g,
];

/** The text of HTML rendered by this site: what a reader sees, without tags and what connects it with footnotes. */
export function textOf(html: string): string {
  const text = footnoteParts
    .reduce((rest, part) => rest.replace(part, ''), html)
    .replace(/<[^>]*>/g, (tag) =>
      /^<\/?(?:p|h\d|li|tr|td|th|pre|blockquote|br|div|section|hr|dt|dd)\b/.test(tag) ? ' ' : '',
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    // Last, so that an ampersand in the text does not begin another character.
    .replaceAll('&amp;', '&');
  return singleSpaced(text).trim();
}
