import * as z from 'zod';
import type { Copy } from '../../../capture/model/capture.ts';
import { importedFrom, isEmptyDate, parseDate } from '../field-values.ts';
import { blockQuote } from '../../model/as-markdown.ts';
import type { ParsedItem } from '../file.ts';
import { addHighlights } from '../documents/exported-highlights.ts';
import { htmlText, htmlWords } from '../markup/html-text.ts';
import { Id, DateValue, Tags, Text } from './fields.ts';
import { jsonReader } from './json.ts';

const Link = z.looseObject({ href: z.string() });
const Words = z.looseObject({ content: Text }).nullish();
const Passage = z.looseObject({ text: Text, note: Text });

/** An article in the form of Google Reader, which feed readers still use for exports of starred articles. */
const Article = z.looseObject({
  id: Id.nullish(),
  title: Text,
  categories: Tags,
  canonical: z.array(Link).nullish(),
  alternate: z.array(Link).nullish(),
  starred: DateValue,
  timestampUsec: DateValue,
  published: DateValue,
  updated: DateValue,
  content: Words,
  summary: Words,
  author: Text,
  origin: z.looseObject({ title: z.unknown() }).nullish(),
  annotations: z.array(Passage).nullish(),
});

/** The same for any feed, whose articles may have no address. */
export const feedArticle = { item: Article, read: starredItem };

export const starredJson = jsonReader({
  name: 'Starred articles (Inoreader, FreshRSS)',
  list: 'items',
  known: ['categories', 'origin', 'alternate', 'published'],
  item: Article.refine(({ canonical, alternate }) => canonical?.[0] ?? alternate?.[0]),
  read: starredItem,
});

const label = /^user\/[^/]*\/label\/(.+)$/;
/** Categories that every article of such a file has. */
const everywhere = /^user\/[^/]*\/state\/(com\.google|org\.freshrss)\/(reading-list|starred)$/;

/** From this number of words on, an article is more than a summary, and kept as a copy of the page. */
const longWords = 100;

function starredItem(article: z.infer<typeof Article>): ParsedItem {
  const { id, title, categories, canonical, alternate, starred, timestampUsec, published, updated, ...rest } = article;
  const { content, summary, annotations, ...more } = rest;
  const [url, ...others] = [canonical, alternate].flatMap((links) => links?.map(({ href }) => href) ?? []);
  const times = [starred, timestampUsec, published];
  const html = content?.content || summary?.content || '';
  const isLong = url !== undefined && html.split(/\s+/).length > longWords;
  const item = {
    title: htmlWords(title),
    url,
    body: isLong ? undefined : blockQuote(htmlText(html)),
    tags: categories.flatMap((each) => label.exec(each)?.[1] ?? []),
    at: times.find((each) => parseDate(each) !== undefined) ?? times.find((each) => !isEmptyDate(each)),
    changedAt: updated,
    source: id == null ? undefined : `starred:${id}`.slice(0, 300),
    imported: importedFrom(
      {
        ...{ published, ...more },
        categories: categories.filter((each) => !label.test(each) && !everywhere.test(each)),
        links: [...new Set(others)].filter((other) => other !== url),
        ...(content?.content && { summary: summary?.content }),
      },
      [],
    ),
  };
  return addHighlights(
    isLong ? { ...item, copy: copyOf(article, item, html) } : item,
    (annotations ?? []).map(({ text, note, ...more }) => ({ quote: text, comment: note, more })),
  );
}

/** The article, as a copy of its page. */
function copyOf(
  { author, origin, published }: z.infer<typeof Article>,
  { title, url = '', at }: ParsedItem,
  html: string,
): Copy {
  const site = typeof origin?.title === 'string' ? origin.title : '';
  return {
    ...{ url, at: parseDate(at) ?? new Date().toISOString(), html },
    minutes: Math.max(1, Math.round(html.replace(/<[^<>]*>/g, ' ').split(/\s+/).length / 230)),
    facts: {
      ...{ title, description: '', author, site, language: '' },
      ...{ published: parseDate(published) ?? null, image: null, canonical: null },
    },
  };
}
