import type { Told } from '../file.ts';
import { z } from 'zod';
import { htmlText } from '../markup/html-text.ts';
import { importedFrom } from '../field-values.ts';
import { paragraphs, quotation } from '../../model/as-markdown.ts';
import { Id, Moment, Text } from './fields.ts';
import { jsonReader } from './json.ts';

/** An item as the site's search writes it (`objectID`, `created_at`), and as its own interface does (`id`, `time`). */
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
    created_at: Moment,
    time: Moment,
  })
  .refine(({ objectID, id }) => objectID !== undefined || id !== undefined);

/** Stories and comments that the search found. */
export const hackerNewsSearch = jsonReader({
  name: 'Hacker News (search, JSON)',
  list: 'hits',
  known: ['objectID', 'created_at', 'author'],
  item: Item,
  read: storyItem,
});

/** Stories and comments in a list, as scripts bring favourites and votes together. */
export const hackerNewsList = jsonReader({
  name: 'Hacker News (JSON)',
  list: '',
  known: ['id', 'by', 'time', 'type'],
  item: Item,
  read: storyItem,
});

/** What has no page elsewhere is saved with that of its discussion. */
function storyItem(item: z.infer<typeof Item>): Told {
  const { objectID, id = objectID, title, story_title, url, created_at, time, ...rest } = item;
  // How a search marks what it was asked for says nothing of the item.
  const { text, story_text, comment_text, _highlightResult: _, ...more } = rest;
  const discussion = `https://news.ycombinator.com/item?id=${id}`;
  const words = paragraphs(...[comment_text, story_text, text].map(htmlText));
  return {
    title: title || story_title,
    url: url || discussion,
    body: quotation(words),
    at: created_at ?? time,
    imported: importedFrom({ ...(url && { discussion }), ...(title && { story_title }), ...more }, []),
  };
}
