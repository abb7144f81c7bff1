import { found, type Found, type Items, linesOf } from '../file.ts';
import type { Format } from '../format.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';

/** How many lines tell what a file is. */
const looked = 50;

const oneTabLine = /^([a-z][a-z0-9+.-]*:\S+) \| (.*)$/i;
const address = /https?:\/\/[^\s<>"]+/gi;

/** Lines `address | title`; an empty one stands between what was put away at different times. */
export const oneTab: Format = {
  name: 'OneTab',
  sure: ({ lines }) => (everyLine(lines(), (line) => oneTabLine.test(line)) ? 0.8 : 0),
  items: (text) =>
    itemsOf(text, (line) => {
      const [, url, title = ''] = oneTabLine.exec(line) ?? [];
      return url === undefined ? undefined : { url, title };
    }),
};

/** One address a line, with a title before or behind it, or without. */
export const addressList: Format = {
  name: 'List of addresses',
  sure: ({ lines, name }) => {
    const read = readerOf(name);
    const is = (line: string) => (read(line) ?? addressIn(line)) !== undefined;
    if (!everyLine(lines(), is)) return mostLines(lines(), is) ? 0.15 : 0;
    // A note of a vault may hold nothing but a link, and its name is what it is called.
    return /\.(md|markdown|mdx)$/i.test(name) ? 0.3 : 0.5;
  },
  items: (text, { name }) => itemsOf(text, readerOf(name)),
};

const readerOf = (name: string) => (/\.(csv|tsv)$/i.test(name) ? rowIn : addressIn);

type Told = { url: string; title: string };

/** A sentence with a link in it is no such line: the address begins it or ends it, and there is one. */
function addressIn(line: string): Told | undefined {
  const text = line.trim().replace(/^(?:[-*•] )?<(https?:[^\s<>]+)>$/i, '$1');
  const [first, second] = text.match(address) ?? [];
  if (first === undefined || second !== undefined) return undefined;
  const [before, behind] = [text.slice(0, text.indexOf(first)), text.slice(text.indexOf(first) + first.length)];
  // The address of a link in Markdown is none of a list.
  if (/[[\]]/.test(before) || (before.trim() !== '' && behind.trim() !== '')) return undefined;
  return { url: first.replace(/[,;]$/, ''), title: (before + behind).replace(/^[\s\-–—|:*•,;]+|[\s\-–—|:(,;]+$/g, '') };
}

/** A row of a table whose columns have no names: an address ends where the next cell begins. */
function rowIn(line: string): Told | undefined {
  const [, url, title = ''] = /^\s*"?(https?:\/\/[^\s<>",;]+)"?\s*[,;\t]\s*(.*?)\s*$/i.exec(line) ?? [];
  return url === undefined ? undefined : { url, title: title.replace(/^"(.*)"$/, '$1').replaceAll('""', '"') };
}

function everyLine(lines: readonly string[], is: (line: string) => boolean): boolean {
  const written = lines.filter((line) => line.trim() !== '').slice(0, looked);
  // The last one may be cut off where one stops looking, and none is as long as this.
  const isCut = (line: string, at: number) => at > 0 && at === written.length - 1 && 'https://'.startsWith(line);
  return written.length > 0 && written.every((line, at) => line.length < 10_000 && (is(line) || isCut(line, at)));
}

/** A heading or a remark among many addresses is one line that has none. */
function mostLines(lines: readonly string[], is: (line: string) => boolean): boolean {
  const written = lines.filter((line) => line.trim() !== '').slice(0, looked);
  const count = written.filter((line) => line.length < 10_000 && is(line)).length;
  return count >= 3 && count >= written.length * 0.75;
}

async function* itemsOf(text: AsyncIterable<string>, read: (line: string) => Told | undefined): Items {
  for await (const { line, number } of linesOf(text)) {
    if (line.trim() === '') continue;
    yield itemOf(line, `line ${number}`, read);
  }
}

function itemOf(line: string, place: string, read: (line: string) => Told | undefined): Found {
  const told = line.length < 10_000 ? (read(line) ?? addressIn(line)) : undefined;
  if (told) return found(place, told);
  return { place, title: cutTo(line.trim(), 200), why: 'This line has no address, or more than one.' };
}
