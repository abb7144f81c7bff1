import type { ImportItem, ToldHighlight } from '../../model/import-item.ts';
import type { ImportedValue } from '../../../notes/model/details.ts';
import { limits } from '../../../platform/model/limits.ts';
import { isNoMoment, moment, importedFrom } from '../field-values.ts';
import { paragraphs, quotation, fromPlain, type Markdown, fromMarkdown } from '../../model/as-markdown.ts';
import { shortenedTo } from '../../../platform/model/text/plain-text.ts';

/**
 * A highlighted passage, as a program exports it; without a quote, a comment on the whole page. `more`: fields without a
 * place here, under their names in the file.
 */
export type Marked = Partial<ToldHighlight> & { quote: string; more?: Readonly<Record<string, unknown>> };

/** When a passage was highlighted and changed, as far as that can be parsed; the rest is kept as written in `unread`. */
export function whenMarked(created: unknown, updated: unknown) {
  const [createdAt, updatedAt] = [moment(created), moment(updated)];
  const unread = {
    ...(createdAt === undefined && !isNoMoment(created) && { 'date marked': created }),
    ...(updatedAt === undefined && !isNoMoment(updated) && { 'date changed': updated }),
  };
  return { createdAt, updatedAt: updatedAt ?? createdAt, unread };
}

/** How many characters of a passage identify it among those of its page. */
const enough = 40;

/**
 * Adds highlighted passages to an item, in this order: as highlights if it has a page, otherwise as quotations in its text.
 * `said` converts a comment to Markdown. Other fields of a passage are kept with its first words.
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

/** Passages without a position keep their order. */
function highlightOf({ more: _, ...told }: Marked, at: number): ToldHighlight {
  const { quote, comment = '', prefix = '', suffix = '', start = at, ...rest } = told;
  const known = Object.fromEntries(
    Object.entries(rest as Record<string, unknown>).filter(([, value]) => value !== undefined),
  );
  const around = { prefix: prefix.slice(-limits.highlight.context), suffix: suffix.slice(0, limits.highlight.context) };
  return { quote: quote.trim(), comment: comment.trim(), ...around, start, ...known };
}

/** The other fields of passages: once if all passages have the same value, otherwise with the first words of each. */
function moreOf(passages: readonly Marked[]): Record<string, ImportedValue> {
  const told = new Map<string, { words: string; value: Exclude<ImportedValue, string[]> }[]>();
  for (const { quote, comment, more } of passages) {
    const words = firstWords(quote || (comment ?? ''));
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

function firstWords(quote: string): string {
  const words = quote.trim().replace(/\s+/g, ' ');
  return shortenedTo(words, enough + 1);
}
