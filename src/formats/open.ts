import { joined } from '../domain/bytes.ts';
import { Beginning, looked } from './beginning.ts';
import { chunksOf, peeked, type Found, type ImportFile, type Items } from './file.ts';
import { surest } from './format.ts';
import { formats } from './formats.ts';
import { textOf } from './text.ts';
import { zipEntries, type ZipEntry } from './zip-entries.ts';

/** A file whose format is known: its name for people, and what it holds, to be read once. */
export type Opened = { ok: true; format: string; items: Items } | { ok: false; why: string };

const known = `We read ${formats.map(({ name }) => name).join(', ')}, and any of them in a zip archive.`;

/** Finds out from the content what a file is. `name` decides only where the content speaks for nothing: plain text. */
export async function openFile(file: ImportFile): Promise<Opened> {
  return opened(chunksOf(file.stream()), file.name, 'file');
}

async function opened(bytes: AsyncIterable<Uint8Array>, name: string, what: 'file' | 'entry'): Promise<Opened> {
  const { head, all } = await peeked(bytes, 4);
  const start = joined(head);
  if (start.length === 0) return { ok: false, why: 'The file is empty.' };
  if (start[0] === 0x50 && start[1] === 0x4b) {
    if (what === 'entry') return { ok: false, why: 'An archive within an archive is not opened. Unpack it first.' };
    return { ok: true, format: 'Zip archive', items: zipItems(all) };
  }
  const text = await peeked(textOf(all), looked);
  return textFile(new Beginning(text.head.join(''), name), text.all);
}

function textFile(beginning: Beginning, text: AsyncGenerator<string, void>): Opened {
  if (beginning.text === '') return { ok: false, why: 'The file holds nothing but white space.' };
  if (beginning.text.includes('\0')) return { ok: false, why: `This is no text that we can read. ${known}` };
  const [format, ...others] = surest(formats, beginning);
  if (!format) return { ok: false, why: `${whatItIs(beginning)} ${known}` };
  if (others.length === 0) return { ok: true, format: format.name, items: format.items(text, beginning) };
  const names = [format, ...others].map(({ name }) => name).join(' as of ');
  return { ok: false, why: `This file could as well be one of ${names}, and nothing in it tells which.` };
}

function whatItIs({ text, lines, html }: Beginning): string {
  const page = html();
  if (page && (page.doctype.includes('html') || page.tags[0]?.name === 'html')) {
    return 'This is a web page, and no file of bookmarks.';
  }
  const line = (lines()[0] ?? text).slice(0, 60);
  return `This file begins with “${line}”, and no program that we know writes that.`;
}

/** Every file of the archive by what it is; what is no list of saved things and no text (pictures, pages) is passed over. */
async function* zipItems(bytes: AsyncIterable<Uint8Array>): Items {
  let count = 0;
  for await (const entry of zipEntries(bytes)) {
    const { name } = entry;
    if (isAside(name)) continue;
    count += 1;
    const file = await opened(entry.bytes, name, 'entry');
    if (file.ok) yield* within(entry, file.items);
    const why = entry.fault() ?? (!file.ok && /\.(zip|csv|json)$/i.test(name) ? file.why : undefined);
    if (why !== undefined) yield { place: name.slice(0, 300), why };
  }
  if (count === 0)
    yield { place: 'the archive', why: 'There is no file in this archive, or it is damaged at its beginning.' };
}

/** An entry that turns out damaged holds no whole last item. */
async function* within({ name, fault }: ZipEntry, items: Items): Items {
  let held: Found | undefined;
  for await (const item of items) {
    if (held) yield held;
    held = { ...item, place: placeIn(name, item.place) };
  }
  if (held && fault() === undefined) yield held;
}

function placeIn(name: string, place: string): string {
  return (place === name.slice(0, 300) ? name : `${name}, ${place}`).slice(0, 300);
}

/** Folders, what systems leave behind, and what is certainly no text. */
function isAside(name: string): boolean {
  const hidden = name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
  return hidden || name.endsWith('/') || /\.(png|jpe?g|gif|webp|avif|ico|pdf|mp[34])$/i.test(name);
}
