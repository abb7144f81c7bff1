import { addressOf } from '../../../notes/model/note-access.ts';
import type { User } from '../../../people/model/user.ts';
import { escapeHtml } from '../../../notes/server/markdown/markdown-text.ts';
import { readChoices } from '../account/store/own-data.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { ownNotes } from './own-notes.ts';

/**
 * Bookmarks as every browser and bookmark service takes them: what is to be read in the way of Pinboard, favourites in
 * that of Raindrop.io. A note without a link leads to itself.
 */
export async function* netscapeExport(redis: Redis, user: User, siteUrl: string): AsyncGenerator<string, void> {
  const { readingList } = await readChoices(redis, user.id);
  const places = new Map(readingList.map((place) => [place.id, place]));
  yield [
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>',
    '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">',
    '<TITLE>Bookmarks</TITLE>',
    '<H1>Bookmarks</H1>',
    '<DL><p>\n',
  ].join('\n');
  for await (const { note } of ownNotes(redis, user.id)) {
    const { url, title, body, tags, visibility, createdAt, updatedAt } = note;
    const place = places.get(note.uuid);
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
    yield `<DT><A${written.join('')}>${escapeHtml(title)}</A>\n${body ? `<DD>${escapeHtml(body)}\n` : ''}`;
  }
  yield '</DL><p>\n';
}

function seconds(at: string): string {
  return String(Math.floor(Date.parse(at) / 1000));
}
