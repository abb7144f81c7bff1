import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { Highlight } from '../domain/highlight.ts';
import type { ImportEntry, ImportHighlight, ImportItem } from '../domain/import-item.ts';
import type { ImportVisibility } from '../domain/import.ts';
import { importedNote } from '../domain/imported-note.ts';
import type { Note } from '../domain/note.ts';
import type { Brought } from './capture/brought-copy.ts';
import type { PlannedEntry } from './store/imports.ts';

type ToPlan = Exclude<ImportEntry, { choice: unknown }>;

/**
 * What an entry is to become: a note, or a highlight of one; only its line where it can be neither. `brought`: what came
 * of making the copy safe that it brings.
 */
export function plannedEntry(
  entry: ToPlan,
  visibility: ImportVisibility,
  authorId: string,
  now: Date,
  brought?: Brought,
): PlannedEntry {
  const { place } = entry;
  if ('highlight' in entry) return plannedHighlight(place, entry.highlight, authorId, now);
  if (!('item' in entry)) return { line: { place, title: entry.title ?? '', says: entry.why }, ids: [] };
  const { item } = entry;
  const made = importedNote(item, visibility, { uuid: uuidv7(), authorId, now });
  const named = { place, title: item.title.slice(0, 200), ...(item.url ? { url: item.url.slice(0, 500) } : {}) };
  if (!made.ok) return { line: { ...named, says: made.why }, ids: [] };
  const { note } = made;
  const highlights = note.url === null ? [] : highlightsOf(item, now);
  const kept = note.url !== null && brought?.ok ? brought.copy : undefined;
  const lost =
    brought?.ok === false ? [`The copy of its page could not be read, and was left out: ${brought.why}`] : [];
  const says = [...made.says, ...(item.remarks ?? []), ...lost];
  return {
    line: { ...named, title: note.title, ...(says.length > 0 ? { says: says.join(' ') } : {}) },
    note,
    ids: [...(item.source ? [item.source] : []), ...(note.url === null && !item.source ? [textId(note)] : [])],
    state: item.state,
    copy: kept,
    highlights,
  };
}

/** What is longer than a highlight may be stays behind. */
function highlightsOf({ highlights = [] }: ImportItem, now: Date): Highlight[] {
  const at = now.toISOString();
  return highlights.flatMap(({ id = uuidv7(), createdAt = at, updatedAt = createdAt, ...told }) => {
    const highlight = Highlight.safeParse({ ...told, id, createdAt, updatedAt });
    return highlight.success ? [highlight.data] : [];
  });
}

const madeForIt = 'Nothing that you saved was about this page: a private note with its link came in, to hold it.';

/** A highlight goes to the note about its page. Where there is none, it brings one, which is nobody else's to read. */
function plannedHighlight(place: string, told: ImportHighlight, authorId: string, now: Date): PlannedEntry {
  const { title, link, note: uuid, saved, id, createdAt, updatedAt, ...passage } = told;
  const source = uuid && `commonplace:${uuid}`;
  const made = importedNote({ title, url: link, body: '', tags: [], at: saved }, 'private', {
    uuid: uuid ?? uuidv7(),
    authorId,
    now,
  });
  const line = { place, title: title.slice(0, 200), url: link.slice(0, 500) };
  if (link.trim() === '') return { line: { ...line, says: 'No page is named with this highlight.' }, ids: [] };
  if (!made.ok) return { line: { ...line, says: made.why }, ids: [] };
  const at = createdAt ?? now.toISOString();
  return {
    line: { ...line, title: made.note.title },
    note: made.note,
    ids: source ? [source] : [],
    highlights: [{ ...passage, id: id ?? uuidv7(), createdAt: at, updatedAt: updatedAt ?? at }],
    passage: { quote: id ? undefined : passage.quote, made: madeForIt },
  };
}

/** A text without an id or a link is known again by what it says. */
function textId({ title, body }: Note): string {
  return `text:${createHash('sha256').update(`${title}\n${body}`).digest('hex')}`;
}
