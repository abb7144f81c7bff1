import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Content } from '../../../reading/model/content.ts';
import { log } from '../../../platform/server/log.ts';
import { indexQueued } from '../search-files/files.ts';
import { inTransaction, openDatabase, searchTableNames } from './schema.ts';
import { snapshotContent } from './content.ts';
import { prepareQueries, tagsOf, type NoteRow, mentionTableNames } from './rows.ts';
import {
  isEveryNoteUnrelated,
  isUnrelated,
  updateRelations,
  relatedTableNames,
  computeAllRelatedLater,
} from './related.ts';
import { collectionsBy, collectionsShowing, matchCollections } from './collections.ts';
import { noteCounts, sitemapPageFiles, nothingStale, type SyncStep } from './sizes.ts';
import { filesOf, filesOfCollection, filesOfNote, filesOfPerson, filesOfTag } from './site-files.ts';
import { stalePages } from './stale-pages.ts';
import { notesMentioning, unpreparedNotes } from './write.ts';

/** The snapshot that a release was made from, and its step. */
type SnapshotMark = { snapshot: string; seq: number };

export interface Snapshot {
  /** Identifies this snapshot for as long as it lives: one that is created again has another id. */
  id: string;
  content: Content;
  /** The revision of the change log that it shows. */
  revision(): number;
  /** What it was made from; empty at first. */
  origin(): string;
  /** Deletes everything, and sets what it is made from to `origin`. */
  restart(origin: string): void;
  /**
   * One step of a sync, all or nothing: `write` puts and removes, and the revision goes from `from` to `to`. Throws if
   * the revision is no longer `from`, since another build is using the snapshot. The files that this makes stale are
   * recorded while a release is followed.
   */
  advance(steps: { from: number; to: number }, write: (step: SyncStep) => void): void;
  /** The notes whose comments name one of these people. */
  notesMentioning(authorIds: readonly string[]): string[];
  /** The published notes that are missing because they could not be prepared. */
  unprepared(): string[];
  /** The ids of a person's collections in the snapshot. */
  collectionsOf(ownerId: string): string[];
  /** Finds out which notes the smart collections have, if steps may have changed that. */
  matchCollections(): Promise<void>;
  /** Finds what to read after each note, if steps may have changed it. */
  computeRelated(): void;
  /** Updates the search index by the notes and by what to read after them. Files that become stale are recorded. */
  index(): void;
  /** Every address that is a file. */
  files(): string[];
  /** The current files of the search index. */
  searchFiles(): string[];
  isFile(address: string): boolean;
  /**
   * From now on, what becomes stale is recorded for a release that follows the one with this mark. False if that one
   * cannot be followed, since not all later changes are known; then nothing is recorded.
   */
  follow(release: SnapshotMark | undefined): boolean;
  /** Whether that release is still followed: not after a sync from scratch, or once another build has taken over. */
  follows(): boolean;
  /** The stale files since the release that is followed. */
  stale(): string[];
  /** The mark of a release that is made from the snapshot now. */
  mark(): SnapshotMark;
  close(): void;
}

/** `inSitemap`: the most addresses that one file of the sitemap names; by default as many as the protocol allows. */
type Options = { prerendered: number; readOnly?: boolean; inSitemap?: number };

/** Opens the snapshot in this file. If it is too damaged to be opened, it is deleted and made from scratch. */
export async function openSnapshot(file: string, options: Options): Promise<Snapshot> {
  await mkdir(path.dirname(file), { recursive: true });
  try {
    return snapshotIn(file, options);
  } catch (error) {
    if (options.readOnly) throw error;
    log('warn', 'the snapshot cannot be read and is made anew', { file, error });
    await removeSnapshot(file);
    return snapshotIn(file, options);
  }
}

export async function removeSnapshot(file: string): Promise<void> {
  await Promise.all(['', '-wal', '-shm'].map((ending) => rm(file + ending, { force: true })));
}

function snapshotIn(file: string, { prerendered, readOnly = false, inSitemap }: Options): Snapshot {
  const database = openDatabase(file, { readOnly });
  const ask = prepareQueries(database);
  const site = filesOf(ask, prerendered, inSitemap);
  let following = false;
  let followedSeq = 0;

  const meta = (key: string) => ask.one<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;
  const setMeta = (key: string, value: string | number) =>
    ask.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', key, String(value));
  const number = (key: string) => Number(meta(key) ?? 0);

  const id = meta('id') ?? randomUUID();
  if (!readOnly && meta('id') === undefined) setMeta('id', id);

  /** Marks the notes between two edges of what is prerendered, and the files that exist because of them. */
  const markBetween = (one: string, other: string, mark: (address: string) => void) => {
    const [low, high] = one < other ? [one, other] : [other, one];
    const rows = ask.all<NoteRow & { handle: string }>(
      `SELECT notes.*, handle FROM notes JOIN authors ON authors.id = author WHERE newest >= ? AND newest < ?`,
      low,
      high,
    );
    for (const row of rows) {
      const collections = () => collectionsShowing(ask, row).flatMap(filesOfCollection);
      const shown =
        row.public === 1 ? [...tagsOf(row).flatMap(filesOfTag), ...filesOfPerson(row.handle), ...collections()] : [];
      [...filesOfNote(row, row.public === 1), ...shown].forEach(mark);
    }
    if (rows.length > 0) sitemapPageFiles(ask, inSitemap).forEach(mark);
  };

  /** Runs `work`. What it marks as stale is recorded with the step's number, while a release is followed. */
  const step = (work: (mark: (address: string) => void) => void) => {
    const seq = number('seq') + 1;
    const marked = new Set<string>();
    work((address) => void marked.add(address));
    for (const address of marked) ask.run('INSERT OR REPLACE INTO stale VALUES (?, ?)', address, seq);
    setMeta('seq', seq);
    if (!following) setMeta('kept', seq);
  };

  return {
    id,
    content: snapshotContent(ask, prerendered, inSitemap),
    revision: () => number('revision'),
    origin: () => meta('origin') ?? '',
    restart(origin) {
      const seq = number('seq');
      inTransaction(database, () => {
        const tables = [
          ...[
            'notes',
            'authors',
            'tagged',
            'person_comments',
            'spoke',
            'collections',
            'collected',
            'matched',
            'unmatched',
            'sizes',
            'stale',
            'meta',
            ...mentionTableNames,
            ...searchTableNames,
          ],
          ...relatedTableNames,
        ];
        for (const table of tables) ask.run(`DELETE FROM ${table}`);
        computeAllRelatedLater(ask);
        setMeta('id', id);
        setMeta('origin', origin);
        // No earlier release can be followed.
        setMeta('seq', seq + 1);
        setMeta('kept', seq + 1);
      });
      following = false;
    },
    advance({ from, to }, write) {
      inTransaction(database, () => {
        if (number('revision') !== from) throw new Error('Another build is using this snapshot.');
        step((mark) => {
          const edge = following ? site.edge() : '';
          const counts = noteCounts(ask, { atOnce: following });
          const stale = following ? stalePages(ask, mark, inSitemap) : nothingStale;
          write({ ask, stale, counts, fromNothing: isEveryNoteUnrelated(ask) });
          counts.write();
          const edgeAfter = following ? site.edge() : '';
          if (edge !== edgeAfter) markBetween(edge, edgeAfter, mark);
        });
        setMeta('revision', to);
      });
    },
    index() {
      let more = ask.one('SELECT 1 FROM search_waiting LIMIT 1') !== undefined;
      while (more) {
        inTransaction(database, () => step((mark) => (more = indexQueued(ask, following ? mark : undefined))));
      }
    },
    collectionsOf: (ownerId) => collectionsBy(ask, ownerId).map(({ id: one }) => one),
    matchCollections: () => matchCollections(ask, (write) => inTransaction(database, write)),
    unprepared: () => unpreparedNotes(ask),
    notesMentioning: (authorIds) => notesMentioning(ask, authorIds),
    computeRelated() {
      if (isUnrelated(ask))
        inTransaction(database, () => step((mark) => updateRelations(ask, following ? mark : undefined)));
    },
    files: () => site.all(),
    searchFiles: () => site.search.all(),
    isFile: (address) => site.includes(address),
    follow(release) {
      // What was stale up to `kept` has been deleted, or was never recorded.
      following = release?.snapshot === id && release.seq >= number('kept') && release.seq <= number('seq');
      if (following && release) {
        followedSeq = release.seq;
        inTransaction(database, () => {
          ask.run('DELETE FROM stale WHERE at <= ?', release.seq);
          setMeta('kept', release.seq);
        });
      }
      return following;
    },
    follows: () => following && number('kept') === followedSeq,
    stale: () => ask.all<{ path: string }>('SELECT path FROM stale ORDER BY path').map((row) => row.path),
    mark: () => ({ snapshot: id, seq: number('seq') }),
    close: () => database.close(),
  };
}
