import type { ImportItem, ParsedHighlight } from '../../model/import-item.ts';
import type { ImportedValue } from '../../../notes/model/details.ts';
import { limits } from '../../../platform/model/limits.ts';
import { isEmptyDate, parseDate, importedFrom } from '../field-values.ts';
import { paragraphs, blockQuote, fromPlain, type Markdown, fromMarkdown } from '../../model/as-markdown.ts';
import { shortenedTo } from '../../../platform/model/text/plain-text.ts';

/**
 * A highlighted passage, as a program exports it; without a quote, a comment on the whole page. Its `tags` become tags of the
 * page. `more`: fields without a place here, under their names in the file.
 */
export type ExportedHighlight = Partial<ParsedHighlight> & {
  quote: string;
  tags?: readonly string[];
  more?: Readonly<Record<string, unknown>>;
};

/** When a passage was highlighted and changed, as far as that can be parsed; the rest is kept as written in `unread`. */
export function highlightTimes(created: unknown, updated: unknown) {
  const [createdAt, updatedAt] = [parseDate(created), parseDate(updated)];
  const unread = {
    ...(createdAt === undefined && !isEmptyDate(created) && { 'date marked': created }),
    ...(updatedAt === undefined && !isEmptyDate(updated) && { 'date changed': updated }),
  };
  return { createdAt, updatedAt: updatedAt ?? createdAt, unread };
}

/** How many characters of a passage identify it among those of its page. */
const enough = 40;

/**
 * Adds highlighted passages to an item, in this order: as highlights if it has a page, otherwise as quotations in its text.
 * `said` converts a comment to Markdown. Other fields of a passage are kept with its first words.
 */
export function addHighlights<Item extends Pick<Partial<ImportItem>, 'body' | 'url' | 'tags' | 'imported'>>(
  item: Item,
  passages: readonly ExportedHighlight[],
  toMarkdown: (comment: string) => Markdown = fromPlain,
): Item {
  const imported = { ...item.imported };
  for (const [name, value] of Object.entries(moreOf(passages))) {
    imported[name in imported ? `highlight.${name}` : name] = value;
  }
  const tags = [...new Set([...(item.tags ?? []), ...passages.flatMap((passage) => passage.tags ?? [])])];
  const whole = {
    ...item,
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(imported).length > 0 && { imported }),
  };
  if (passages.length === 0) return whole;
  const quoted = passages.filter(({ quote }) => quote.trim() !== '');
  const inText = passages.flatMap(({ quote, comment = '' }) => {
    if (quote.trim() === '') return toMarkdown(comment);
    return item.url === undefined ? paragraphs(blockQuote(fromPlain(quote)), toMarkdown(comment)) : [];
  });
  const body = paragraphs(fromMarkdown(item.body ?? ''), ...inText);
  return item.url === undefined || quoted.length === 0
    ? { ...whole, body }
    : { ...whole, body, highlights: quoted.map(highlightOf) };
}

/** Passages without a position keep their order. */
function highlightOf({ more: _, tags: _tags, ...highlight }: ExportedHighlight, at: number): ParsedHighlight {
  const { quote, comment = '', prefix = '', suffix = '', start = at, ...rest } = highlight;
  const known = Object.fromEntries(
    Object.entries(rest as Record<string, unknown>).filter(([, value]) => value !== undefined),
  );
  const around = { prefix: prefix.slice(-limits.highlight.context), suffix: suffix.slice(0, limits.highlight.context) };
  return { quote: quote.trim(), comment: comment.trim(), ...around, start, ...known };
}

/** The other fields of passages: once if all passages have the same value, otherwise with the first words of each. */
function moreOf(passages: readonly ExportedHighlight[]): Record<string, ImportedValue> {
  const valuesByName = new Map<string, { words: string; value: Exclude<ImportedValue, string[]> }[]>();
  for (const { quote, comment, tags, more } of passages) {
    const words = firstWords(quote || (comment ?? ''));
    for (const [name, value] of Object.entries(importedFrom({ 'highlight tags': tags, ...more }, []) ?? {})) {
      const each = { words, value: Array.isArray(value) ? value.join(', ') : value };
      const others = valuesByName.get(name);
      if (others) others.push(each);
      else valuesByName.set(name, [each]);
    }
  }
  const values = [...valuesByName].map(([name, each]): [string, ImportedValue] => {
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
