import { memberships } from '../../../library/server/collections.ts';
import type { ReadingPlace } from '../../../library/model/reading-list.ts';
import { addressOf } from '../../../notes/model/note-access.ts';
import type { Note } from '../../../notes/model/note.ts';
import { escapeHtml } from '../../../notes/server/markdown/markdown-text.ts';
import { readNotes } from '../../../notes/server/notes.ts';
import type { User } from '../../../people/model/user.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { bookmarksInMarkdown } from '../../model/export-formats.ts';
import { readChoices } from '../account/store/own-data.ts';
import { filledCollections, ownNotes } from './own-notes.ts';

const notesAtOnce = 50;

/**
 * Bookmarks as every browser and bookmark service takes them: what is to be read in the way of Pinboard, favourites in
 * that of Raindrop.io, a folder a collection. A note without a link leads to itself; one in several collections stands in
 * each, the first time with all that is told of it. With `only`, these notes alone, in the order of their choice.
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
  const told = new Set<string>();
  const bookmark = (note: Note) =>
    bookmarkOf(note, { place: places.get(note.uuid), siteUrl, isTold: told.has(note.uuid) });
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
      told.add(note.uuid);
    }
    for (const each of below(one.id)) yield* folder(each);
    yield '</DL><p>\n';
  };
  for (const each of below(null)) yield* folder(each);
  yield '</DL><p>\n';
}

/** A person's notes that stand in no collection of theirs. */
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

/** What of these a person wrote, in this order. */
async function* collected(redis: Redis, userId: string, uuids: string[]): AsyncGenerator<Note, void> {
  for (let from = 0; from < uuids.length; from += notesAtOnce) {
    for (const note of await readNotes(redis, uuids.slice(from, from + notesAtOnce))) {
      if (note && 'visibility' in note && note.authorId === userId) yield note;
    }
  }
}

type How = { place: ReadingPlace | undefined; siteUrl: string; isTold: boolean };

function bookmarkOf(note: Note, { place, siteUrl, isTold }: How): string {
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
  const said = body && !isTold ? `<DD>${escapeHtml(body)}\n` : '';
  return `<DT><A${written.join('')}>${escapeHtml(title)}</A>\n${said}`;
}

function seconds(at: string): string {
  return String(Math.floor(Date.parse(at) / 1000));
}
