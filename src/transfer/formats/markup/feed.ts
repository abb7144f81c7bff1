import type { ReadEntry, Items } from '../file.ts';
import type { Format } from '../format.ts';
import { entriesOf } from '../json/json.ts';
import { feedArticle } from '../json/starred.ts';
import { elementsOf, textIn, type Element, type Elements } from './feed-elements.ts';
import { htmlWords } from './html-text.ts';

const roots = new Set(['rss', 'feed', 'rdf:rdf']);

/** RSS or Atom from a site or a feed reader: articles with as much text as the feed has. */
export const feed: Format = {
  name: 'Feed (RSS, Atom)',
  confidence: (beginning) => (roots.has(beginning.html()?.tags[0]?.name ?? '') ? 0.8 : 0),
  items: feedItems,
};

async function* feedItems(text: AsyncIterable<string>): Items {
  for await (const one of elementsOf(text)) {
    if ('why' in one) yield one;
    else yield* articleIn(one);
  }
}

const placed = new Set(
  [
    'title',
    'link',
    'id',
    'guid',
    'category',
    'dc:subject',
    'description',
    'summary',
    'content',
    'content:encoded',
  ].concat(['pubdate', 'published', 'updated', 'dc:date', 'author', 'author.name', 'dc:creator']),
);

/** The authors from the first element name that is used. The others repeat the same authors. */
const authorsIn = (namesByElement: string[][]) =>
  [...new Set(namesByElement.map((names) => names.filter(Boolean)).find(({ length }) => length > 0))].join(', ');

function articleIn({ line, elements, site }: Elements): Generator<ReadEntry> {
  const all = (...names: string[]) => names.flatMap((name) => elements.filter((one) => one.name === name));
  const first = (...names: string[]) => all(...names).find(({ text }) => text !== '')?.text;
  const isOwn = ({ attributes }: Element) => /^(alternate)?$/.test(attributes.rel ?? '');
  const links = all('link').filter(isOwn);
  const [guid] = all('guid');
  const permalink = guid && guid.attributes.ispermalink !== 'false' && /^https?:/.test(guid.text) ? [guid.text] : [];
  const hrefs = [...links.map(({ text, attributes }) => attributes.href ?? text), ...permalink].filter(Boolean);
  const tags = all('category', 'dc:subject').map(({ text, attributes }) => text || (attributes.term ?? ''));
  const rest = Map.groupBy(
    elements.filter(({ name }) => !placed.has(name)),
    ({ name }) => name,
  );
  const others = all('link').filter((link) => !isOwn(link));
  const content = first('content:encoded', 'content');
  const article = {
    ...Object.fromEntries(Array.from(rest, ([name, elements]) => [name, elements.map(textIn)])),
    ...(others.length > 0 && { link: others.map(textIn) }),
    id: first('id', 'guid') ?? hrefs[0],
    title: first('title') ?? '',
    categories: tags.map((tag) => `user/-/label/${tag}`),
    canonical: [...new Set(hrefs)].map((href) => ({ href })),
    published: first('pubdate', 'published', 'dc:date') ?? first('updated'),
    updated: first('updated'),
    content: content && { content },
    summary: { content: first('description', 'summary') },
    author: authorsIn(['dc:creator', 'author.name', 'author'].map((name) => all(name).map(({ text }) => text))),
    origin: { title: htmlWords(site) },
  };
  return entriesOf(`line ${line}`, article, feedArticle);
}
