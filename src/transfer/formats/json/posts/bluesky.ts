import * as z from 'zod';
import { importedFrom } from '../../field-values.ts';
import { paragraphs, blockQuote, linkTo, fromPlain } from '../../../model/as-markdown.ts';
import type { ParsedItem } from '../../file.ts';
import { DateValue, Text } from '../fields.ts';
import { jsonReader } from '../json.ts';

const External = z.looseObject({ external: z.looseObject({ uri: z.string(), title: Text }).optional() });

/** A saved post, as the API returns it; without its text if it was deleted or its author blocks the person. */
const Bookmark = z.looseObject({
  createdAt: DateValue,
  subject: z.looseObject({ uri: z.string().regex(/^at:\/\/[^/]+\/[^/]+\/[^/]+$/) }),
  item: z
    .looseObject({
      author: z.looseObject({ handle: Text, displayName: Text }).optional(),
      record: z.looseObject({ text: Text, createdAt: DateValue, embed: External.optional() }).optional(),
    })
    .optional(),
});

export const blueskyJson = jsonReader({
  name: 'Bluesky (JSON)',
  list: 'bookmarks',
  known: ['createdAt', 'subject', 'item'],
  item: Bookmark,
  read: blueskyItem,
});

function blueskyItem({ createdAt: at, subject, item = {}, ...more }: z.infer<typeof Bookmark>): ParsedItem {
  const { author, record, uri: _uri, cid: _cid, embed: _embed, ...post } = item;
  const { text = '', embed, ...written } = record ?? {};
  const { external } = embed ?? {};
  const [who, , key] = subject.uri.slice('at://'.length).split('/');
  const link = external && !text.includes(external.uri) ? linkTo(external.uri, external.title) : undefined;
  return {
    title: text.split('\n')[0]?.trim() ?? '',
    url: `https://bsky.app/profile/${author?.handle || who}/post/${key}`,
    body: paragraphs(blockQuote(fromPlain(text)), link),
    tags: [],
    at,
    source: `bluesky:${subject.uri}`.slice(0, 300),
    imported: importedFrom({ ...more, author, ...written, embed, post, subject }, []),
  };
}
