import { copyPageItems, copyPageMark } from './copy-page.ts';
import { csvFormat, csvItems } from './csv.ts';
import { joined } from '../domain/bytes.ts';
import { chunksOf, peeked, type Found, type ImportFile, type Items } from './file.ts';
import { highlightsMark, highlightsMarkdownItems } from './highlights-markdown.ts';
import { jsonFormat, jsonItems } from './json.ts';
import { isMarkdown, markdownItem } from './markdown.ts';
import { netscapeItems } from './netscape.ts';
import { pocketHtmlItems } from './pocket-html.ts';
import { textOf } from './text.ts';
import { zipEntries, type ZipEntry } from './zip-entries.ts';

/** A file whose format is known: its name for people, and what it holds, to be read once. */
export type Opened = { ok: true; format: string; items: Items } | { ok: false; why: string };

const looked = 8 * 1024;
/** A Markdown file that is longer holds more than a note may. In characters. */
const longestMarkdown = 1_000_000;

const known =
  'We read bookmarks files of browsers and bookmark services (HTML), Pocket (HTML and CSV), Instapaper, Raindrop.io and ' +
  'Readwise Reader (CSV), Omnivore (zip), wallabag and Karakeep (JSON), Markdown files, also as a zip, and our own exports.';

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
  return textFile(text.head.join(''), text.all, name);
}

function textFile(head: string, text: AsyncGenerator<string, void>, name: string): Opened {
  const start = head.trimStart();
  if (start === '') return { ok: false, why: 'The file holds nothing but white space.' };
  if (start.includes('\0')) return { ok: false, why: `This is no text that we can read. ${known}` };
  const html = htmlFormat(start);
  if (html) return { ok: true, format: html.name, items: html.items(text) };
  if (start.startsWith(highlightsMark)) {
    return { ok: true, format: 'Commonplace (highlights, Markdown)', items: highlightsMarkdownItems(text) };
  }
  const json = jsonFormat(start);
  if (json !== undefined) return { ok: true, format: json, items: jsonItems(text, start) };
  const csv = csvFormat(start.split(/[\r\n]/, 1)[0] ?? '');
  if (csv && !isFrontMatter(start)) return { ok: true, format: csv.format.name, items: csvItems(text, csv) };
  if (isMarkdown(start, name)) return { ok: true, format: 'Markdown', items: markdownItems(text, name) };
  return { ok: false, why: `${whatItIs(start)} ${known}` };
}

function htmlFormat(head: string): { name: string; items: (text: AsyncIterable<string>) => Items } | undefined {
  if (/<title>\s*pocket export/i.test(head) || /<a[^>]+time_added=/i.test(head)) {
    return { name: 'Pocket (HTML)', items: pocketHtmlItems };
  }
  if (head.includes(copyPageMark)) return { name: 'Commonplace (copy of a page)', items: copyPageItems };
  const isNetscape = /<!doctype netscape-bookmark-file/i.test(head) || (/<dl\b/i.test(head) && /<dt\b/i.test(head));
  return isNetscape ? { name: 'Bookmarks (HTML)', items: netscapeItems } : undefined;
}

const isFrontMatter = (head: string) => /^---[ \t]*\r?\n/.test(head);

function whatItIs(head: string): string {
  if (/^(<!doctype html|<html)/i.test(head)) return 'This is a web page, and no file of bookmarks.';
  const line = (head.split(/[\r\n]/, 1)[0] ?? '').slice(0, 60);
  return `This file begins with “${line}”, and no program that we know writes that.`;
}

async function* markdownItems(text: AsyncIterable<string>, name: string): Items {
  let whole = '';
  const place = name.slice(0, 300);
  for await (const part of text) {
    whole += part;
    if (whole.length <= longestMarkdown) continue;
    yield { place, why: 'This text is longer than a note may be (200 KB). Split it.' };
    return;
  }
  yield markdownItem(whole, name, place);
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
