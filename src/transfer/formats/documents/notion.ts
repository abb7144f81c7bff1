import type { Beginning } from '../sniff.ts';
import { found, type Found, type Format } from '../file.ts';
import { filesAside, splitTags, importedFrom } from '../field-values.ts';
import { noteAt, pictureAt, refOf, type Around, notionId, tableStems, withoutId } from '../siblings.ts';
import { fromVault } from './vault-syntax.ts';

/** A page that is longer holds more than a note may. In characters. */
const longest = 1_000_000;

/** A page as Markdown: its title as a heading, below it its properties where it is a row of a table. */
export const notionPage: Format = {
  name: 'Notion (Markdown)',
  sure: ({ name }) => (name.endsWith('.md') && notionId(name) ? 0.95 : 0),
  items: async function* (text, beginning) {
    const place = beginning.name.slice(0, 300);
    let whole = '';
    for await (const part of text) {
      whole += part;
      if (whole.length <= longest) continue;
      yield { place, why: 'This page is longer than a note can be (200 KB). Split it.' };
      return;
    }
    yield pageIn(whole.replace(/\r\n?/g, '\n'), beginning, place);
  },
};

/** Whether the rows of a table come in as pages of their own: only where they do not, the table itself is read. */
export function isTableOfPages(name: string, { kind, folders }: Around): boolean {
  return kind === 'Notion' && tableStems(name).some((stem) => folders.has(stem));
}

function pageIn(text: string, beginning: Beginning, place: string): Found {
  const { name, around } = beginning;
  const heading = /^# (.*)\n*/.exec(text);
  const behind = text.slice(heading?.[0].length ?? 0);
  const isRow = around.tables.has(name.slice(0, name.lastIndexOf('/')));
  const { properties, body } = isRow ? propertiesIn(behind) : { properties: new Map<string, string>(), body: behind };
  const take = (names: RegExp) => {
    const named = [...properties].find(([each]) => names.test(each));
    if (named) properties.delete(named[0]);
    return named?.[1];
  };
  const address = [...properties].find(([, value]) => /^https?:\/\/\S+$/i.test(value));
  if (address) properties.delete(address[0]);
  const {
    text: readable,
    links,
    attachments,
    blocks,
  } = fromVault(
    body.trim(),
    (target, isPath) => noteAt(around, name, target, isPath),
    (target) => pictureAt(around, name, target),
  );
  const folders = beginning.folders().map(withoutId);
  return found(place, {
    title: heading?.[1]?.trim() ?? withoutId((name.split('/').at(-1) ?? name).replace(/\.md$/, '')),
    url: address?.[1],
    body: readable,
    ref: refOf(beginning),
    tags: splitTags(take(/^(tags?|labels?|topics?)$/i)),
    folders: folders.length > 0 ? [folders] : undefined,
    at: dated(take(/^(created( time| at)?|date|added)$/i)),
    changedAt: dated(take(/^(last edited( time)?|updated( at)?)$/i)),
    source: `notion:${notionId(name)}`,
    imported: importedFrom({ ...Object.fromEntries(properties), links, attachments, blocks }, []),
    aside: attachments.length > 0 ? filesAside(attachments) : undefined,
  });
}

/** Lines `Name: value` below the heading, up to the first empty one. */
function propertiesIn(text: string): { properties: Map<string, string>; body: string } {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => line.trim() === '');
  const told = lines.slice(0, end < 0 ? lines.length : end).map((line) => /^([^:]{1,60}): ?(.*)$/.exec(line));
  if (told.length === 0 || told.some((line) => line === null)) return { properties: new Map(), body: text };
  const properties = new Map(told.flatMap((line) => (line?.[1] ? [[line[1], line[2]?.trim() ?? '']] : [])));
  return { properties, body: lines.slice(told.length).join('\n') };
}

/** `March 4, 2024 5:06 AM`, which is told without a zone and taken for UTC. */
function dated(written: string | undefined): string | undefined {
  return written && /^[A-Z][a-z]+ \d{1,2}, \d{4}/.test(written) ? `${written} UTC` : written;
}
