import { countedOf } from '../../../platform/model/counted.ts';
import { importedFrom } from '../field-values.ts';
import { itemEntry, type ReadEntry, type Items } from '../file.ts';
import type { Format } from '../format.ts';
import { elementsOf, textIn, type Elements } from './feed-elements.ts';
import { htmlText, htmlWords } from './html-text.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';

/** The export of a WordPress site: a feed with additional elements. */
export const wordPress: Format = {
  name: 'WordPress (WXR)',
  confidence: (beginning) => (beginning.html()?.tags[0]?.attributes['xmlns:wp'] === undefined ? 0 : 1),
  items: wordPressItems,
};

async function* wordPressItems(text: AsyncIterable<string>): Items {
  for await (const one of elementsOf(text)) yield 'why' in one ? one : postIn(one);
}

const placed = new Set(
  [
    'title',
    'link',
    'guid',
    'content:encoded',
    'category',
    'description',
    'pubdate',
    'wp:post_id',
    'wp:post_name',
  ].concat(['wp:post_date', 'wp:post_date_gmt', 'wp:post_modified', 'wp:post_modified_gmt', 'wp:status']),
);

function postIn({ line, elements }: Elements): ReadEntry {
  const one = (name: string) => elements.find((each) => each.name === name)?.text ?? '';
  const [place, title] = [`line ${line}`, htmlWords(one('title'))];
  const type = one('wp:post_type') || 'post';
  if (one('wp:status') === 'trash') return { place, title: cutTo(title, 300), why: 'It’s in the trash of WordPress.' };
  if (!['post', 'page'].includes(type)) return { place, title: cutTo(title, 300), why: whyNot(type) };
  const comments = elements.filter(({ name }) => name === 'wp:comment').length;
  const rest = elements.filter(
    ({ name }) => !placed.has(name) && !name.startsWith('wp:comment.') && name !== 'wp:comment',
  );
  const fields = Map.groupBy(rest, ({ name }) => name);
  const categories = elements.filter(({ name, text }) => name === 'category' && text !== '');
  return itemEntry(place, {
    title,
    url: one('link') || undefined,
    body: htmlText(withParagraphs(one('content:encoded'))),
    tags: categories.map(({ text }) => text),
    // A draft has no date, which is written in zeros.
    at: timeOf(one('wp:post_date_gmt')) ?? timeOf(one('wp:post_date')) ?? one('pubdate'),
    changedAt: timeOf(one('wp:post_modified_gmt')) ?? timeOf(one('wp:post_modified')),
    // A post with a password is not public.
    shared: one('wp:status') === 'publish' && one('wp:post_password') === '' ? true : undefined,
    source: one('guid') ? `wordpress:${one('guid')}`.slice(0, 300) : undefined,
    imported: importedFrom(
      {
        ...Object.fromEntries(
          [...fields].map(([name, all]) => [name, all.length === 1 && all[0] ? textIn(all[0]) : all.map(textIn)]),
        ),
        ...(one('wp:status') !== 'publish' && { status: one('wp:status') }),
        description: one('description'),
      },
      [],
    ),
    aside: comments > 0 ? [countedOf(comments, 'comment')] : undefined,
  });
}

function whyNot(type: string): string {
  return type === 'attachment'
    ? 'It’s a file, which isn’t in this export.'
    : `WordPress keeps it as “${type.slice(0, 60)}”, which is neither a post nor a page.`;
}

function timeOf(written: string): string | undefined {
  return written === '' || written.startsWith('0000') ? undefined : written;
}

/** Older texts separate paragraphs by empty lines. */
function withParagraphs(html: string): string {
  return /<p[\s>]/i.test(html) ? html : html.replace(/\r?\n[ \t]*\r?\n/g, '<p>').replace(/\r?\n/g, '<br>');
}
