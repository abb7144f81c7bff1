import { itemEntry, type ReadEntry, type Items, linesOf } from '../file.ts';
import type { Format } from '../format.ts';
import { paragraphs, blockQuote, fromPlain, type Markdown } from '../../model/as-markdown.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';

/** The separator of clippings. */
const border = '==========';
/** The most text of a book in one note, in characters: a note has at most 200 KB. A longer book becomes several notes. */
const longestText = 60_000;

/** A highlight, a note or a bookmark in a book: `about` is the line with its kind, place and time. */
type Clipping = { book: string; about: string; text: string; line: number };
type Book = { name: string; line: number; clippings: Clipping[] };

/** `My Clippings.txt`, in the language of the device: the highlights and notes of all books by time. */
export const kindleClippings: Format = {
  name: 'Kindle (My Clippings.txt)',
  confidence: ({ lines }) => {
    const at = lines().indexOf(border);
    return at >= 2 && /^[-–] .*\d/.test(lines()[1] ?? '') ? 1 : 0;
  },
  items: clippingItems,
};

/** One item for each book, which is complete only at the end of the file. */
async function* clippingItems(text: AsyncIterable<string>): Items {
  const books = new Map<string, Book>();
  let lines: { line: string; number: number }[] = [];
  const faults: ReadEntry[] = [];
  const take = (isWhole: boolean) => {
    const clipping = clippingIn(lines);
    const [first] = lines.filter(({ line }) => line.trim() !== '');
    lines = [];
    if (clipping && isWhole) {
      const book = books.get(clipping.book) ?? { name: clipping.book, line: clipping.line, clippings: [] };
      books.set(clipping.book, book);
      book.clippings.push(clipping);
    } else if (first) {
      const why = isWhole
        ? 'This isn’t a clipping: the line with its place is missing.'
        : 'The file is cut off within this clipping.';
      faults.push({ place: `line ${first.number}`, title: cutTo(first.line, 200), why });
    }
  };
  for await (const { line, number } of linesOf(text)) {
    if (line.trim() === border) take(true);
    else lines.push({ line, number });
  }
  take(false);
  for (const book of books.values()) yield* notesOf(book);
  yield* faults;
}

function clippingIn(lines: readonly { line: string; number: number }[]): Clipping | undefined {
  const from = lines.findIndex(({ line }) => line.replace(/\ufeff/g, '').trim() !== '');
  const [title, about, ...text] = lines.slice(Math.max(from, 0));
  // In Russian, the line begins with a dash.
  if (!title || !/^[-–]/.test(about?.line ?? '')) return undefined;
  return {
    book: title.line.replace(/\ufeff/g, '').trim(),
    about: (about?.line ?? '').slice(1).trim(),
    text: text
      .map(({ line }) => line)
      .join('\n')
      .trim(),
    line: title.number,
  };
}

/** The words for a note in the languages of the device. */
const noteWords =
  /\b(note|notiz|nota|notitie|notatka|notat|notering|muistiinpano)\b|заметка|ノート|メモ|笔记|筆記|노트|메모/iu;

/** The part of the line with the kind, which is before the time; in Japanese it follows the page. */
function kindOf(about: string): string {
  const parts = about.split('|');
  return parts.slice(0, Math.max(1, parts.length - 1)).join('|');
}

function* notesOf({ name, line, clippings }: Book): Generator<ReadEntry> {
  const { title, author } = bookIn(name);
  const at = clippings.map(({ about }) => timeIn(about)).find((time) => time !== undefined);
  const places = clippings.filter(({ text }) => text === '').map(({ about }) => about);
  const parts: { body: Markdown; abouts: string[] }[] = [];
  for (const { about, text } of clippings.filter((each) => each.text !== '')) {
    const markdown = noteWords.test(kindOf(about)) ? fromPlain(text) : blockQuote(fromPlain(text));
    const part = parts.at(-1);
    if (!part || part.body.length + markdown.length > longestText) parts.push({ body: markdown, abouts: [about] });
    else {
      part.body = paragraphs(part.body, markdown);
      part.abouts.push(about);
    }
  }
  if (parts.length === 0) parts.push({ body: fromPlain(''), abouts: [] });
  for (const [number, { body, abouts }] of parts.entries()) {
    yield itemEntry(`line ${line}`, {
      title: number === 0 ? title : `${title} (${number + 1})`,
      body,
      at,
      imported: {
        ...(author === undefined ? {} : { author }),
        ...(abouts.length > 0 ? { clippings: abouts } : {}),
        ...(number === 0 && places.length > 0 ? { bookmarks: places } : {}),
      },
    });
  }
}

/** `Title (Author)`: the last brackets contain the author. */
function bookIn(name: string): { title: string; author?: string } {
  const from = name.endsWith(')') ? name.lastIndexOf(' (') : -1;
  return from <= 0 ? { title: name } : { title: name.slice(0, from).trim(), author: name.slice(from + 2, -1).trim() };
}

let months: ReadonlyMap<string, number> | undefined;

/** The number of a month by its name. The table is created for the first clipping. */
function monthOf(name: string): number | undefined {
  months ??= new Map(
    ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'pl', 'sv'].flatMap((language) => {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, month): [string, number] => {
        const parts = format.formatToParts(Date.UTC(2024, month, 15));
        return [(parts.find(({ type }) => type === 'month')?.value ?? '').toLowerCase(), month];
      });
    }),
  );
  return months.get(name);
}

/** The time of a clipping in any of these languages, read as UTC because it has no zone. ISO 8601. */
function timeIn(about: string): string | undefined {
  const written = about.split('|').at(-1) ?? '';
  const [, hour = '0', minute = '0', second = '0'] = /(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(written) ?? [];
  const isLate = /\bp\.?m\b|下午|午後|오후/i.test(written) && Number(hour) < 12;
  const date = dateIn(written);
  if (!date) return undefined;
  const isMidnight = /\ba\.?m\b|上午|午前|오전/i.test(written) && Number(hour) === 12;
  const hours = isMidnight ? 0 : Number(hour) + (isLate ? 12 : 0);
  const time = Date.UTC(date.year, date.month, date.day, hours, Number(minute), Number(second));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function dateIn(written: string): { year: number; month: number; day: number } | undefined {
  const [, y, m, d] = /(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]/.exec(written) ?? [];
  if (y && m && d) return { year: Number(y), month: Number(m) - 1, day: Number(d) };
  const words = written.toLowerCase().split(/[\s,]+/);
  const month = words.map(monthOf).find((each) => each !== undefined);
  const year = words.find((word) => /^\d{4}$/.test(word));
  const day = words.map((word) => /^(\d{1,2})\.?$/.exec(word)?.[1]).find((each) => each !== undefined);
  return month === undefined || !year || !day ? undefined : { year: Number(year), month, day: Number(day) };
}
