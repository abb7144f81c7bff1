import { parentAndChildrenOf } from '../../../library/model/collection.ts';
import { feedLimits } from '../../../feeds/model/feed.ts';
import { limits } from '../../../platform/model/limits.ts';
import type { Note } from '../../../notes/model/note.ts';
import { paths } from '../../../platform/model/paths.ts';
import type {
  Content,
  FeedNotes,
  FeedSubject,
  ListedNote,
  NotesPage,
  Page,
  CountedTag,
} from '../../../reading/model/content.ts';
import { searchFiles } from '../search-files/files.ts';
import { listedOf, publishedOf, commentOf, type Queries, linked, mentioning } from './rows.ts';
import { filesOf } from './site-files.ts';
import { sizeOf } from './sizes.ts';
import { collectedRows, collectionAt, collectionsBy, shownCollectionOf } from './collections.ts';
import type { Author } from '../../../people/model/user.ts';

type ListedRow = { listed: string; json: string };
type WholeRow = ListedRow & { article: string };

const listed = 'SELECT listed, json FROM notes JOIN authors ON authors.id = author';
const whole = 'SELECT listed, article, json FROM notes JOIN authors ON authors.id = author';
/** By id, so that SQLite searches the person's notes. By handle, it would search everyone's, newest first. */
const ofPerson = `author = (SELECT id FROM authors WHERE handle = ?) AND public = 1`;
const fromTag = 'FROM tagged JOIN notes USING (newest) JOIN authors ON authors.id = author WHERE tag = ?';

/** The content of pages, from a snapshot. `prerendered`: how many of the newest notes are files. */
export function snapshotContent(ask: Queries, prerendered: number, inSitemap?: number): Content {
  const { one, all } = ask;
  const files = filesOf(ask, prerendered, inSitemap);
  const search = searchFiles(ask);

  /** One page of a list of `total` notes. */
  const page = (number: number, total: number, rows: (count: number, from: number) => ListedRow[]) => {
    const count = Math.max(1, Math.ceil(total / limits.pageSize));
    if (number > count) return undefined;
    const items = rows(limits.pageSize, (number - 1) * limits.pageSize).map(listedOf);
    return { items, number, count, total } satisfies Page<ListedNote> & NotesPage;
  };
  const authorOf = (handle: string) => {
    const row = one<{ id: string; json: string }>('SELECT id, json FROM authors WHERE handle = ?', handle);
    return row && { id: row.id, author: JSON.parse(row.json) as Author, total: sizeOf(ask, 'author', row.id) };
  };
  const feedRows = (subject: Exclude<FeedSubject, { kind: 'collection' }>): WholeRow[] => {
    const newest = 'ORDER BY newest DESC LIMIT ?';
    switch (subject.kind) {
      case 'site':
        return all(`${whole} WHERE public = 1 ${newest}`, feedLimits.entries);
      case 'tag':
        return all(`SELECT listed, article, json ${fromTag} ${newest}`, subject.tag, feedLimits.entries);
      case 'person':
        return all(`${whole} WHERE ${ofPerson} ${newest}`, subject.handle, feedLimits.entries);
    }
  };

  return {
    async note(uuid) {
      const row = one<WholeRow>(`${whole} WHERE uuid = ?`, uuid);
      return row && mentioning(ask, publishedOf(row));
    },
    async related(uuid) {
      const rows = all<ListedRow & { why: string }>(
        `SELECT listed, json, why FROM related JOIN notes ON notes.uuid = other JOIN authors ON authors.id = author
         WHERE related.uuid = ? ORDER BY place`,
        uuid,
      );
      return rows.map(({ why, ...row }) => {
        const { note, author, minutes } = listedOf(row);
        return { note, author, minutes, why };
      });
    },
    async list(number) {
      return page(number, sizeOf(ask, 'all', 'notes'), (count, from) =>
        all(`${listed} WHERE public = 1 ORDER BY newest DESC LIMIT ? OFFSET ?`, count, from),
      );
    },
    async taggedNotes(tag, number) {
      const total = sizeOf(ask, 'tag', tag);
      if (total === 0) return undefined;
      return page(number, total, (count, from) =>
        all(`SELECT listed, json ${fromTag} ORDER BY newest DESC LIMIT ? OFFSET ?`, tag, count, from),
      );
    },
    async notesBy(handle, number) {
      const person = authorOf(handle);
      if (!person?.total) return undefined;
      const found = page(number, person.total, (count, from) =>
        all(`${listed} WHERE author = ? AND public = 1 ORDER BY newest DESC LIMIT ? OFFSET ?`, person.id, count, from),
      );
      return found && { ...found, author: person.author };
    },
    async commentsBy(handle, number) {
      const person = authorOf(handle);
      if (!person) return undefined;
      const total = sizeOf(ask, 'comments', person.id);
      // Only the newest page is stored: functions answer the others.
      if (number !== 1 || (total === 0 && person.total === 0)) return undefined;
      const rows = all<{ json: string; uuid: string; slug: string; listed: string }>(
        'SELECT person_comments.json, uuid, slug, listed FROM person_comments JOIN notes ON uuid = note WHERE person_comments.author = ? ORDER BY id DESC',
        person.id,
      );
      const items = rows.map(commentOf);
      return { items, number, count: Math.max(1, Math.ceil(total / limits.pageSize)), total, author: person.author };
    },
    async collection(handle, slug, number) {
      const row = collectionAt(ask, handle, slug);
      const author = authorOf(handle)?.author;
      if (!row || !author) return undefined;
      const size = limits.pageSize;
      const { total, rows } = collectedRows(ask, row, { from: (number - 1) * size, count: size });
      const found = page(number, total, () => rows);
      const collection = shownCollectionOf(row);
      const shown = collectionsBy(ask, row.author)
        .filter((one) => one.public === 1)
        .map(shownCollectionOf);
      return found && { ...found, author, collection, near: parentAndChildrenOf(collection, shown) };
    },
    async collectionsOf(handle) {
      const person = authorOf(handle);
      return person
        ? collectionsBy(ask, person.id)
            .filter((one) => one.public === 1)
            .map(shownCollectionOf)
        : [];
    },
    async newest(count) {
      return all<ListedRow>(`${listed} WHERE public = 1 ORDER BY newest DESC LIMIT ?`, count).map(listedOf);
    },
    async ranked(order, count) {
      return all<ListedRow>(
        `${listed} WHERE ${order} IS NOT NULL ORDER BY ${order} DESC, uuid DESC LIMIT ?`,
        count,
      ).map(listedOf);
    },
    async totals() {
      return { notes: sizeOf(ask, 'all', 'notes'), tags: sizeOf(ask, 'all', 'tags') };
    },
    async largestTags(count) {
      const largest = `SELECT key AS tag, size FROM sizes WHERE kind = 'tag' ORDER BY size DESC, key LIMIT ?`;
      return all<CountedTag>(largest, Number.isFinite(count) ? count : -1).map((row) => ({ ...row }));
    },
    async mostPublished(count) {
      return all<{ json: string; size: number }>(
        `SELECT json, size FROM sizes JOIN authors ON authors.id = key
         WHERE kind = 'author' ORDER BY size DESC, key LIMIT ?`,
        count,
      ).map(({ json, size }) => ({ author: JSON.parse(json) as Author, size }));
    },
    async feed(subject): Promise<FeedNotes | undefined> {
      if (subject.kind === 'collection') {
        const row = collectionAt(ask, subject.handle, subject.slug);
        const author = authorOf(subject.handle)?.author;
        if (row?.public !== 1 || !author) return undefined;
        const { rows } = collectedRows(ask, row, { from: 0, count: feedLimits.entries });
        return {
          notes: rows.map((found) => linked(ask, publishedOf(found))),
          author,
          collection: shownCollectionOf(row),
        };
      }
      const notes = feedRows(subject).map((row) => linked(ask, publishedOf(row)));
      const author = subject.kind === 'person' ? notes[0]?.author : undefined;
      return notes.length === 0 && subject.kind !== 'site' ? undefined : { notes, ...(author && { author }) };
    },
    async indexPages() {
      return files.indexPages();
    },
    async sitemapPages() {
      return files.sitemapPages();
    },
    async notePages() {
      return files.notes({ unlisted: false }).map(paths.note);
    },
    async searchFile(path) {
      return search.content(path);
    },
    async announced({ number, parts }) {
      return all<Pick<Note, 'uuid' | 'slug'> & { updated: string }>(
        'SELECT uuid, slug, updated FROM notes WHERE public = 1 AND shard % ? = ? ORDER BY uuid',
        parts,
        number - 1,
      ).map(({ uuid, slug, updated }) => ({ uuid, slug, updatedAt: updated }));
    },
  };
}
