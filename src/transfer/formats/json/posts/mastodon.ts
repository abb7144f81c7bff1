import * as z from 'zod';
import { attachmentsLeftOut, importedFrom } from '../../field-values.ts';
import { linkTo, paragraphs, fromPlain } from '../../../model/as-markdown.ts';
import type { ParsedItem } from '../../file.ts';
import { htmlText, htmlWords } from '../../markup/html-text.ts';
import { DateValue, Text } from '../fields.ts';
import { jsonReader } from '../json.ts';

const Tag = z.looseObject({ type: Text, name: Text });
const File = z.looseObject({ url: z.string(), name: Text });
const Post = z.looseObject({
  ...{
    id: Text,
    url: Text,
    boosted: z.url().optional(),
    published: DateValue,
    updated: DateValue,
    content: Text,
    summary: Text,
  },
  ...{ tag: z.array(Tag).nullish(), attachment: z.array(File).nullish() },
});

/** An activity: the person wrote a post, or boosted one by somebody else. */
const Activity = z.looseObject({
  ...{ type: Text, published: DateValue, to: z.array(z.string()).nullish(), cc: z.array(z.string()).nullish() },
  object: z.preprocess((object) => (typeof object === 'string' ? { boosted: object } : object), Post),
});

/** The posts in an archive of Mastodon, in ActivityPub form. */
export const mastodonJson = jsonReader({
  name: 'Mastodon (outbox)',
  list: 'orderedItems',
  known: ['type', 'actor', 'published', 'object'],
  item: Activity,
  read: activityItem,
});

function activityItem({ object, published, to, cc, id: _, ...activity }: z.infer<typeof Activity>): ParsedItem {
  const more = { ...activity, cc };
  if (object.boosted !== undefined)
    return { title: '', url: object.boosted, tags: [], at: published, imported: importedFrom({ ...more, to }, []) };
  const { id, url, content, summary, tag, attachment, published: written, updated, ...post } = object;
  const text = htmlText(content);
  // In an archive, attachments are files next to the posts, and named by their paths.
  const left = (attachment ?? []).flatMap(({ url }) => (url === '' || URL.canParse(url) ? [] : [url]));
  const attached = (attachment ?? []).map(({ url, name }) => (URL.canParse(url) ? linkTo(url, name) : fromPlain(name)));
  const tags = (tag ?? []).filter(({ type }) => type === 'Hashtag').map(({ name }) => name.replace(/^#/, ''));
  return {
    title: summary || htmlWords(/^.*?(?=<br|<\/p>|$)/is.exec(content)?.[0] ?? ''),
    url: url || id,
    body: paragraphs(text, ...attached),
    tags,
    at: published ?? written,
    changedAt: updated,
    shared: to?.some(isEverybody),
    source: `mastodon:${id}`.slice(0, 300),
    aside: left.length > 0 ? attachmentsLeftOut(left) : undefined,
    imported: importedFrom(
      {
        ...more,
        ...post,
        to: to?.filter((each) => !isEverybody(each)),
        mentions: tag?.filter(({ type }) => type !== 'Hashtag'),
      },
      // Repeats other fields.
      ['contentMap', 'atomUri'],
    ),
  };
}

/** ActivityPub's name for everybody as a recipient. */
const isEverybody = (each: string) => /(?:^|[#:])Public$/.test(each);
