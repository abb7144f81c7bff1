import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  Content,
  FeedNotes,
  FeedSubject,
  ListedNote,
  NotesPage,
  PublishedNote,
} from '../../reading/model/content.ts';
import { feedNote, liveCollection, liveCollectionFeed, liveCollectionsOf } from './live-collections.ts';
import { validate as isUuid } from 'uuid';
import { feedLimits } from '../../feeds/model/feed.ts';
import { limits } from '../../platform/model/limits.ts';
import { isPublished } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import { authorOf, type Author } from '../../people/model/user.ts';
import { withMentions } from '../../notes/server/linked-note.ts';
import { readNotesPage, readNoteWithAuthor } from '../../notes/server/notes.ts';
import { StoreUnreachable, type Redis } from '../../platform/server/store/redis.ts';
import { commentsBy, readTops, type ThreadTop } from '../../discussion/server/threads.ts';
import { findUserByHandle } from '../../people/server/people.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';

type Render = (request: Request, content: Content) => Promise<Response>;

let loading: Promise<{ render: Render }> | undefined;

/**
 * Renders a page with the templates of the site's own build, so that it is the same as a built one. The renderer is next to
 * the functions, or at `RENDERER_ENTRY`, and is loaded once per process. Throws StoreUnreachable, which a template would turn
 * into an error page without the reason.
 */
export async function renderPage(request: Request, content: Content): Promise<Response> {
  const entry = path.resolve(process.env.RENDERER_ENTRY ?? '.renderer/entry.mjs');
  loading ??= import(pathToFileURL(entry).href) as Promise<{ render: Render }>;
  const { render } = await loading.catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  let away: StoreUnreachable | undefined;
  const answer = await render(
    request,
    noting(content, (error) => {
      if (error instanceof StoreUnreachable) away = error;
    }),
  );
  if (answer.status >= 500 && away) throw away;
  return answer;
}

/** The same content, which also reports its errors to `note`. */
function noting(content: Content, note: (error: unknown) => void): Content {
  type Ask = (...given: unknown[]) => Promise<unknown>;
  const reporting = ([name, ask]: [string, Ask]): [string, Ask] => [
    name,
    (...given) =>
      ask(...given).catch((error: unknown) => {
        note(error);
        throw error;
      }),
  ];
  return Object.fromEntries(
    Object.entries(content as unknown as Record<string, Ask>).map(reporting),
  ) as unknown as Content;
}

/**
 * The content of pages that functions render, read from the store. Content of pages that are always files throws, since no
 * function renders those.
 */
export function liveContent(redis: Redis): Content {
  const page = async (list: { author?: string; tag?: string }, number: number): Promise<NotesPage | undefined> => {
    const size = limits.pageSize;
    const { total, notes } = await readNotesPage(redis, list, { from: (number - 1) * size, count: size });
    const count = Math.max(1, Math.ceil(total / size));
    if (number > count) return undefined;
    return { items: await listedAll(notes), number, count, total };
  };
  const listedAll = async (notes: { note: Note; author: Author }[]) => {
    const tops = await readTops(
      redis,
      notes.map(({ note }) => note.uuid),
      0,
    );
    return Promise.all(notes.map((entry, index) => listed(entry, tops[index])));
  };
  const newestWhole = async (list: { author?: string; tag?: string }): Promise<PublishedNote[]> => {
    const { notes } = await readNotesPage(redis, list, { from: 0, count: feedLimits.entries });
    return Promise.all(notes.map((entry) => feedNote(redis, entry)));
  };
  return {
    async note(uuid) {
      const found = isUuid(uuid) ? await readNoteWithAuthor(redis, uuid) : undefined;
      if (!found || !('note' in found) || !isPublished(found.note)) return undefined;
      const [top] = await readTops(redis, [found.note.uuid]);
      return withMentions(redis, await publishedNote(found.note, found.author, top));
    },
    related: async () => [],
    list: (number) => page({}, number),
    async taggedNotes(tag, number) {
      const found = await page({ tag }, number);
      return found?.total ? found : undefined;
    },
    async notesBy(handle, number) {
      const author = await authorNamed(redis, handle);
      const found = author && (await page({ author: author.id }, number));
      if (!author || !found) return undefined;
      // People with comments but without public notes have a page too.
      const known = found.total > 0 || (number === 1 && (await commentsBy(redis, author.id, 1)).total > 0);
      return known ? { ...found, author } : undefined;
    },
    async commentsBy(handle, number) {
      const author = await authorNamed(redis, handle);
      if (!author) return undefined;
      const { total, comments: items } = await commentsBy(redis, author.id, number);
      const count = Math.max(1, Math.ceil(total / limits.pageSize));
      if (number > count || (total === 0 && !(await page({ author: author.id }, 1))?.total)) return undefined;
      return { items, number, count, total, author };
    },
    async collection(handle, slug, number) {
      const found = await liveCollection(redis, { handle, slug, number });
      const count = Math.max(1, Math.ceil((found?.total ?? 0) / limits.pageSize));
      if (!found || number > count) return undefined;
      return { ...found, items: await listedAll(found.notes), number, count };
    },
    collectionsOf: (handle) => liveCollectionsOf(redis, handle),
    async feed(subject: FeedSubject): Promise<FeedNotes | undefined> {
      if (subject.kind === 'collection') return liveCollectionFeed(redis, subject);
      if (subject.kind === 'site') return { notes: await newestWhole({}) };
      const author = subject.kind === 'person' ? await authorNamed(redis, subject.handle) : undefined;
      if (subject.kind === 'person' && !author) return undefined;
      const notes = await newestWhole(
        author ? { author: author.id } : { tag: subject.kind === 'tag' ? subject.tag : '' },
      );
      return notes.length > 0 ? { notes, ...(author && { author }) } : undefined;
    },
    newest: onlyInBuilds,
    ranked: onlyInBuilds,
    totals: onlyInBuilds,
    largestTags: onlyInBuilds,
    mostPublished: onlyInBuilds,
    indexPages: onlyInBuilds,
    sitemapPages: onlyInBuilds,
    notePages: onlyInBuilds,
    searchFile: onlyInBuilds,
    announced: onlyInBuilds,
  };
}

function onlyInBuilds(): never {
  throw new Error('This page is a file of every build: no function renders it.');
}

/** Only by the current handle: a former one redirects, and has no pages. */
async function authorNamed(redis: Redis, handle: string): Promise<Author | undefined> {
  const user = await findUserByHandle(redis, handle);
  if (user?.handle !== handle) return undefined;
  return authorOf(user);
}

async function listed({ note, author }: { note: Note; author: Author }, top?: ThreadTop): Promise<ListedNote> {
  const {
    note: whole,
    html: _,
    thread: __,
    aid: ____,
    mentions: _____,
    ...rest
  } = await publishedNote(note, author, top);
  const { body: ___, ...shown } = whole;
  return { ...rest, note: shown };
}
