import type { ParsedItem } from '../file.ts';
import * as z from 'zod';
import { splitTags, importedFrom } from '../field-values.ts';
import { paragraphs, blockQuote, fromMarkdown, fromPlain } from '../../model/as-markdown.ts';
import { Flag, DateValue, Tags, Text } from './fields.ts';
import { htmlText } from '../markup/html-text.ts';
import { jsonReader } from './json.ts';

/* The JSON exports and API answers of bookmark services. */

const Post = z.looseObject({
  href: z.string(),
  description: Text,
  extended: Text,
  tags: Text,
  time: DateValue,
  shared: Flag,
  toread: Flag,
});

/** The names are those of delicious: `description` is the title. */
export const pinboardPost = {
  item: Post,
  read: ({ href, description, extended, time, tags, shared, toread, ...more }: z.infer<typeof Post>): ParsedItem => ({
    title: description,
    url: href,
    body: fromPlain(extended),
    tags: splitTags(tags, /\s+/),
    at: time,
    shared,
    state: toread ? 'toread' : undefined,
    imported: importedFrom(more, []),
  }),
};

export const pinboardJson = jsonReader({
  name: 'Pinboard (JSON)',
  list: '',
  known: ['href', 'description', 'extended', 'time', 'shared', 'toread', 'tags'],
  ...pinboardPost,
});

/** A bookmark in an answer of linkding's API. */
export const Linkding = z.looseObject({
  url: z.string(),
  title: Text,
  website_title: Text,
  description: Text,
  notes: Text,
  tag_names: Tags,
  is_archived: Flag,
  unread: Flag,
  shared: Flag,
  date_added: DateValue,
  date_modified: DateValue,
});

export const linkdingJson = jsonReader({
  name: 'linkding (JSON)',
  list: 'results',
  known: ['url', 'title', 'tag_names', 'is_archived', 'date_added'],
  item: Linkding,
  read: linkdingItem,
});

/** Without a title by the person, the page's own title is used. */
export function linkdingItem(bookmark: z.infer<typeof Linkding>): ParsedItem {
  const { url, title, website_title: named, description, notes, tag_names: tags, ...rest } = bookmark;
  const { is_archived, unread, shared, date_added, date_modified, ...more } = rest;
  return {
    title: title || named,
    url,
    body: paragraphs(fromPlain(description), fromMarkdown(notes)),
    tags,
    at: date_added,
    changedAt: date_modified,
    state: is_archived ? 'archived' : unread ? 'toread' : undefined,
    shared,
    imported: importedFrom({ ...(title ? { website_title: named } : {}), ...more }, []),
  };
}

/** The address of a text is its page in Shaarli, which ends with its short name. */
export const shaarliJson = jsonReader({
  name: 'Shaarli (JSON)',
  list: '',
  known: ['id', 'url', 'shorturl', 'title', 'description', 'tags', 'private', 'created'],
  item: z.looseObject({
    url: Text,
    shorturl: Text,
    title: Text,
    description: Text,
    tags: z.union([z.string().transform((tags) => splitTags(tags, /\s+/)), Tags]),
    private: Flag,
    created: DateValue,
    updated: DateValue,
  }),
  read: ({ url, title, description, tags, private: isPrivate, created, updated, ...more }) => {
    const { shorturl } = more;
    const isText =
      url === '' || (shorturl !== '' && (url.endsWith(`/shaare/${shorturl}`) || url.endsWith(`?${shorturl}`)));
    return {
      title,
      url: isText ? undefined : url,
      body: fromMarkdown(description),
      tags,
      at: created,
      changedAt: updated,
      shared: isPrivate === undefined ? undefined : !isPrivate,
      imported: importedFrom(isText ? { url, ...more } : more, []),
    };
  },
});

export const readabilityJson = jsonReader({
  name: 'Readability (JSON)',
  list: 'bookmarks',
  known: ['article__url', 'article__title', 'archive', 'favorite'],
  item: z.looseObject({
    article__url: z.string(),
    article__title: Text,
    /** HTML, unlike the title. */
    article__excerpt: Text,
    archive: Flag,
    favorite: Flag,
    date_added: DateValue,
    date_archived: DateValue,
    date_updated: DateValue,
  }),
  read: ({ article__url, article__title, article__excerpt, archive, favorite, ...rest }) => {
    const { date_added, date_archived, date_updated, ...more } = rest;
    return {
      title: article__title,
      url: article__url,
      body: blockQuote(htmlText(article__excerpt)),
      at: date_added,
      changedAt: date_updated,
      readAt: date_archived,
      state: archive ? 'archived' : 'toread',
      favourite: favorite || undefined,
      imported: importedFrom(more, []),
    };
  },
});
