import type { Queries, CollectionRow, NoteRow } from './rows.ts';
import { feedPaths } from '../../../feeds/model/addresses.ts';
import { maxInSitemap, sitemapFiles } from '../../../feeds/model/site-texts.ts';

/** What one step of a sync uses for writing. */
export type SyncStep = {
  ask: Queries;
  stale: StalePages;
  counts: NoteCounts;
  /** Whether every note still has to be related and indexed, so that none has to be recorded for it. */
  fromNothing: boolean;
};

/** Collects what a change makes stale. Called before the change is written, so that it sees the state before. */
export interface StalePages {
  /** A note is added (no row before), changed, or removed (no row after). */
  noteChanges(before: NoteRow | undefined, after: NoteRow | undefined): void;
  /** What a note is called or links to, or who can find it, changes: called before and after. */
  namesChange(uuid: string): void;
  /** What readers see of a person changes. `handles`: the former and the new one. */
  personChanges(authorId: string, handles: string[]): void;
  /** A collection is added, changed or removed: called with its row before, and with the one after. */
  collectionChanges(row: CollectionRow): void;
  /** A person’s comments change. */
  commentsChange(authorId: string): void;
}

/** For a build that makes every file anyway. */
export const nothingStale: StalePages = {
  noteChanges: () => undefined,
  namesChange: () => undefined,
  personChanges: () => undefined,
  collectionChanges: () => undefined,
  commentsChange: () => undefined,
};

/** An upper bound of all pages except those of tags, people and collections, and of what one note may add or remove. */
const besides = 100;

/**
 * The files of the sitemap that may name pages of tags and people, allowing for those that one note adds or removes.
 * People are counted only if it matters: there are no more of them than notes.
 */
export function sitemapPageFiles(ask: Queries, max = maxInSitemap): string[] {
  const others = besides + sizeOf(ask, 'all', 'tags') + collectionsIn(ask);
  const notes = sizeOf(ask, 'all', 'notes');
  const people = others + notes <= max ? notes : peopleIn(ask);
  return filesNumbered(sitemapFiles(others + people, max));
}

export function filesNumbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => feedPaths.sitemapPages(index + 1));
}

function collectionsIn({ one }: Queries): number {
  return one<{ size: number }>('SELECT count(*) AS size FROM collections WHERE public = 1')?.size ?? 0;
}

function peopleIn({ one }: Queries): number {
  return one<{ people: number }>(`SELECT count(*) AS people FROM sizes WHERE kind = 'author'`)?.people ?? 0;
}

type Kind = 'tag' | 'author' | 'all' | 'comments';

/**
 * How many public notes a tag or an author has, or how many `comments` a person wrote on them; for `all`, how many
 * `notes` and `tags` there are.
 */
export function sizeOf({ one }: Queries, kind: Kind, key: string): number {
  return one<{ size: number }>('SELECT size FROM sizes WHERE kind = ? AND key = ?', kind, key)?.size ?? 0;
}

export function setSize(ask: Queries, kind: Kind, key: string, size: number): void {
  if (size > 0) {
    ask.run('INSERT INTO sizes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET size = excluded.size', kind, key, size);
  } else {
    ask.run('DELETE FROM sizes WHERE kind = ? AND key = ?', kind, key);
  }
}

/** Public notes that are added and removed within a step. */
interface NoteCounts {
  add(by: 1 | -1, of: { author: string; tags: readonly string[] }): void;
  /** Changes the sizes by what was added since the last call. */
  write(): void;
}

/** Notes of one step share authors and tags, whose sizes are written once; or `atOnce`, if they are read within the step. */
export function noteCounts(ask: Queries, { atOnce }: { atOnce: boolean }): NoteCounts {
  const counts = { tag: new Map<string, number>(), author: new Map<string, number>(), all: new Map<string, number>() };
  const count = (kind: keyof typeof counts, key: string, by: number) =>
    counts[kind].set(key, (counts[kind].get(key) ?? 0) + by);
  const write = () => {
    // `all` is last, since a tag's first note and its last one change it.
    for (const kind of ['tag', 'author', 'all'] as const) {
      for (const [key, by] of counts[kind]) {
        if (by === 0) continue;
        const before = sizeOf(ask, kind, key);
        setSize(ask, kind, key, before + by);
        if (kind === 'tag') count('all', 'tags', Number(before + by > 0) - Number(before > 0));
      }
      counts[kind].clear();
    }
  };
  return {
    add(by, { author, tags }) {
      for (const tag of tags) count('tag', tag, by);
      count('author', author, by);
      count('all', 'notes', by);
      if (atOnce) write();
    },
    write,
  };
}
