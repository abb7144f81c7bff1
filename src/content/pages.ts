import { createHash } from 'node:crypto';
import { groupedBy, pagesOf, type Page } from '../domain/collection.ts';
import { limits } from '../domain/limits.ts';
import type { Author } from '../domain/note.ts';
import { publicNotes, publishedNotes, type NoteEntry } from './notes.ts';
import { thisCode } from './this-build.ts';

/** What getStaticPaths gives: `cacheKey` changes exactly when what the page shows does. */
type StaticPage<Params, Props> = { params: Params; props: Props; cacheKey: string };

export type ListPage = { page: Page<NoteEntry>; total: number };
export type TagPage = ListPage & { tag: string };
export type PersonPage = { author: Author; notes: NoteEntry[] };

/** Every public or unlisted note's own page. */
export async function notePages(): Promise<StaticPage<{ uuid: string; title: string }, { entry: NoteEntry }>[]> {
  return (await publishedNotes()).map((entry) => ({
    params: { uuid: entry.note.uuid, title: entry.note.slug },
    props: { entry },
    cacheKey: cacheKeyOf([entry]),
  }));
}

/** The list of all public notes, newest first. */
export async function listPages(): Promise<StaticPage<{ page: string }, ListPage>[]> {
  const notes = await publicNotes();
  return pagesOf(notes, limits.pageSize).map((page) => ({
    params: { page: String(page.number) },
    props: { page, total: notes.length },
    cacheKey: cacheKeyOf(page.items, page.number, notes.length),
  }));
}

/** The public notes of each tag. */
export async function tagPages(): Promise<StaticPage<{ tag: string; page: string }, TagPage>[]> {
  const groups = groupedBy(await publicNotes(), ({ note }) => note.tags);
  return [...groups].flatMap(([tag, notes]) =>
    pagesOf(notes, limits.pageSize).map((page) => ({
      params: { tag, page: String(page.number) },
      props: { tag, page, total: notes.length },
      cacheKey: cacheKeyOf(page.items, tag, page.number, notes.length),
    })),
  );
}

/** Everyone who has a public note. */
export async function personPages(): Promise<StaticPage<{ handle: string }, PersonPage>[]> {
  const groups = groupedBy(await publicNotes(), ({ author }) => [author.handle]);
  return [...groups].flatMap(([handle, notes]) => {
    const author = notes[0]?.author;
    return author ? [{ params: { handle }, props: { author, notes }, cacheKey: cacheKeyOf(notes, handle) }] : [];
  });
}

/** What a page that shows these notes depends on. */
export function cacheKeyOf(notes: readonly NoteEntry[], ...also: readonly (string | number)[]): string {
  const hash = createHash('sha256').update([thisCode(), ...also].join(' '));
  for (const note of notes) hash.update(note.digest);
  return hash.digest('base64url');
}
