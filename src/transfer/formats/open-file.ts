import { joined } from '../../platform/model/bytes.ts';
import { noSiblings, readSiblings, contentOf, highlightsOf, isHidden, isReadFirst, type Siblings } from './siblings.ts';
import { wholeItems } from './whole-file.ts';
import { FileHead, headLength, unreadableReason, exclusionReason, reexportAdvice } from './sniff.ts';
import { bytesOf, chunksOf, itemEntry, peek, withLineFeeds } from './file.ts';
import type { ReadEntry, ImportFile, Items } from './file.ts';
import { mostConfident } from './format.ts';
import { formats } from './formats.ts';
import { picturesShown, type PictureFile } from './uploaded-pictures.ts';
import { isBinaryType, isReadableType, reportSkippedFiles } from './skipped-files.ts';
import { isTableOfPages } from './documents/notion.ts';
import { bundlesWithoutText, missingTextReason } from './documents/text-bundle.ts';
import { addHighlights } from './documents/exported-highlights.ts';
import { omnivoreCopy, omnivoreHighlights } from './json/omnivore.ts';
import { readAs, textOf } from './text/text.ts';
import { ending, zipEntries, type ZipEntry } from './zip-entries.ts';
import { cutTo } from '../../platform/model/text/plain-text.ts';
import { fromMarkdown } from '../model/as-markdown.ts';

/** A file whose format is known: the format's name for people, and its items, to be read once. */
export type Opened = { ok: true; format: string; items: Items; pictures?: Pictures } | { ok: false; why: string };

/** The pictures that the texts show, if the file has any. To be called after all items were read. */
type Pictures = () => AsyncGenerator<PictureFile, void>;

/** `isUnknown`: no reader recognises it. */
type OpenedText = Opened & { isUnknown?: boolean };

const known = 'Export it again as HTML, JSON, CSV, OPML or Markdown, alone or in a zip archive.';

/**
 * Finds out the format of a file from its contents. `name` matters only for plain text. `withPictures`: the caller imports
 * pictures too, so texts refer to them with `pictureScheme`.
 */
export async function openFile(file: ImportFile, withPictures = false): Promise<Opened> {
  const { head, all } = await peek(chunksOf(file.stream()), 4);
  if (!isArchive(joined(head))) {
    const { isUnknown, ...opened } = await openText(all, file.name, noSiblings);
    return isUnknown && !opened.ok ? { ...opened, why: `${opened.why} ${known}` } : opened;
  }
  await all.return();
  const entries = (isWanted?: (name: string) => boolean) => archived(chunksOf(file.stream()), isWanted);
  const around = await readSiblings(entries(isReadFirst), withPictures);
  const format = around.kind ? `${around.kind} (zip)` : 'Zip archive';
  const items = async function* (): Items {
    const { bytes, isWhole } = ending(chunksOf(file.stream()));
    yield* filesIn(archived(bytes), around, 'archive');
    if (!isWhole()) yield { place: 'the archive', remark: archiveCutOff };
  };
  return { ok: true, format, items: items(), ...picturesOf(around, () => entries((name) => around.shown.has(name))) };
}

const archiveCutOff = 'The archive ends before it is closed, so files may be missing. Everything up to there was read.';

function picturesOf(around: Siblings, entries: () => AsyncIterable<ZipEntry>): { pictures?: Pictures } {
  return around.pictures.size === 0 ? {} : { pictures: () => picturesShown(entries(), around) };
}

function isArchive([first, second]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b;
}

/** Notion puts numbered archives into an archive: these are opened as well. */
async function* archived(
  bytes: AsyncIterable<Uint8Array>,
  isWanted: (name: string) => boolean = () => true,
): AsyncGenerator<ZipEntry, void> {
  const isPart = (name: string) => /(^|\/)(ExportBlock-[\w-]+|Export-[\w-]+-Part-\d+)\.zip$/.test(name);
  for await (const entry of zipEntries(bytes, (name) => isPart(name) || isWanted(name))) {
    if (isPart(entry.name)) yield* zipEntries(entry.bytes, isWanted);
    else yield entry;
  }
}

async function openText(bytes: AsyncIterable<Uint8Array>, name: string, around: Siblings): Promise<OpenedText> {
  let guessed: string | undefined;
  const text = await peek(
    textOf(bytes, (encoding) => (guessed = encoding)),
    headLength,
  );
  const raw = /^.*[^\0]/s.exec(text.head.join(''))?.[0] ?? '';
  const beginning = new FileHead(isBinary(raw) ? raw : withLineFeeds(raw).replaceAll('\0', ''), name, around);
  if (beginning.text === '') {
    const empty = text.head.length === 0 ? 'The file is empty.' : 'The file has nothing but spaces in it.';
    return { ok: false, why: missingTextReason(name, around.infos) ?? empty };
  }
  const isUnknown = true;
  const what = reexportAdvice(beginning);
  if (what !== undefined) return { ok: false, why: what };
  if (isBinary(raw)) return { ok: false, why: 'This isn’t a file we can read.', isUnknown };
  const why = exclusionReason(beginning);
  if (why !== undefined) return { ok: false, why };
  const [format, ...others] = mostConfident(formats, beginning);
  if (!format) return { ok: false, why: unreadableReason(beginning), isUnknown };
  if (others.length === 0) {
    const items = async function* (): Items {
      yield* wholeItems(format, text.all, beginning);
      if (guessed !== undefined) yield { place: 'the file', remark: readAs(guessed) };
    };
    return { ok: true, format: format.name, items: items() };
  }
  const names = [format, ...others].map((each) => each.name).join(' as of ');
  return { ok: false, why: `This file could be any of ${names}, and nothing in it says which.` };
}

/** A few null characters do not make a file binary. */
const isBinary = (text: string) => text.split('\0').length - 1 > text.length / 200;

/** The items of all files of an archive or a folder, and at the end the names of those that could not be read. */
async function* filesIn(entries: AsyncIterable<ZipEntry>, around: Siblings, where: 'archive' | 'folder'): Items {
  const left: string[] = [];
  const highlights = new Map(around.highlights);
  const waiting = await pagesWithTexts(around);
  const found = new Set<string>();
  for await (const entry of entries) {
    const { name } = entry;
    if (isHidden(name) || name.endsWith('/')) continue;
    found.add(name);
    // Highlights that were too large to be held are imported as a separate text.
    if (around.highlights.has(highlightsOf(name) ?? '')) continue;
    const page = waiting.get(contentOf(name) ?? '');
    if (page) {
      waiting.delete(contentOf(name) ?? '');
      yield withHighlights(await withText(page, entry), highlights);
      continue;
    }
    if (isTableOfPages(name, around) || around.repeated.has(name)) continue;
    if (isBinaryType(name)) {
      left.push(name);
      continue;
    }
    const opened = await openEntry(entry, around);
    if (opened.ok) {
      for await (const item of within(entry, opened.items)) {
        if (!around.contents.has(slugOf(item) ?? '') || !around.metadata.has(name))
          yield withHighlights(item, highlights);
      }
    }
    const why = entry.fault() ?? (!opened.ok && isReadableType(name) ? opened.why : undefined);
    if (why !== undefined) yield { place: cutTo(name, 300), why };
    else if (!opened.ok) left.push(name);
  }
  for (const page of waiting.values()) yield withHighlights(page, highlights);
  for (const [slug, text] of highlights) {
    if (text.trim() !== '') yield itemEntry(`highlights/${slug}.md`, { title: slug, body: fromMarkdown(text.trim()) });
  }
  yield* bundlesWithoutText(around.infos, found);
  if (found.size === 0)
    yield { place: `the ${where}`, why: `There’s no file in this ${where}, or its beginning is damaged.` };
  // The pages of our own exported site only repeat what was imported.
  const unread = left.filter((name) => !around.shown.has(name));
  if (unread.length > 0 && around.kind !== 'Commonplace')
    for (const left of reportSkippedFiles(unread, around.root)) yield { place: `the ${where}`, ...left };
}

async function openEntry({ name, bytes }: ZipEntry, around: Siblings): Promise<Opened> {
  const { head, all } = await peek(bytes, 4);
  const why = 'Archives inside archives aren’t opened. Unpack it first.';
  return isArchive(joined(head)) ? { ok: false, why } : openText(all, name, around);
}

/** Adds the highlights of a page, which Omnivore writes into a separate file. */
function withHighlights(entry: ReadEntry, highlights: Map<string, string>): ReadEntry {
  const slug = slugOf(entry);
  const text = slug === undefined ? undefined : highlights.get(slug);
  if (!('item' in entry) || text === undefined || slug === undefined) return entry;
  highlights.delete(slug);
  return { ...entry, item: addHighlights(entry.item, omnivoreHighlights(text), fromMarkdown) };
}

const slugOf = (entry: ReadEntry) =>
  'item' in entry && typeof entry.item.imported?.slug === 'string' ? entry.item.imported.slug : undefined;

/** The metadata of pages in Omnivore whose texts are separate files, by their slugs: they wait for their texts. */
async function pagesWithTexts(around: Siblings): Promise<Map<string, ReadEntry>> {
  const pages = new Map<string, ReadEntry>();
  for (const [name, text] of around.metadata) {
    const bytes = (async function* () {
      yield new TextEncoder().encode(text);
    })();
    const opened = await openText(bytes, name, around);
    if (!opened.ok) continue;
    for await (const item of opened.items) {
      const slug = slugOf(item);
      if (slug !== undefined && around.contents.has(slug))
        pages.set(slug, { ...item, place: placeIn(name, item.place) });
    }
  }
  return pages;
}

/** A longer text of a page is not an article. In characters. */
const longestPage = 4_000_000;

async function withText(page: ReadEntry, { name, bytes, fault }: ZipEntry): Promise<ReadEntry> {
  if (!('item' in page)) return page;
  let html = '';
  for await (const part of textOf(bytes)) if (html.length <= longestPage) html += part;
  const why = fault() ?? (html.length > longestPage ? 'It’s longer than a copy can be.' : undefined);
  if (why === undefined) return { ...page, item: omnivoreCopy(page.item, html) };
  const { aside = [], remarks = [], ...item } = page.item;
  const says = `Its text (${name.slice(-100)}) was left out: ${why}`;
  return { ...page, item: { ...item, aside: [...aside, 'its text'], remarks: [...remarks, says] } };
}

/** Adds the entry's name to the places of items. If the entry turns out damaged, its last item is dropped as incomplete. */
async function* within({ name, fault }: ZipEntry, items: Items): Items {
  let held: ReadEntry | undefined;
  for await (const item of items) {
    if (held) yield held;
    held = { ...item, place: placeIn(name, item.place) };
  }
  if (held && fault() === undefined) yield held;
}

function placeIn(name: string, place: string): string {
  return cutTo(place === cutTo(name, 300) ? name : `${name}, ${place}`, 300);
}

/** Several files as one, in the order of their names, with their pictures; files of unknown formats are reported. */
export async function openFiles(files: readonly ImportFile[]): Promise<Opened> {
  const [only] = files;
  if (!only) return { ok: false, why: 'This folder is empty.' };
  if (files.length === 1) return openFile(only, true);
  const around = await readSiblings(entriesOf(files), true);
  const format = around.kind ? `${around.kind} (folder)` : `${files.length} files`;
  const items = filesIn(entriesOf(files), around, 'folder');
  return { ok: true, format, items, ...picturesOf(around, () => entriesOf(files)) };
}

async function* entriesOf(files: readonly ImportFile[]): AsyncGenerator<ZipEntry, void> {
  for (const { name, stream } of files.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    let fault: string | undefined;
    const bytes = () => bytesOf(stream, (why) => (fault = why));
    const entry = { name, bytes: bytes(), fault: () => fault };
    if (/\.zip$/i.test(name)) yield* unpacked(entry, bytes());
    else yield entry;
  }
}

/** The entries of an archive, named after it; or the file itself if it is not an archive. */
async function* unpacked(entry: ZipEntry, bytes: ZipEntry['bytes']): AsyncGenerator<ZipEntry, void> {
  let isArchive = false;
  for await (const inner of archived(bytes)) {
    isArchive = true;
    yield { ...inner, name: `${entry.name}/${inner.name}` };
  }
  if (!isArchive) yield entry;
}
