import { textOf } from '../../search/model/note.ts';
import { hostOf } from '../../platform/model/url.ts';
import { excerptOf, readingMinutes } from '../../notes/server/markdown/markdown.ts';
import { oneByOne } from '../../notes/server/markdown-work.ts';
import type { LibraryItem, LibraryTexts } from '../model/library.ts';
import type { Changes, Had } from './store/library.ts';

/** What changed, as it stands in a library; of what is no longer in it the uuid alone. */
export async function itemsOf({ changes }: Changes): Promise<{ items: LibraryItem[]; gone: string[] }> {
  const there = changes.flatMap(({ had }) => had ?? []);
  return {
    items: await oneByOne(there, itemOf),
    gone: changes.filter(({ had }) => had === undefined).map(({ uuid }) => uuid),
  };
}

export function itemOf({
  note,
  author,
  reading,
  progress,
  copy,
  highlights,
  collections,
  comments,
  link,
}: Had): LibraryItem {
  const { uuid, rev, kind, url, title, slug, tags, visibility, createdAt, updatedAt, publishedAt, icon, pictures } =
    note;
  const { savedAt, ...place } = reading ?? { savedAt: publishedAt ?? createdAt };
  const own = author === undefined;
  return {
    note: {
      ...{ uuid, rev, kind, url, title, slug, tags, visibility, createdAt, updatedAt, publishedAt, icon },
      ...(pictures && { pictures }),
      own,
      author: author ?? null,
      ...(note.hidden && { hidden: note.hidden.kind }),
    },
    site: url === null ? '' : hostOf(url).toLowerCase(),
    ...(link?.broken === true && link.url === url && { broken: { status: link.status, since: link.since } }),
    excerpt: excerptOf(note.body),
    minutes: copy?.minutes ?? readingMinutes(note.body),
    copy: copy ? { title: copy.facts.title, author: copy.facts.author } : null,
    reading: 'state' in place ? place : null,
    progress,
    highlights: highlights.length,
    comments: comments.length,
    collections,
    savedAt: own ? createdAt : savedAt,
  };
}

/** The texts in which an item is found: what the person wrote, kept, marked and said. */
export function textsOf({ note, copy, highlights, comments }: Had): LibraryTexts {
  return {
    text: note.body,
    copy: copy ? textOf(copy.html) : '',
    highlights: highlights.map(({ id, quote, comment }) => ({ id, text: comment ? `${quote}\n${comment}` : quote })),
    comments: comments.map(({ id, body }) => ({ id, text: body })),
  };
}
