import { limits } from '../../platform/model/limits.ts';
import { paths, tagNamed, pageNumber } from '../../platform/model/paths.ts';
import { fixedPages } from '../../platform/model/fixed-pages.ts';
import {
  type Content,
  type ListedNote,
  type NotesPage,
  PublishedNote,
  type ShownCollection,
} from '../../reading/model/content.ts';
import type { RankedOrder } from '../../notes/model/ranking.ts';
import { slugOf } from '../../platform/model/url.ts';

type Answer = (content: Content, ...parts: string[]) => Promise<object | undefined>;

/** The data of each kind of page, by the pattern of its path. */
const pages: [form: RegExp, answer: Answer][] = [
  [/^\/$/, async (content) => ({ notes: (await content.newest(12)).map(listed) })],
  [
    /^\/(hot|discussed|saved)$/,
    async (content, order) => ({ notes: (await content.ranked(order as RankedOrder, limits.rankedNotes)).map(listed) }),
  ],
  [/^\/tag$/, async (content) => ({ tags: (await content.largestTags(Infinity)).map(counted) })],
  [/^\/note\/list\/([^/]+)$/, async (content, page) => listOf(await numbered(page, (number) => content.list(number)))],
  [
    /^\/tag\/([^/]+)\/([^/]+)$/,
    async (content, part = '', page) => {
      const tag = tagNamed(part);
      const list = listOf(await numbered(page, (number) => content.taggedNotes(tag, number)));
      return list && { tag, ...list };
    },
  ],
  [
    /^\/u\/([^/]+)\/comments(?:\/([^/]+))?$/,
    async (content, handle = '', page = '1') => {
      const found = await numbered(page, (number) => content.commentsBy(handle, number));
      if (!found) return undefined;
      const { author, items: comments, number, count: pages, total } = found;
      return { author, page: number, pages, total, comments };
    },
  ],
  [
    /^\/u\/([^/]+)\/c\/([^/]+)(?:\/([^/]+))?$/,
    async (content, handle = '', slug = '', page = '1') => {
      const found = await numbered(page, (number) => content.collection(handle, slug, number));
      if (!found) return undefined;
      const { author, collection, near } = found;
      const { name, description, updatedAt } = collection;
      const named = (one: ShownCollection) => ({ name: one.name, path: paths.collection(handle, one.slug) });
      const around = { above: near.above ? named(near.above) : null, below: near.below.map(named) };
      return { author, collection: { name, description, updatedAt, ...around }, ...listOf(found) };
    },
  ],
  [
    /^\/u\/([^/]+)(?:\/([^/]+))?$/,
    async (content, handle = '', page = '1') => {
      const found = await numbered(page, (number) => content.notesBy(handle, number));
      if (!found) return undefined;
      const collections = (await content.collectionsOf(handle)).map(({ name, slug }) => ({
        name,
        path: paths.collection(handle, slug),
      }));
      return { author: found.author, ...listOf(found), collections };
    },
  ],
  [
    /^\/note\/detail\/([^/]+)\/([^/]+)$/,
    // Any valid slug leads to the note, since its title may have changed; an invalid one does not.
    async (content, uuid = '', title = '') => (slugOf(title) === title ? ordered(await content.note(uuid)) : undefined),
  ],
];

/** The data of the page at this path (decoded), or undefined if the page does not exist. */
export async function payloadOf(content: Content, path: string): Promise<object | undefined> {
  for (const [form, answer] of pages) {
    const parts = form.exec(path);
    if (parts) return answer(content, ...parts.slice(1));
  }
  return fixedPages.includes(path) ? {} : undefined;
}

/** Puts the fields in the order of the schema, whatever their source. */
function ordered(entry: PublishedNote | undefined) {
  return entry && PublishedNote.parse(entry);
}

async function numbered<P>(part: string | undefined, page: (number: number) => Promise<P>): Promise<P | undefined> {
  const number = pageNumber(part);
  return number === undefined ? undefined : page(number);
}

function listOf(page: NotesPage | undefined) {
  return page && { page: page.number, pages: page.count, total: page.total, notes: page.items.map(listed) };
}

function counted({ tag, size }: { tag: string; size: number }) {
  return { tag, notes: size };
}

/** A note in a list: everything except its text. */
function listed({ note, author, excerpt, minutes }: ListedNote) {
  const { uuid, title, slug, url, tags, publishedAt } = note;
  return { uuid, title, slug, url, tags, publishedAt, author, excerpt, minutes, path: paths.note(note) };
}
