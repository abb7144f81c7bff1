import type { ParsedItem } from '../../file.ts';
import * as z from 'zod';
import { htmlText } from '../../markup/html-text.ts';
import { importedFrom } from '../../field-values.ts';
import { paragraphs, blockQuote } from '../../../model/as-markdown.ts';
import { Id, DateValue, Text } from '../fields.ts';
import { jsonReader } from '../json.ts';

/** An item as the search API writes it (`objectID`, `created_at`), or the site's own API (`id`, `time`). */
const Item = z
  .looseObject({
    objectID: Id.optional(),
    id: Id.optional(),
    title: Text,
    story_title: Text,
    url: Text,
    text: Text,
    story_text: Text,
    comment_text: Text,
    created_at: DateValue,
    time: DateValue,
  })
  .refine(({ objectID, id }) => objectID !== undefined || id !== undefined);

/** Stories and comments from the search. */
export const hackerNewsSearch = jsonReader({
  name: 'Hacker News (search, JSON)',
  list: 'hits',
  known: ['objectID', 'created_at', 'author'],
  item: Item,
  read: storyItem,
});

/** Stories and comments in a list, as scripts collect favourites and votes. */
export const hackerNewsList = jsonReader({
  name: 'Hacker News (JSON)',
  list: '',
  known: ['id', 'by', 'time', 'type'],
  item: Item,
  read: storyItem,
});

/** An item without a page elsewhere is saved with the address of its discussion. */
function storyItem(item: z.infer<typeof Item>): ParsedItem {
  const { objectID, id = objectID, title, story_title, url, created_at, time, ...rest } = item;
  // The search's highlighting says nothing about the item itself.
  const { text, story_text, comment_text, _highlightResult: _, ...more } = rest;
  const discussion = `https://news.ycombinator.com/item?id=${id}`;
  const words = paragraphs(...[comment_text, story_text, text].map(htmlText));
  return {
    title: title || story_title,
    url: url || discussion,
    body: blockQuote(words),
    at: created_at ?? time,
    imported: importedFrom({ ...(url && { discussion }), ...(title && { story_title }), ...more }, []),
  };
}
