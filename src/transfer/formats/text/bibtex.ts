import { parse, type Item, type Value } from 'bibtex-parse';
import { begins, bibtexEntries, type BibtexEntry } from './bibtex-entries.ts';
import { citationItem } from './citation.ts';
import { found, type Found } from '../file.ts';
import type { Format } from '../format.ts';
import { latexText, verbatimText } from './latex.ts';

/** References as LaTeX has them, from Zotero, JabRef, BibDesk, Mendeley and others. */
export const bibtex: Format = {
  name: 'BibTeX',
  sure: ({ lines }) => {
    const first = lines().find((line) => line.trim() !== '' && !line.startsWith('%'));
    return first !== undefined && begins.test(first) ? 0.8 : 0;
  },
  items: async function* (text) {
    const words = new Map(months);
    let count = 0;
    for await (const entry of bibtexEntries(text)) {
      const one = readEntry(entry, words);
      if (!one) continue;
      count += 1;
      yield one;
    }
    if (count === 0) yield { place: 'the file', why: 'There are no references in this file.' };
  },
};

/** What may stand for a text without being defined. */
const months = ['January', 'February', 'March', 'April', 'May', 'June']
  .concat(['July', 'August', 'September', 'October', 'November', 'December'])
  .map((month): [string, string] => [month.slice(0, 3).toLowerCase(), month]);

/** Undefined where it is nothing that is saved: a word that is defined for the entries behind it, or a comment. */
function readEntry({ line, text, why }: BibtexEntry, words: Map<string, string>): Found | undefined {
  const place = `line ${line}`;
  const [, type = '', key = ''] = /^\s*@\s*([a-z]+)\s*[{(]\s*([^\s,={}()"#]*)/i.exec(text) ?? [];
  if (/^(comment|preamble)$/i.test(type)) return undefined;
  const refused = (reason: string): Found => ({ place, title: `${type} ${key}`.trim().slice(0, 300), why: reason });
  if (why !== undefined) return refused(why);
  const item = parsed(text);
  if (item?.itemtype === 'string') return void words.set(item.name.toLowerCase(), latexOf(item, words));
  if (item?.itemtype !== 'entry')
    return refused('This entry has a fault: a comma, a quotation mark or a name is missing.');
  const fields = item.fields.map((field) => {
    const name = field.name.trim().toLowerCase();
    return [name, (verbatim.test(name) ? verbatimText : latexText)(latexOf(field, words))] as const;
  });
  return found(place, citationItem({ ...Object.fromEntries(fields), type: item.type, key: item.key ?? '' }));
}

/** A text of hundreds of braces beside each other is too much for the parser's own levels. */
function parsed(text: string): Item | undefined {
  try {
    return parse(text, { number: 'string' }).find(({ itemtype }) => itemtype === 'entry' || itemtype === 'string');
  } catch {
    return undefined;
  }
}

/** Fields that are no text to be read: signs mean themselves there. */
const verbatim = /^(url|urldate|doi|howpublished|eprint|file|isbn|issn|date.*|timestamp)$/;

/** What is written there, words that were defined before put in their places. */
function latexOf(value: Value, words: ReadonlyMap<string, string>): string {
  if (value.datatype === 'concatinate') return value.value.map((part) => latexOf(part, words)).join('');
  if (value.datatype === 'identifier') return words.get(value.value.toLowerCase()) ?? value.value;
  return value.datatype === 'null' ? '' : String(value.value);
}
