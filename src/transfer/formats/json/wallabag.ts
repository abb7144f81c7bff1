import * as z from 'zod';
import type { ParsedItem } from '../file.ts';
import type { Copy } from '../../../capture/model/capture.ts';
import { parseDate, importedFrom } from '../field-values.ts';
import { Flag, DateValue, Tags, Text } from './fields.ts';
import { jsonReader } from './json.ts';
import { addHighlights, highlightTimes } from '../documents/exported-highlights.ts';

const Annotation = z.looseObject({ quote: Text, text: Text, created_at: DateValue, updated_at: DateValue });

/** Version 1 has `is_read` and `is_fav`, version 2 `is_archived` and `is_starred`. */
export const Wallabag = z.looseObject({
  title: Text,
  url: z.string(),
  tags: Tags,
  is_read: Flag,
  is_archived: Flag,
  is_fav: Flag,
  is_starred: Flag,
  is_public: Flag,
  content: Text,
  created_at: DateValue,
  updated_at: DateValue,
  archived_at: DateValue,
  published_at: DateValue,
  annotations: z.array(Annotation).nullish(),
});
type Wallabag = z.infer<typeof Wallabag>;

/** What replaces an article that wallabag could not read. */
const unread = /^\s*(<p>)?wallabag can't retrieve contents/i;

export const wallabagJson = jsonReader({
  name: 'wallabag (JSON)',
  list: '',
  known: ({ items }) => {
    const names = items.get('');
    const isOne =
      ['is_archived', 'is_read'].some((name) => names?.has(name)) && names?.has('url') && names.has('content');
    return isOne ? 0.8 : 0;
  },
  item: Wallabag.refine((entry) => entry.is_read !== undefined || entry.is_archived !== undefined),
  read: wallabagItem,
});

export function wallabagItem(entry: Wallabag): ParsedItem {
  const { title, url, tags, is_read, is_archived, is_fav, is_starred, is_public, ...rest } = entry;
  const { content, created_at, updated_at, archived_at, published_at, annotations, ...more } = rest;
  const item = {
    title,
    url,
    tags,
    at: created_at,
    changedAt: updated_at,
    readAt: archived_at,
    state: is_read || is_archived ? 'archived' : (is_read ?? is_archived) === false ? 'toread' : undefined,
    favourite: is_fav || is_starred || undefined,
    shared: is_public,
    copy: content === '' || unread.test(content) ? undefined : copyOf(entry),
    imported: importedFrom({ published_at, ...more }, numbered),
  } as const;
  return addHighlights(
    item,
    (annotations ?? [])
      .map(({ quote, text, created_at: created, updated_at: updated, ...rest }) => ({
        quote,
        comment: text,
        times: highlightTimes(created, updated),
        more: rest,
      }))
      .map(({ times: { unread, ...times }, more, ...rest }) => ({ ...rest, ...times, more: { ...more, ...unread } })),
  );
}

/** Version 1 writes each field twice: under its name, and under a number. */
const numbered = Array.from({ length: 20 }, (_, number) => String(number));

/** The saved article, with its metadata. */
function copyOf({ title, url, content, created_at, published_at, ...more }: Wallabag): Copy {
  const text = (name: string) => (typeof more[name] === 'string' ? more[name] : '');
  const minutes = Number(more['reading_time']);
  const authors = z.array(z.string()).safeParse(more['published_by']).data ?? [];
  return {
    url,
    at: parseDate(created_at) ?? new Date().toISOString(),
    html: content,
    minutes: minutes >= 1 ? Math.round(minutes) : 1,
    facts: {
      title,
      description: '',
      author: authors.join(', '),
      site: text('domain_name'),
      language: text('language').replace('_', '-'),
      published: parseDate(published_at) ?? null,
      image: text('preview_picture') || null,
      canonical: null,
    },
  };
}
