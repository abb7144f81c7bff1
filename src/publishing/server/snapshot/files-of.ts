import { feedFiles, feedPaths } from '../../../feeds/model/addresses.ts';
import type { Note } from '../../../notes/model/note.ts';
import { paths } from '../../../platform/model/paths.ts';
import type { CollectionRow } from './rows.ts';

/** A page and its data. */
export function withData(page: string): string[] {
  return [page, `${page === '/' ? '' : page}/_payload.json`];
}

/** The three formats of the feed whose files lie at `base`. */
export function feedsOf(base: string): string[] {
  return Object.values(feedFiles).map((name) => `${base}/${name}`);
}

export function filesOfNote(note: Pick<Note, 'uuid' | 'slug'>, isPublic: boolean): string[] {
  return [...withData(paths.note(note)), ...(isPublic ? [feedPaths.noteSource(note)] : [])];
}

export function filesOfTag(tag: string): string[] {
  return [...withData(paths.tag(tag)), ...feedsOf(feedPaths.ofTag(tag))];
}

export function filesOfPerson(handle: string): string[] {
  const pages = [paths.person(handle), paths.personComments(handle)].flatMap(withData);
  return [...pages, ...feedsOf(feedPaths.ofPerson(handle))];
}

/** The files of a collection: an unlisted one has its page alone. */
export function filesOfCollection({
  handle,
  slug,
  public: isPublic,
}: Pick<CollectionRow, 'handle' | 'slug' | 'public'>): string[] {
  const page = withData(paths.collection(handle, slug));
  if (isPublic === 0) return page;
  return [...page, feedPaths.collectionSource(handle, slug), ...feedsOf(feedPaths.ofCollection(handle, slug))];
}
