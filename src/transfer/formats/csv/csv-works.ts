import { fromPlain, type Markdown } from '../../model/as-markdown.ts';
import { importedFrom, splitTags } from '../field-values.ts';
import { booleanFrom } from '../json/written-values.ts';
import { htmlText } from '../markup/html-text.ts';
import type { CsvFormat } from './csv.ts';

/** What somebody wrote about a book or a film: plain lines, which may have a few HTML elements. */
function review(text: string | undefined): Markdown {
  return /<\/?[a-z]+[ />]/i.test(text ?? '') ? htmlText((text ?? '').replace(/\r?\n/g, '<br>')) : fromPlain(text ?? '');
}

/** The shelves that everybody has. A book stands on one of them. */
const shelfStates = { 'to-read': 'toread', 'currently-reading': 'reading', read: 'archived' } as const;

const stateOf = (shelf: string) =>
  Object.hasOwn(shelfStates, shelf) ? shelfStates[shelf as keyof typeof shelfStates] : undefined;

/** Books with their pages there. ISBNs are written as formulas, so that spreadsheets keep leading zeros; 0 is no rating. */
export const goodreadsCsv: CsvFormat = {
  name: 'Goodreads (CSV)',
  columns: ['book id', 'title', 'author', 'my rating', 'date added', 'bookshelves', 'exclusive shelf'],
  item: ({ 'book id': id = '', title = '', 'exclusive shelf': shelf = '', bookshelves = '', isbn, isbn13, ...row }) => {
    const { 'my rating': rating, 'my review': reviewText, 'date read': readAt, ...rest } = row;
    // Private notes are kept beside the note: a person who imports as public means the reviews, which were public there.
    const { 'date added': at, 'bookshelves with positions': _positions, ...more } = rest;
    const shelves = [...new Set([...splitTags(bookshelves), shelf])].filter((each) => each !== '' && !stateOf(each));
    const number = (cell: string | undefined) => cell?.replace(/^="(.*)"$/, '$1');
    const numbers = { isbn: number(isbn), isbn13: number(isbn13), 'my rating': rating === '0' ? '' : rating };
    return {
      title,
      url: /^\d+$/.test(id) ? `https://www.goodreads.com/book/show/${id}` : undefined,
      body: review(reviewText),
      tags: [],
      folders: shelves.length > 0 ? shelves.map((each) => [each]) : undefined,
      state: stateOf(shelf),
      at,
      readAt,
      source: id ? `goodreads:${id}` : undefined,
      imported: importedFrom({ ...(/^\d*$/.test(id) ? {} : { 'book id': id }), ...numbers, ...more }, []),
    };
  },
};

/** Films: a diary, reviews, or a list of what was seen, liked or is to be seen, which only the name of the file says. */
export const letterboxdCsv: CsvFormat = {
  name: 'Letterboxd (CSV)',
  columns: ['date', 'name', 'year', 'letterboxd uri'],
  item: ({ date: at, name = '', year = '', 'letterboxd uri': url, tags, rewatch, ...row }, file) => {
    const { 'watched date': readAt, review: reviewText, ...more } = row;
    // Who liked a film has seen it. The archive lists likes first, and the first entry decides about the reading list.
    const isLiked = /(?:^|\/)likes\/[^/]*$/i.test(file);
    const isSeen = readAt || isLiked || /(?:^|\/)(?:watched|ratings)[^/]*$/i.test(file);
    const isToSee = /(?:^|\/)watchlist[^/]*$/i.test(file);
    return {
      title: year ? `${name} (${year})` : name,
      url,
      body: review(reviewText),
      tags: splitTags(tags),
      at,
      readAt,
      state: isSeen ? 'archived' : isToSee ? 'toread' : undefined,
      favourite: isLiked || undefined,
      imported: importedFrom({ ...(booleanFrom(rewatch) === false ? {} : { rewatch }), ...more }, []),
    };
  },
};
