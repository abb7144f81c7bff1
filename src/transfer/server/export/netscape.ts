import { memberships } from '../../../library/server/collections.ts';
import type { ReadingPlace } from '../../../library/model/reading-list.ts';
import { addressOf } from '../../../notes/model/note-access.ts';
import type { Note } from '../../../notes/model/note.ts';
import { escapeHtml } from '../../../notes/server/markdown/markdown-text.ts';
import { readNotes } from '../../../notes/server/notes.ts';
import type { User } from '../../../people/model/user.ts';
import { inParts } from '../../../platform/model/parts.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { bookmarksInMarkdown } from '../../model/export-formats.ts';
import { readChoices } from '../account/store/own-data.ts';
import { filledCollections, ownNotes } from './own-notes.ts';

const notesAtOnce = 50;

/**
 * Bookmarks in the form that every browser and bookmark service reads. Notes to be read are marked as Pinboard does,
 * favourites as Raindrop.io does, and a collection is a folder. A note without a link leads to itself. A note in several
 * collections stands in each, but its text only once. With `only`, it holds only these notes, in their order.
 */
export async function* netscapeExport(
  redis: Redis,
  user: User,
  siteUrl: string,
  only?: readonly string[],
): AsyncGenerator<string, void> {
  const [{ readingList }, collections] = await Promise.all([
    readChoices(redis, user.id),
    filledCollections(redis, user.id, only && new Set(only)),
  ]);
  const places = new Map(readingList.map((place) => [place.id, place]));
  const described = new Set<string>();
  const bookmark = (note: Note) =>
    bookmarkOf(note, { place: places.get(note.uuid), siteUrl, isDescribed: described.has(note.uuid) });
  yield [
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>',
    '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">',
    `<META NAME="generator" CONTENT="${bookmarksInMarkdown}">`,
    '<TITLE>Bookmarks</TITLE>',
    '<H1>Bookmarks</H1>',
    '<DL><p>\n',
  ].join('\n');
  for await (const note of loose(redis, user.id, { only, hasCollections: collections.length > 0 }))
    yield bookmark(note);
  const below = (id: string | null) => collections.filter(({ one }) => one.parent === id);
  const folder = async function* ({ one, uuids }: (typeof collections)[number]): AsyncGenerator<string, void> {
    yield `<DT><H3 DATA-COLLECTION="true" ADD_DATE="${seconds(one.createdAt)}">${escapeHtml(one.name)}</H3>\n<DL><p>\n`;
    for await (const note of collected(redis, user.id, uuids)) {
      yield bookmark(note);
      described.add(note.uuid);
    }
    for (const each of below(one.id)) yield* folder(each);
    yield '</DL><p>\n';
  };
  for (const each of below(null)) yield* folder(each);
  yield '</DL><p>\n';
}

/** A person's notes that are in none of their collections. */
async function* loose(
  redis: Redis,
  userId: string,
  { only, hasCollections }: { only: readonly string[] | undefined; hasCollections: boolean },
): AsyncGenerator<Note, void> {
  let some: Note[] = [];
  const those = async () => {
    const uuids = some.map(({ uuid }) => uuid);
    const found = hasCollections ? await memberships(redis, userId, uuids) : new Map<string, string[]>();
    return some.filter(({ uuid }) => !found.has(uuid));
  };
  for await (const { note } of ownNotes(redis, userId, only)) {
    some.push(note);
    if (some.length < notesAtOnce) continue;
    yield* await those();
    some = [];
  }
  yield* await those();
}

/** The notes among these that the person wrote, in this order. */
async function* collected(redis: Redis, userId: string, uuids: string[]): AsyncGenerator<Note, void> {
  for (const some of inParts(uuids, notesAtOnce)) {
    for (const note of await readNotes(redis, some)) {
      if (note && 'visibility' in note && note.authorId === userId) yield note;
    }
  }
}

type How = { place: ReadingPlace | undefined; siteUrl: string; isDescribed: boolean };

function bookmarkOf(note: Note, { place, siteUrl, isDescribed }: How): string {
  const { url, title, body, tags, visibility, createdAt, updatedAt } = note;
  const attributes = {
    HREF: url ?? siteUrl + addressOf(note),
    ADD_DATE: seconds(createdAt),
    LAST_MODIFIED: seconds(updatedAt),
    PRIVATE: visibility === 'public' ? '0' : '1',
    TAGS: tags.join(','),
    ...(place?.state === 'toread' && { TOREAD: '1' }),
    ...(place?.favourite && { 'DATA-IMPORTANT': 'true' }),
  };
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const description = body && !isDescribed ? `<DD>${escapeHtml(body)}\n` : '';
  return `<DT><A${written.join('')}>${escapeHtml(title)}</A>\n${description}`;
}

function seconds(at: string): string {
  return String(Math.floor(Date.parse(at) / 1000));
}
