import { feedFiles, feedPaths } from '../../../feeds/model/addresses.ts';
import type { Note } from '../../../notes/model/note.ts';
import { paths, tagNamed, withData } from '../../../platform/model/paths.ts';
import type { CollectionRow, Queries } from './rows.ts';
import { maxInSitemap, sitemapFiles, sitemapParts } from '../../../feeds/model/site-texts.ts';
import { limits } from '../../../platform/model/limits.ts';
import { offlinePage, workerFile } from '../../../platform/model/offline.ts';
import { fixedPages } from '../../../platform/model/fixed-pages.ts';
import { NoteOrder } from '../../../notes/model/ranking.ts';
import { collectionFiles } from './collections.ts';
import { searchFiles } from '../search-files/files.ts';
import { sizeOf, filesNumbered } from './sizes.ts';

/** The three formats of the feed whose files are at `base`. */
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

/** The files of a collection. An unlisted one has only its page. */
export function filesOfCollection({
  handle,
  slug,
  public: isPublic,
}: Pick<CollectionRow, 'handle' | 'slug' | 'public'>): string[] {
  const page = withData(paths.collection(handle, slug));
  if (isPublic === 0) return page;
  return [...page, feedPaths.collectionSource(handle, slug), ...feedsOf(feedPaths.ofCollection(handle, slug))];
}

/** Files that exist whatever has been published, in addition to the pages and their data. */
const fixedFiles = [
  '/404',
  '/500',
  '/robots.txt',
  '/llms.txt',
  '/manifest.webmanifest',
  '/opensearch.xml',
  workerFile,
  offlinePage,
  feedPaths.sitemap,
  ...feedsOf(''),
];

/** How many pages of a list of this many notes are files. */
export function listFiles(notes: number): number {
  return Math.min(limits.staticListPages, Math.max(1, Math.ceil(notes / limits.pageSize)));
}

/**
 * Which addresses are files: the newest `prerendered` notes, the first pages of the list, and those of each tag and
 * person that one of these notes has. So the size of a build is bounded, however many notes there are; functions answer
 * the rest. `inSitemap`: the most addresses that one file of the sitemap names.
 */
export function filesOf(ask: Queries, prerendered: number, inSitemap = maxInSitemap) {
  const { one, all } = ask;
  /** The `newest` of the oldest note that is a file; empty if all notes are. */
  const edge = (): string =>
    one<{ newest: string }>('SELECT newest FROM notes ORDER BY newest DESC LIMIT 1 OFFSET ?', prerendered - 1)
      ?.newest ?? '';

  const notes = ({ unlisted }: { unlisted: boolean }) =>
    all<Pick<Note, 'uuid' | 'slug'> & { public: 0 | 1 }>(
      'SELECT uuid, slug, public FROM notes WHERE newest >= ? AND public >= ? ORDER BY newest DESC',
      edge(),
      unlisted ? 0 : 1,
    );
  const tags = () =>
    all<{ key: string }>(
      `SELECT key FROM sizes WHERE kind = 'tag' AND (SELECT max(newest) FROM tagged WHERE tag = key) >= ? ORDER BY key`,
      edge(),
    ).map(({ key }) => key);
  const handles = () =>
    all<{ handle: string }>(
      `SELECT handle FROM sizes JOIN authors ON authors.id = key WHERE kind = 'author'
       AND (SELECT max(newest) FROM notes WHERE author = key AND public = 1) >= ? ORDER BY handle`,
      edge(),
    ).map(({ handle }) => handle);
  const lists = () => Array.from({ length: listFiles(sizeOf(ask, 'all', 'notes')) }, (_, index) => index + 1);
  const search = searchFiles(ask);
  const parts = () => sitemapParts(sizeOf(ask, 'all', 'notes'));
  const indexPages = () => [
    ...lists().map(paths.list),
    ...tags().map((tag) => paths.tag(tag)),
    ...handles().map((handle) => paths.person(handle)),
    ...collectionFiles(ask, edge())
      .filter((row) => row.public === 1)
      .map(({ handle, slug }) => paths.collection(handle, slug)),
  ];
  /** The pages that list notes, in portions of one file of the sitemap each. */
  const sitemapPages = () => {
    const index = sizeOf(ask, 'all', 'tags') > 0 ? [paths.tags] : [];
    const pages = [...NoteOrder.options.map(paths.order), ...index, ...indexPages()];
    return Array.from({ length: sitemapFiles(pages.length, inSitemap) }, (_, at) =>
      pages.slice(at * inSitemap, (at + 1) * inSitemap),
    );
  };

  /** Whether an address of each form is a file. Every other address is one. */
  const forms: [form: RegExp, isFile: (...parts: string[]) => boolean][] = [
    [/^(\/search\/.+)$/, (path = '') => search.includes(path)],
    [
      /^\/note\/detail\/([^/]+)\/([^/]+?)(\.md)?$/,
      (uuid = '', slug, source) => {
        const row = one<{ slug: string; newest: string; public: 0 | 1 }>(
          'SELECT slug, newest, public FROM notes WHERE uuid = ?',
          uuid,
        );
        return row?.slug === slug && row.newest >= edge() && (!source || row.public === 1);
      },
    ],
    [/^\/note\/list\/(\d+)$/, (number) => Number(number) <= lists().length],
    [
      /^\/tag\/([^/]+)\/[^/]+$/,
      (part = '') => {
        const last = one<{ newest: string | null }>(
          'SELECT max(newest) AS newest FROM tagged WHERE tag = ?',
          tagNamed(part),
        );
        return last?.newest != null && last.newest >= edge();
      },
    ],
    [
      /^\/u\/([^/]+)\/c\/([^/]+?)(\.md|\/[^/]+)?$/,
      (handle = '', slug = '', rest = '') => {
        const [row] = collectionFiles(ask, edge(), { handle, slug });
        return row !== undefined && (rest === '' || row.public === 1);
      },
    ],
    [
      /^\/u\/([^/]+)(?:\/[^/]+)?$/,
      (handle = '') => {
        const last = one<{ newest: string | null }>(
          'SELECT max(newest) AS newest FROM notes WHERE author = (SELECT id FROM authors WHERE handle = ?) AND public = 1',
          handle,
        );
        return last?.newest != null && last.newest >= edge();
      },
    ],
    [/^\/sitemap\/(\d+)\.xml$/, (number) => Number(number) <= parts()],
    [/^\/sitemap\/pages-(\d+)\.xml$/, (number) => Number(number) > 1 && Number(number) <= sitemapPages().length],
  ];

  return {
    edge,
    notes,
    search,
    indexPages,
    sitemapPages,
    /** Every address that is a file. */
    all(): string[] {
      return [
        ...fixedPages.flatMap(withData),
        ...fixedFiles,
        ...search.all(),
        ...lists().flatMap((number) => withData(paths.list(number))),
        ...tags().flatMap(filesOfTag),
        ...handles().flatMap(filesOfPerson),
        ...collectionFiles(ask, edge()).flatMap(filesOfCollection),
        ...Array.from({ length: parts() }, (_, index) => feedPaths.sitemapPart(index + 1)),
        ...filesNumbered(sitemapPages().length),
        ...notes({ unlisted: true }).flatMap((note) => filesOfNote(note, note.public === 1)),
      ];
    },
    /** Whether this address is a file. */
    includes(address: string): boolean {
      const page = decodeURIComponent(address.replace(/\/_payload\.json$/, '') || '/');
      for (const [form, isFile] of forms) {
        const found = form.exec(page);
        if (found) return isFile(...found.slice(1));
      }
      return true;
    },
  };
}
