import * as z from 'zod';
import { importedFrom } from '../../field-values.ts';
import { blockQuote, fromPlain } from '../../../model/as-markdown.ts';
import type { ParsedItem } from '../../file.ts';
import type { Format } from '../../format.ts';
import { FileHead } from '../../sniff.ts';
import { Id, DateValue, Text } from '../fields.ts';
import { jsonReader } from '../json.ts';

const Link = z.looseObject({ url: z.string(), expanded_url: z.string() });
const Hashtag = z.looseObject({ text: z.string() });

/** The person's own post, or one that they liked. */
const Post = z.looseObject({
  tweet: z
    .looseObject({
      id_str: Id,
      full_text: Text,
      created_at: DateValue,
      entities: z.looseObject({ urls: z.array(Link).nullish(), hashtags: z.array(Hashtag).nullish() }).nullish(),
    })
    .optional(),
  like: z.looseObject({ tweetId: Id, fullText: Text, expandedUrl: Text }).optional(),
});

/** The beginning of a file of the archive, before the JSON. */
const begins = /^\s*window\.YTD\.(?:tweets?|likes?|community_tweet|note_tweet)\.part\d+\s*=\s*/;

const json = jsonReader({
  name: 'X (Twitter) archive',
  list: '',
  known: () => 1,
  item: Post.refine(({ tweet, like }) => tweet ?? like),
  read: ({ tweet, like, ...more }) => {
    const post = tweet ? ownPost(tweet) : like && likedPost(like);
    return post && { ...post, imported: { ...post.imported, ...importedFrom(more, []) } };
  },
});

export const twitterArchive: Format = {
  name: json.name,
  confidence: ({ text }) => (begins.test(text) ? 1 : 0),
  items: (text, { text: head, name, around }) =>
    json.items(withoutName(text), new FileHead(head.replace(begins, ''), name, around)),
};

async function* withoutName(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let head: string | undefined = '';
  for await (const part of text) {
    if (head === undefined) yield part;
    else {
      head += part;
      if (head.length < longestName && !begins.test(head)) continue;
      yield head.replace(begins, '');
      head = undefined;
    }
  }
  if (head) yield head.replace(begins, '');
}

/** How long that beginning may be, in characters. */
const longestName = 200;

const addressOf = (id: string) => `https://x.com/i/web/status/${id}`;

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** An archive has three characters escaped, as in HTML. */
const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);

/** The first line of a post, as its title. */
const titleOf = (text: string) => text.split('\n')[0]?.trim() ?? '';

type PostOf<Name extends 'tweet' | 'like'> = NonNullable<z.infer<typeof Post>[Name]>;

function ownPost({ id_str: id, full_text, created_at: at, entities, ...more }: PostOf<'tweet'>): ParsedItem {
  const text = (entities?.urls ?? []).reduce(
    (words, { url, expanded_url: to }) => words.replaceAll(url, to),
    unescaped(full_text),
  );
  return {
    ...{ title: titleOf(text), url: addressOf(id), body: fromPlain(text), at },
    tags: (entities?.hashtags ?? []).map(({ text: tag }) => tag),
    source: `twitter:${id}`,
    imported: importedFrom({ ...more, entities }, ['id']),
  };
}

/** An archive has neither the time of a like nor the author of the post. */
function likedPost({ tweetId: id, fullText, expandedUrl, ...more }: PostOf<'like'>): ParsedItem {
  const text = unescaped(fullText);
  return {
    title: titleOf(text),
    url: expandedUrl || addressOf(id),
    body: blockQuote(fromPlain(text)),
    source: `twitter:${id}`,
    imported: importedFrom(more, []),
  };
}
