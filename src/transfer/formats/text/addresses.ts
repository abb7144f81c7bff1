import { itemEntry, type ReadEntry, type Items, linesOf } from '../file.ts';
import type { Format } from '../format.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';

/** How many lines are checked to recognise a file. */
const maxLines = 50;

const oneTabLine = /^([a-z][a-z0-9+.-]*:\S+) \| (.*)$/i;
const address = /https?:\/\/[^\s<>"]+/gi;

/** Lines `address | title`; an empty line separates groups of tabs. */
export const oneTab: Format = {
  name: 'OneTab',
  confidence: ({ lines }) => (everyLine(lines(), (line) => oneTabLine.test(line)) ? 0.8 : 0),
  items: (text) =>
    itemsOf(text, (line) => {
      const [, url, title = ''] = oneTabLine.exec(line) ?? [];
      return url === undefined ? undefined : { url, title };
    }),
};

/** One address per line, with a title before or after it, or none. */
export const addressList: Format = {
  name: 'List of addresses',
  confidence: ({ lines, name }) => {
    const read = readerOf(name);
    const is = (line: string) => (read(line) ?? addressIn(line)) !== undefined;
    if (!everyLine(lines(), is)) return mostLines(lines(), is) ? 0.15 : 0;
    // A note of a vault may have nothing but a link; its file name is its title.
    return /\.(md|markdown|mdx)$/i.test(name) ? 0.3 : 0.5;
  },
  items: (text, { name }) => itemsOf(text, readerOf(name)),
};

const readerOf = (name: string) => (/\.(csv|tsv)$/i.test(name) ? rowIn : addressIn);

type Told = { url: string; title: string };

/** A line with exactly one address at its beginning or end; a sentence that contains a link is not such a line. */
function addressIn(line: string): Told | undefined {
  const text = line.trim().replace(/^(?:[-*•] )?<(https?:[^\s<>]+)>$/i, '$1');
  const [first, second] = text.match(address) ?? [];
  if (first === undefined || second !== undefined) return undefined;
  const [before, behind] = [text.slice(0, text.indexOf(first)), text.slice(text.indexOf(first) + first.length)];
  // A link in Markdown is not an item of a list of addresses.
  if (/[[\]]/.test(before) || (before.trim() !== '' && behind.trim() !== '')) return undefined;
  return { url: first.replace(/[,;]$/, ''), title: (before + behind).replace(/^[\s\-–—|:*•,;]+|[\s\-–—|:(,;]+$/g, '') };
}

/** A row of a table without column names: the address ends where the next cell begins. */
function rowIn(line: string): Told | undefined {
  const [, url, title = ''] = /^\s*"?(https?:\/\/[^\s<>",;]+)"?\s*[,;\t]\s*(.*?)\s*$/i.exec(line) ?? [];
  return url === undefined ? undefined : { url, title: title.replace(/^"(.*)"$/, '$1').replaceAll('""', '"') };
}

function everyLine(lines: readonly string[], is: (line: string) => boolean): boolean {
  const written = lines.filter((line) => line.trim() !== '').slice(0, maxLines);
  // The last line may be cut off, and no valid line is this long.
  const isCut = (line: string, at: number) => at > 0 && at === written.length - 1 && 'https://'.startsWith(line);
  return written.length > 0 && written.every((line, at) => line.length < 10_000 && (is(line) || isCut(line, at)));
}

/** Whether most lines have an address: a heading or a remark may be among them. */
function mostLines(lines: readonly string[], is: (line: string) => boolean): boolean {
  const written = lines.filter((line) => line.trim() !== '').slice(0, maxLines);
  const count = written.filter((line) => line.length < 10_000 && is(line)).length;
  return count >= 3 && count >= written.length * 0.75;
}

async function* itemsOf(text: AsyncIterable<string>, read: (line: string) => Told | undefined): Items {
  for await (const { line, number } of linesOf(text)) {
    if (line.trim() === '') continue;
    yield itemOf(line, `line ${number}`, read);
  }
}

function itemOf(line: string, place: string, read: (line: string) => Told | undefined): ReadEntry {
  const bookmark = line.length < 10_000 ? (read(line) ?? addressIn(line)) : undefined;
  if (bookmark) return itemEntry(place, bookmark);
  return { place, title: cutTo(line.trim(), 200), why: 'This line has no address, or more than one.' };
}
