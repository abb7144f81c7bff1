import * as z from 'zod';
import { Text } from './fields.ts';
import type { ParsedItem } from '../file.ts';
import { jsonReader } from './json.ts';
import { splitTags, parseDate, importedFrom } from '../field-values.ts';
import { paragraphs, blockQuote, fromPlain, type Markdown } from '../../model/as-markdown.ts';

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** The fields of a work that are texts. */
export const citationTexts = ['abstract', 'note', 'annote'] as const;

/**
 * A work from reference software, with fields under their BibTeX names. It is saved under its address, or else that of its
 * DOI; other fields (authors, where it appeared) are kept with the note.
 */
export function citationItem(
  fields: Readonly<Record<string, unknown>> & Partial<Record<(typeof citationTexts)[number], Markdown>>,
): ParsedItem {
  const { title, url, doi, abstract, note, annote, keywords, ...more } = fields;
  const { urldate, timestamp, 'date-added': added, 'date-modified': changed, ...rest } = more;
  const work = text(doi).replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i, '');
  const own = linkIn(text(url));
  const address = own ?? (work ? `https://doi.org/${work}` : linkIn(text(rest['howpublished'])));
  return {
    title: text(title) || nameOf(rest),
    url: address,
    body: paragraphs(abstract && blockQuote(abstract), note, annote),
    tags: splitTags(text(keywords), /[,;]/),
    at: [added, timestamp, urldate].find((each) => parseDate(each)) ?? added ?? timestamp,
    changedAt: changed,
    imported: importedFrom({ ...rest, urldate, doi, ...(own !== text(url) && { url }) }, []),
  };
}

/** A title for a work without one: that of its publication, or else its authors and year. */
function nameOf(fields: Readonly<Record<string, unknown>>): string {
  const fieldText = (...names: string[]) =>
    names.map((name) => [fields[name]].flat().map(text).join(', ')).find(Boolean) ?? '';
  const where = fieldText('booktitle', 'shorttitle', 'short title', 'container-title', 'publication title', 'journal');
  const [who, year] = [fieldText('author', 'editor'), fieldText('year', 'publication year', 'issued', 'date')];
  return where || (who && year ? `${who} (${year})` : who);
}

/** The address in a field: some programs write words before it, or leave out its beginning. */
function linkIn(written: string): string | undefined {
  if (/^https?:\/\//i.test(written)) return written;
  const [, withoutScheme] = /^(?:\/\/)?(\S+)$/.exec(written) ?? [];
  const isHost = /^(\/\/|www\.)/i.test(written) && URL.parse(`http://${withoutScheme}`)?.hostname.includes('.');
  return isHost ? `http://${withoutScheme}` : /https?:\/\/\S+/i.exec(written)?.[0];
}

/** A date, or a range of two, by year, month and day. */
const When = z.union([
  z
    .looseObject({ 'date-parts': z.array(z.array(z.union([z.number(), z.string()]))).nonempty() })
    .transform(({ 'date-parts': days }) => days.map(written).join('/')),
  z.looseObject({ raw: z.string() }).transform(({ raw }) => raw),
  z.looseObject({ literal: z.string() }).transform(({ literal }) => literal),
]);

function written(day: readonly (number | string)[]): string {
  return day.map((part) => String(part).padStart(2, '0')).join('-');
}

/** The parts of a name in reading order. */
const Name = z.looseObject({}).transform(({ literal, given, 'non-dropping-particle': particle, family, suffix }) => {
  const parts = [literal, given, particle, family, suffix];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
});

const Names = z.array(Name.refine((name) => name !== '')).nonempty();

const Work = z.looseObject({
  ...{ id: z.union([z.string(), z.number()]), type: z.string(), title: Text },
  ...{ URL: Text, DOI: Text, abstract: Text, note: Text, annote: Text, keyword: Text, accessed: When.nullish() },
});

/** References in the exchange format of Zotero, Mendeley and pandoc. */
export const cslJson = jsonReader({
  name: 'References (CSL-JSON)',
  list: '',
  known: ({ items }) => {
    const names = items.get('');
    const some = ['author', 'issued', 'container-title', 'DOI', 'URL', 'accessed', 'publisher'];
    return names?.has('id') && names.has('type') && some.some((name) => names.has(name)) ? 0.6 : 0;
  },
  item: Work,
  read: ({ URL: url, DOI: doi, keyword: keywords, accessed, abstract, note, annote, ...work }) => {
    const fields = Object.entries(work).map(([name, value]) => [name, plain(value)] as const);
    const texts = { abstract: fromPlain(abstract), note: fromPlain(note), annote: fromPlain(annote) };
    return citationItem({ ...Object.fromEntries(fields), ...texts, url, doi, keywords, urldate: accessed });
  },
});

/** Dates and names as texts, other values unchanged. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return When.safeParse(value).data ?? Names.safeParse(value).data ?? value;
}
