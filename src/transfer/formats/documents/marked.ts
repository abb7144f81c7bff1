import type { ImportItem, ToldHighlight } from '../../model/import-item.ts';
import type { ImportedValue } from '../../../notes/model/details.ts';
import { limits } from '../../../platform/model/limits.ts';
import { isNoMoment, moment, importedFrom } from '../field-values.ts';
import { paragraphs, quotation, fromPlain, type Markdown, fromMarkdown } from '../../model/as-markdown.ts';
import { shortenedTo } from '../../../platform/model/text/plain-text.ts';

/**
 * A passage that somebody marked, as a program tells it; without a quote, what was said of the whole page. `more`: what
 * has no place with us, under the names of the file.
 */
export type Marked = Partial<ToldHighlight> & { quote: string; more?: Readonly<Record<string, unknown>> };

/** When a passage was marked and changed, as far as that can be read; what cannot is told as it is written. */
export function whenMarked(created: unknown, updated: unknown) {
  const [createdAt, updatedAt] = [moment(created), moment(updated)];
  const unread = {
    ...(createdAt === undefined && !isNoMoment(created) && { 'date marked': created }),
    ...(updatedAt === undefined && !isNoMoment(updated) && { 'date changed': updated }),
  };
  return { createdAt, updatedAt: updatedAt ?? createdAt, unread };
}

/** How much of a passage tells it from the others of its page. In characters. */
const enough = 40;

/**
 * An item with what was marked in it, in this order: highlights where it has a page, else quotations in its text. `said`: what a comment is. What
 * else a program says of a passage is told behind its first words.
 */
export function marked<Item extends Pick<Partial<ImportItem>, 'body' | 'url' | 'imported'>>(
  item: Item,
  passages: readonly Marked[],
  said: (comment: string) => Markdown = fromPlain,
): Item {
  const imported = { ...item.imported };
  for (const [name, value] of Object.entries(moreOf(passages))) {
    imported[name in imported ? `highlight.${name}` : name] = value;
  }
  const whole = Object.keys(imported).length > 0 ? { ...item, imported } : item;
  if (passages.length === 0) return whole;
  const quoted = passages.filter(({ quote }) => quote.trim() !== '');
  const inText = passages.flatMap(({ quote, comment = '' }) => {
    if (quote.trim() === '') return said(comment);
    return item.url === undefined ? paragraphs(quotation(fromPlain(quote)), said(comment)) : [];
  });
  const body = paragraphs(fromMarkdown(item.body ?? ''), ...inText);
  return item.url === undefined || quoted.length === 0
    ? { ...whole, body }
    : { ...whole, body, highlights: quoted.map(highlightOf) };
}

/** Without a place in the text they keep their order. */
function highlightOf({ more: _, ...told }: Marked, at: number): ToldHighlight {
  const { quote, comment = '', prefix = '', suffix = '', start = at, ...rest } = told;
  const known = Object.fromEntries(
    Object.entries(rest as Record<string, unknown>).filter(([, value]) => value !== undefined),
  );
  const around = { prefix: prefix.slice(-limits.highlight.context), suffix: suffix.slice(0, limits.highlight.context) };
  return { quote: quote.trim(), comment: comment.trim(), ...around, start, ...known };
}

/** What is said alike of all passages stands there once, else each behind the words that it is said of. */
function moreOf(passages: readonly Marked[]): Record<string, ImportedValue> {
  const told = new Map<string, { words: string; value: Exclude<ImportedValue, string[]> }[]>();
  for (const { quote, comment, more } of passages) {
    const words = begun(quote || (comment ?? ''));
    for (const [name, value] of Object.entries(importedFrom(more ?? {}, []) ?? {})) {
      const each = { words, value: Array.isArray(value) ? value.join(', ') : value };
      const others = told.get(name);
      if (others) others.push(each);
      else told.set(name, [each]);
    }
  }
  const values = [...told].map(([name, each]): [string, ImportedValue] => {
    const [first] = each;
    const isAlike = each.length === passages.length && each.every(({ value }) => value === first?.value);
    return [name, first && isAlike ? first.value : each.map(({ words, value }) => `“${words}” ${value}`)];
  });
  return Object.fromEntries(values);
}

function begun(quote: string): string {
  const words = quote.trim().replace(/\s+/g, ' ');
  return shortenedTo(words, enough + 1);
}
