import { citationItem } from '../json/csl-json.ts';
import { itemEntry, type ReadEntry, linesOf, type ParsedItem } from '../file.ts';
import type { Format } from '../format.ts';
import { htmlText } from '../markup/html-text.ts';
import { importedFrom } from '../field-values.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';
import { fromPlain, paragraphs } from '../../model/as-markdown.ts';

/** `TY  - JOUR`; a last field without text may lack the space after its hyphen. */
const tagged = /^([A-Z][A-Z0-9]) {1,2}-(?: (.*)|)$/;

/** No reference is longer, in characters. */
const longest = 300_000;

type Reference = { line: number; fields: Map<string, string[]>; last: string; length: number };

/** References in the exchange format of Zotero, EndNote, Mendeley and libraries: one field per line, from TY to ER. */
export const ris: Format = {
  name: 'References (RIS)',
  confidence: ({ lines }) => {
    const first = lines().find((line) => line.trim() !== '');
    return first !== undefined && tagged.exec(first)?.[1] === 'TY' ? 0.9 : 0;
  },
  items: async function* (text) {
    let open: Reference | undefined;
    for await (const { line, number } of linesOf(text)) {
      const [, tag, value = ''] = tagged.exec(line.trimEnd()) ?? [];
      if (tag === 'TY') {
        if (open) yield itemOf(open, 'Its end (ER) is missing, so it may be incomplete.');
        open = { line: number, fields: new Map([['TY', [value.trim()]]]), last: 'TY', length: 0 };
      } else if (!open) {
        if (line.trim() !== '') yield outside(line, number);
      } else if (tag === 'ER') {
        yield itemOf(open);
        open = undefined;
      } else take(open, tag, tag === undefined ? line.trim() : value.trim());
    }
    if (open) yield itemOf(open, 'The file ends within this reference, so it may be incomplete.');
  },
};

function outside(line: string, number: number): ReadEntry {
  return { place: `line ${number}`, title: cutTo(line.trim(), 300), why: 'This line is in no reference (TY … ER).' };
}

/** Adds a line to a reference. A line without a tag continues the field above it. */
function take(open: Reference, tag: string | undefined, value: string): void {
  open.length += value.length + 1;
  if (open.length > longest) return;
  const values = open.fields.get(tag ?? open.last) ?? [];
  if (tag === undefined) values.push(`${values.pop() ?? ''}\n${value}`);
  else {
    values.push(value);
    open.fields.set(tag, values);
    open.last = tag;
  }
}

function itemOf({ line, fields, length }: Reference, remark?: string): ReadEntry {
  const place = `line ${line}`;
  /** Removes the first of these fields that has a value, and returns its values. */
  const takeField = (...tags: string[]): string[] => {
    const tag = tags.find((each) => fields.get(each)?.some((value) => value.trim() !== ''));
    const values = fields.get(tag ?? '') ?? [];
    if (tag !== undefined) fields.delete(tag);
    return values.map((value) => value.trim()).filter(Boolean);
  };
  const first = (...tags: string[]): string => {
    const [value = '', ...others] = takeField(...tags);
    if (others.length > 0 && tags[0] !== undefined) fields.set(tags[0], others);
    return value.replaceAll('\n', ' ');
  };
  // One tag may have several addresses.
  const addresses = takeField('UR', 'LK').flatMap((all) =>
    all.split(/[;\s](?=https?:\/\/)/).map((each) => each.trim().replace(/;$/, '').trim()),
  );
  if (addresses.length > 1) fields.set('UR', addresses.slice(1));
  const title = first('TI', 'T1', 'CT', 'BT', 'T2');
  if (length > longest)
    return { place, title: cutTo(title, 300), why: `This reference is longer than ${longest} characters.` };
  const read = fields.get('Y2')?.[0];
  const cited = citationItem({
    title,
    url: addresses[0]?.replaceAll('\n', ' ') ?? '',
    doi: first('DO'),
    abstract: paragraphs(...takeField('AB', 'N2').map(fromPlain)),
    note: paragraphs(
      ...[...takeField('N1'), ...takeField('RN')].map((note) => (/^<[a-z]/i.test(note) ? htmlText : fromPlain)(note)),
    ),
  });
  const item: ParsedItem = {
    ...cited,
    // EndNote writes them in separate lines after one tag.
    tags: takeField('KW').flatMap((words) => words.split(/[;\n]/).flatMap((word) => word.trim() || [])),
    at: read === undefined ? undefined : dayOf(read),
    imported: { ...importedFrom(Object.fromEntries([...fields].map(asField)), []), ...cited.imported },
  };
  return itemEntry(place, remark === undefined ? item : { ...item, remarks: [remark] });
}

function asField([tag, values]: [string, string[]]): [string, string | string[]] {
  const [only = '', ...others] = values;
  return [tag, others.length === 0 ? only : values];
}

/** `2012/04/05/06:07:08`; everything after the year may be missing. */
function dayOf(written: string): string {
  const [, year, month = '01', day = '01', time = ''] =
    /^(\d{4})(?:\/(\d{1,2})?(?:\/(\d{1,2})?(?:\/(.*))?)?)?$/.exec(written.trim()) ?? [];
  if (year === undefined) return written;
  const at = /^\d{2}:\d{2}(:\d{2})?$/.test(time.trim()) ? ` ${time.trim()}` : '';
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${at}`;
}
