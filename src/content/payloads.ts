import { groupedBy } from '../domain/collection.ts';
import { paths } from '../domain/paths.ts';
import { publicNotes, type NoteEntry } from './notes.ts';
import { cacheKeyOf, listPages, notePages, personPages, tagPages } from './pages.ts';

/** A prerendered page's address (percent-decoded) and its data. Unlisted pages exist without being announced. */
export type Payload = { path: string; data: unknown; cacheKey: string; announced: boolean };

const fixedPages = [paths.search, paths.inbox, paths.write, paths.user, paths.signIn(), paths.signUp(), '/note/item'];

/** Every prerendered page of the site. */
export async function payloads(): Promise<Payload[]> {
  const notes = await publicNotes();
  const front = notes.slice(0, 12);
  const tags = groupedBy(notes, ({ note }) => note.tags);
  const announced = true;
  return [
    { path: '/', data: { notes: front.map(listed) }, cacheKey: cacheKeyOf(front), announced },
    {
      path: paths.tags,
      data: { tags: [...tags].map(([tag, { length }]) => ({ tag, notes: length })) },
      cacheKey: cacheKeyOf([], paths.tags, ...[...tags].map(([tag, { length }]) => `${tag} ${length}`)),
      announced,
    },
    ...fixedPages.map((path) => ({ path, data: {}, cacheKey: cacheKeyOf([], path), announced })),
    ...(await listPages()).map(({ params, props: { page, total }, cacheKey }) => ({
      path: `/note/list/${params.page}`,
      data: { page: page.number, pages: page.count, total, notes: page.items.map(listed) },
      cacheKey,
      announced,
    })),
    ...(await tagPages()).map(({ params, props: { tag, page, total }, cacheKey }) => ({
      path: `/tag/${params.tag}/${params.page}`,
      data: { tag, page: page.number, pages: page.count, total, notes: page.items.map(listed) },
      cacheKey,
      announced,
    })),
    ...(await personPages()).map(({ params, props: { author, notes }, cacheKey }) => ({
      path: `/u/${params.handle}`,
      data: { author, notes: notes.map(listed) },
      cacheKey,
      announced,
    })),
    ...(await notePages()).map(({ params, props: { entry }, cacheKey }) => ({
      path: `/note/detail/${params.uuid}/${params.title}`,
      data: {
        note: entry.note,
        author: entry.author,
        html: entry.html,
        excerpt: entry.excerpt,
        minutes: entry.minutes,
      },
      cacheKey,
      announced: entry.note.visibility === 'public',
    })),
  ];
}

/** What a list says of a note: everything but its text. */
function listed({ note, author, excerpt, minutes }: NoteEntry) {
  const { uuid, title, slug, url, tags, publishedAt } = note;
  return { uuid, title, slug, url, tags, publishedAt, author, excerpt, minutes, path: paths.note(note) };
}
