import type { CsvFormat } from './csv.ts';
import type { Row } from './rows.ts';
import { itemEntry, type ReadEntry, groupParts, type Part } from '../file.ts';
import { splitTags, listedTags, parseDate, importedFrom } from '../field-values.ts';
import { addHighlights } from '../documents/exported-highlights.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';

/** Tags are written as a Python list; reading progress is a fraction of 1. */
export const readwiseCsv: CsvFormat = {
  name: 'Readwise Reader (CSV)',
  columns: ['title', 'url', 'document tags', 'location'],
  item: ({ id, title = '', url, 'document tags': tags, 'saved date': at, location = '', ...more }) => {
    const progress = Number(more['reading progress'] ?? 0);
    const unread = progress > 0 && progress < 1 ? 'reading' : 'toread';
    return {
      title,
      url,
      tags: listedTags(tags),
      at: at,
      source: id ? `readwise:${id}` : undefined,
      state: location === 'archive' ? 'archived' : location === 'feed' ? undefined : unread,
      imported: importedFrom({ ...more, location }, []),
    };
  },
};

/** The most text of one book in one note: a note has at most 200 KB, and a character takes up to four. */
const longest = 50_000;

/** Highlights of books and articles without addresses: each becomes a text with its passages. */
export const readwiseHighlightsCsv: CsvFormat = {
  name: 'Readwise (highlights, CSV)',
  columns: ['highlight', 'book title', 'book author', 'note', 'location', 'highlighted at'],
  entries: (rows) => {
    const parts = async function* (): AsyncGenerator<Part<Row>> {
      for await (const one of rows) {
        if (!('row' in one)) {
          yield one;
          continue;
        }
        const { place, row } = one;
        const { 'book title': title = '', 'book author': author = '', 'amazon book id': id = '' } = row;
        if (row['highlight'] || row['note']) yield { key: JSON.stringify([title, author, id]), place, value: row };
        else yield { place, title: cutTo(title, 300), why: 'This line has neither a highlight nor a note.' };
      }
    };
    return groupParts(parts(), bookItems);
  },
};

function* bookItems(rows: readonly Row[], place: string): Generator<ReadEntry, void> {
  const pages: Row[][] = [[]];
  let length = 0;
  for (const row of rows) {
    const size = sizeOf(row['highlight']) + sizeOf(row['note']);
    length += size;
    if (length > longest && pages.at(-1)?.length) {
      pages.push([]);
      length = size;
    }
    pages.at(-1)?.push(row);
  }
  for (const [at, page] of pages.entries()) yield itemEntry(place, bookItem(page, at === 0 ? '' : ` (${at + 1})`));
}

/** The size of a text as a quotation, with `> ` before each line, and the separator after it. */
function sizeOf(text = ''): number {
  return text.length + 2 * text.split('\n').length + 2;
}

/** Columns that are the same for each passage of a book, or that have their own place in a note. */
const ofBook = new Set(['book title', 'book author', 'amazon book id', 'document tags']);

function bookItem(rows: readonly Row[], number: string) {
  const [first = {}] = rows;
  const times = rows.flatMap((row) => parseDate(row['highlighted at']) ?? []).toSorted();
  const item = {
    title: `${first['book title'] || 'Highlights'}${number}`,
    tags: rows.flatMap((row) => splitTags(row['document tags'])),
    at: times[0],
    changedAt: times.at(-1),
    imported: importedFrom({ 'book author': first['book author'], 'amazon book id': first['amazon book id'] }, []),
  };
  return addHighlights(
    item,
    rows.map(({ highlight: quote = '', note: comment, tags, ...row }) => {
      const more = Object.entries(row).filter(([name]) => !ofBook.has(name));
      return { quote, comment, tags: splitTags(tags), more: Object.fromEntries(more) };
    }),
  );
}
