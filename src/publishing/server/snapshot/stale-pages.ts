import { feedPaths } from '../../../feeds/model/addresses.ts';
import { maxInSitemap, sitemapParts, sitemapShard } from '../../../feeds/model/site-texts.ts';
import { limits } from '../../../platform/model/limits.ts';
import { paths, withData } from '../../../platform/model/paths.ts';
import { NoteOrder } from '../../../notes/model/ranking.ts';
import { tagsOf, titleOf, type Queries, type NoteRow, filesShowingTitle } from './rows.ts';
import { listFiles, feedsOf, filesOfCollection, filesOfNote, filesOfPerson, filesOfTag } from './site-files.ts';
import { collectionsBy, collectionsShowing, shownCollectionOf } from './collections.ts';
import { sizeOf, sitemapPageFiles, type StalePages } from './sizes.ts';

/** Reports the addresses of stale files to `mark`, including those that are no longer files and have to be deleted. */
export function stalePages(ask: Queries, mark: (address: string) => void, inSitemap = maxInSitemap): StalePages {
  const markAll = (addresses: readonly string[]) => addresses.forEach(mark);

  /** Pages that count notes, or that show the first of them. */
  const markSite = () => {
    markAll(NoteOrder.options.flatMap((order) => withData(paths.order(order))));
    markAll([...withData(paths.tags), ...withData(paths.search), ...feedsOf('')]);
    markAll(['/llms.txt', feedPaths.sitemap, ...sitemapPageFiles(ask, inSitemap)]);
  };
  /** Every page of the list, since all show how many notes there are; `max` is the larger number of before and after. */
  const markLists = (max: number) => {
    for (let number = listFiles(max); number > 0; number -= 1) markAll(withData(paths.list(number)));
  };
  const markListWith = (newest: string) => {
    const shown = limits.staticListPages * limits.pageSize;
    const before = ask.all('SELECT 1 FROM notes WHERE public = 1 AND newest > ? LIMIT ?', newest, shown).length;
    if (before < shown) markAll(withData(paths.list(Math.floor(before / limits.pageSize) + 1)));
  };
  const markSitemap = (uuid: string, total: number, totalAfter: number) => {
    const [parts, partsAfter] = [sitemapParts(total), sitemapParts(totalAfter)];
    if (parts === partsAfter) return mark(feedPaths.sitemapPart((sitemapShard(uuid) % parts) + 1));
    for (let number = Math.max(parts, partsAfter); number > 0; number -= 1) mark(feedPaths.sitemapPart(number));
  };
  const handleOf = (author: string) =>
    ask.one<{ handle: string }>('SELECT handle FROM authors WHERE id = ?', author)?.handle;

  /** The pages that name a note as one to read next. */
  const markRelating = (uuid: string) => {
    const relating = 'SELECT notes.uuid, slug FROM related JOIN notes USING (uuid) WHERE other = ?';
    for (const note of ask.all<Pick<NoteRow, 'uuid' | 'slug'>>(relating, uuid)) mark(paths.note(note));
  };

  const markListed = (before: NoteRow | undefined, after: NoteRow | undefined) => {
    const rows = [before, after].filter((row) => row !== undefined);
    for (const row of rows) {
      markAll(tagsOf(row).flatMap(filesOfTag));
      const handle = handleOf(row.author);
      if (handle !== undefined) markAll(filesOfPerson(handle));
      markAll(collectionsShowing(ask, row).flatMap(filesOfCollection));
    }
    const total = sizeOf(ask, 'all', 'notes');
    const totalAfter = total + (after ? 1 : 0) - (before ? 1 : 0);
    if (before?.newest === after?.newest && after) markListWith(after.newest);
    else markLists(Math.max(total, totalAfter));
    const uuid = rows[0]?.uuid;
    if (uuid !== undefined) markSitemap(uuid, total, totalAfter);
    markSite();
  };

  /** The pages of people's comments name the notes that they are about. */
  const markComments = (uuid: string) => {
    const handles = ask.all<{ handle: string }>(
      'SELECT DISTINCT handle FROM person_comments JOIN authors ON authors.id = person_comments.author WHERE note = ?',
      uuid,
    );
    for (const { handle } of handles) markAll(withData(paths.personComments(handle)));
  };

  return {
    commentsChange(authorId) {
      const handle = handleOf(authorId);
      if (handle !== undefined) markAll(withData(paths.personComments(handle)));
    },
    collectionChanges(row) {
      markAll(filesOfCollection(row));
      const { id, parent } = shownCollectionOf(row);
      for (const other of collectionsBy(ask, row.author)) {
        if (other.id === parent || shownCollectionOf(other).parent === id) markAll(filesOfCollection(other));
      }
      if (row.public === 1) markAll([...filesOfPerson(row.handle), ...sitemapPageFiles(ask, inSitemap)]);
    },
    noteChanges(before, after) {
      const uuid = (before ?? after)?.uuid;
      if (uuid !== undefined && nameOf(before) !== nameOf(after)) markComments(uuid);
      for (const row of [before, after]) if (row) markAll(filesOfNote(row, row.public === 1));
      if (before && before.listed !== after?.listed) markRelating(before.uuid);
      const [listedBefore, listedAfter] = [before, after].map((row) => (row?.public === 1 ? row : undefined));
      if (listedBefore ?? listedAfter) markListed(listedBefore, listedAfter);
    },
    namesChange: (uuid) => markAll(filesShowingTitle(ask, uuid)),
    personChanges(authorId, handles) {
      markAll(handles.flatMap(filesOfPerson));
      const collections = collectionsBy(ask, authorId);
      markAll(handles.flatMap((handle) => collections.flatMap((row) => filesOfCollection({ ...row, handle }))));
      const rows = ask.all<NoteRow>('SELECT * FROM notes WHERE author = ?', authorId);
      for (const row of rows) {
        markAll(filesOfNote(row, row.public === 1));
        markRelating(row.uuid);
        markAll(filesShowingTitle(ask, row.uuid));
        if (row.public === 1) markListed(row, row);
      }
    },
  };
}

/** What others' links to a note depend on. */
export function nameOf(row: NoteRow | undefined): string | undefined {
  return row && `${row.slug} ${titleOf(row)}`;
}
