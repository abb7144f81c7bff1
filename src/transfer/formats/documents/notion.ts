import type { FileHead } from '../sniff.ts';
import { itemEntry, type ReadEntry } from '../file.ts';
import type { Format } from '../format.ts';
import { attachmentsLeftOut, numbered, splitTags, importedFrom } from '../field-values.ts';
import { noteAt, pictureAt, refOf } from '../named-files.ts';
import { type Siblings, notionId, tableStems, withoutId } from '../siblings.ts';
import { NotionPage } from './notion-blocks.ts';
import type { Property } from './notion-properties.ts';
import { htmlTokens } from '../markup/html-tokens.ts';
import { nameAddress } from '../json/generic-item.ts';
import { fromVault, readable } from './vault-syntax.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';
import { fromMarkdown } from '../../model/as-markdown.ts';
import { otherwiseNamed } from '../../model/note-of-item.ts';

/** A longer page exceeds the limit of a note. In characters. */
const longest = 1_000_000;
const tooLong = 'This page is longer than a note can be (200 KB). Split it.';

/** A page as Markdown: its title as a heading and, if it is a row of a table, its properties below that. */
export const notionPage: Format = {
  name: 'Notion (Markdown)',
  confidence: ({ name }) => (name.endsWith('.md') && notionId(name) ? 0.95 : 0),
  items: async function* (text, beginning) {
    const place = cutTo(beginning.name, 300);
    let whole = '';
    for await (const part of text) {
      whole += part;
      if (whole.length <= longest) continue;
      yield { place, why: tooLong };
      return;
    }
    yield pageIn(whole, beginning, place);
  },
};

/** Whether the rows of a table are imported as pages; only if not, the table itself is read. */
export function isTableOfPages(name: string, { kind, folders }: Siblings): boolean {
  return kind === 'Notion' && tableStems(name).some((stem) => folders.has(stem));
}

function pageIn(text: string, beginning: FileHead, place: string): ReadEntry {
  const { name, around } = beginning;
  const heading = /^# (.*)\n*/.exec(text);
  const afterHeading = text.slice(heading?.[0].length ?? 0);
  const isRow = around.tables.has(name.slice(0, name.lastIndexOf('/')));
  const { properties, body } = isRow
    ? propertiesIn(afterHeading)
    : { properties: new Map<string, string>(), body: afterHeading };
  const id = notionId(name);
  return itemOf({ title: heading?.[1]?.trim() ?? '', id, properties, body }, beginning, place);
}

type Told = {
  title: string;
  id: string | undefined;
  properties: Map<string, string | string[]>;
  body: string;
  head?: object;
};

/** A page with its properties: address, tags and times go into their own fields, the others are kept as they are. */
function itemOf({ title, id, properties, body, head }: Told, beginning: FileHead, place: string): ReadEntry {
  const { name, around } = beginning;
  const take = (names: RegExp) => {
    const named = [...properties].find(([each]) => names.test(each));
    if (named) properties.delete(named[0]);
    return named?.[1];
  };
  const addresses = [...properties].filter(([, value]) => typeof value === 'string' && /^https?:\/\/\S+$/i.test(value));
  const address = addresses.find(([each]) => nameAddress([each])) ?? addresses[0];
  if (address) properties.delete(address[0]);
  const {
    text: shown,
    links,
    attachments,
    blocks,
  } = fromVault(
    body.trim(),
    (target, isPath) => noteAt(around, name, target, isPath),
    (target) => pictureAt(around, name, target),
  );
  const folders = beginning.folders().map(withoutId);
  const tags = take(/^(tags?|labels?|topics?)$/i) ?? [];
  const at = dated(take(/^(created( time| at)?|date|added)$/i));
  const changedAt = dated(take(/^(last edited( time)?|updated( at)?)$/i));
  const own = importedFrom({ ...head, ...Object.fromEntries(properties) }, []) ?? {};
  const imported = {
    ...own,
    ...otherwiseNamed('imported', importedFrom({ links, attachments, blocks }, []) ?? {}, own),
  };
  return itemEntry(place, {
    title: title || withoutId((name.split('/').at(-1) ?? name).replace(/\.(md|html)$/, '')),
    url: address?.[1] as string | undefined,
    body: fromMarkdown(shown),
    ref: refOf(beginning),
    tags: typeof tags === 'string' ? splitTags(tags) : tags,
    folders: folders.length > 0 ? [folders] : undefined,
    ...{ at, changedAt },
    source: id && `notion:${id}`,
    imported: Object.keys(imported).length > 0 ? imported : undefined,
    aside: attachments.length > 0 ? attachmentsLeftOut(attachments) : undefined,
  });
}

/** A page as HTML, with the kind of each property. */
export const notionHtml: Format = {
  name: 'Notion (HTML)',
  confidence: (beginning) => (pageTag(beginning) ? 0.95 : 0),
  items: async function* (text, beginning) {
    const place = cutTo(beginning.name, 300);
    const page = new NotionPage();
    let length = 0;
    for await (const token of htmlTokens(text)) {
      if (token.kind === 'text') length += token.text.length;
      if (length > longest) {
        yield { place, why: tooLong };
        return;
      }
      if (token.kind !== 'declaration' && token.kind !== 'endless') page.take(token);
    }
    const id = pageTag(beginning)?.attributes.id?.replaceAll('-', '') ?? notionId(beginning.name);
    const body = page.body();
    const head = { 'page icon': page.icon, 'page cover': page.cover };
    const properties = new Map(numbered(page.properties.map(propertyEntry)));
    yield itemOf({ title: page.title.trim(), id, properties, body, head }, beginning, place);
  },
};

function pageTag({ html }: FileHead) {
  const { tags = [] } = html() ?? {};
  const has =
    (name: string) =>
    ({ attributes }: (typeof tags)[number]) =>
      attributes.class?.split(' ').includes(name) ?? false;
  return tags.some(has('page-title')) ? tags.find((tag) => tag.name === 'article' && has('page')(tag)) : undefined;
}

/** Times are recognised by their kind, whatever their name. */
const times: Readonly<Record<string, string>> = { created_time: 'Created time', last_edited_time: 'Last edited time' };

function propertyEntry({ kind, name, text, values, hrefs }: Property): [name: string, value: string | string[]] {
  const parts = values.map((value) => value.trim()).filter(Boolean);
  const isList = kind === 'multi_select' || kind === 'person' || kind === 'relation';
  const called = times[kind] ?? name.trim();
  if (parts.length > 0) return [called, isList || parts.length > 1 ? parts : (parts[0] ?? '')];
  if (kind === 'url' && hrefs[0] !== undefined) return [called, hrefs[0]];
  if (kind === 'file') return [called, hrefs.map(readable)];
  return [called, text.replace(/\s+/g, ' ').replace(/^@/, '').trim()];
}

/** The lines `Name: value` below the heading, up to the first empty one. */
function propertiesIn(text: string): { properties: Map<string, string>; body: string } {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => line.trim() === '');
  const propertyLines = lines.slice(0, end < 0 ? lines.length : end).map((line) => /^([^:]{1,60}): ?(.*)$/.exec(line));
  if (propertyLines.length === 0 || propertyLines.some((line) => line === null))
    return { properties: new Map(), body: text };
  const named = propertyLines.flatMap((line): [string, string][] =>
    line?.[1] ? [[line[1], line[2]?.trim() ?? '']] : [],
  );
  const properties = new Map(numbered(named));
  return { properties, body: lines.slice(propertyLines.length).join('\n') };
}

/** `March 4, 2024 5:06 AM` has no time zone, and is read as UTC. */
function dated(written: string | string[] | undefined): unknown {
  return typeof written === 'string' && /^[A-Z][a-z]+ \d{1,2}, \d{4}/.test(written) ? `${written} UTC` : written;
}
