import { bareUrl, otherwiseNamed } from './note-of-item.ts';
import {
  detailNames,
  fittingImported,
  numberedName,
  type Detail,
  type Imported,
  type ImportedValue,
} from '../../notes/model/details.ts';
import { limits } from '../../platform/model/limits.ts';
import { isPublicOrUnlisted } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import type { EarlierRevision } from '../../notes/model/revision.ts';
import { fragmentOf, normalUrl } from '../../platform/model/url.ts';

type ImportedFields = Readonly<Record<string, ImportedValue>>;

/** An existing note, with its additional fields (`importedFields`) and earlier revisions. */
export type MergeTarget = { note: Note; importedFields: ImportedFields; earlier: readonly EarlierRevision[] };

/**
 * An item to merge: the note that it would be, its additional fields (`importedFields`), what else it says that differs from
 * the note, whether the file has its date, and whether it is an earlier export of the same note.
 */
export type MergeItem = {
  note: Note;
  importedFields: ImportedFields;
  differing: ImportedFields;
  isDated: boolean;
  isSame: boolean;
};

/** What a merge added, so that it can be undone: tags, details, the added text with its position, and additional fields. */
export type MergeTook = {
  tags: string[];
  details: Partial<Record<Detail, string>>;
  words?: { from: number; text: string };
  importedFields: ImportedFields;
};

/**
 * Merges an item into a note; the note has a new revision if that changes it. It gets the tags and text that it lacks, unless
 * an earlier revision had them, because then its author removed them. A note that others can read gets them only from an item
 * that they may read as well, and a note gets none from an earlier export of itself: these become additional fields. `aside`
 * names the additional fields, and `left` those for which there is no room beside the note's own.
 */
export function mergedNote(
  { note, importedFields, earlier }: MergeTarget,
  item: MergeItem,
  now: Date,
): { note: Note; importedFields: Imported; took: MergeTook; aside: string[]; left: string[] } {
  const mayTake = !item.isSame && (!isPublicOrUnlisted(note) || item.note.visibility === note.visibility);
  const tags = item.note.tags.filter(
    (tag) => !note.tags.includes(tag) && !earlier.some(({ was }) => was.tags?.includes(tag)),
  );
  const taken = mayTake ? tags.slice(0, Math.max(0, limits.tags.count - note.tags.length)) : [];
  const words = newWords(note, item.note.body, earlier);
  const body = words && mayTake ? withWords(note.body, words) : undefined;
  const details: MergeTook['details'] = {};
  for (const name of detailNames) {
    const { [name]: given } = item.note;
    if (mayTake && note[name] === null && given !== null) details[name] = given;
  }
  const differing: ImportedFields = {
    ...otherTitle(note, item.note.title, earlier),
    ...otherAddress(note, item.note.url, earlier),
    ...(tags.length > taken.length && { tags: tags.slice(taken.length) }),
    ...(words && body === undefined && { text: words }),
    ...(item.isDated &&
      !isSameSecond(Date.parse(item.note.createdAt), Date.parse(note.createdAt)) && { date: item.note.createdAt }),
    ...item.differing,
  };
  const fields = mergedFields(
    importedFields,
    newFields(importedFields, {
      ...otherwiseNamed('merged', differing, item.importedFields),
      ...item.importedFields,
    }),
  );
  const isChanged =
    taken.length > 0 || body !== undefined || Object.keys(details).length > 0 || (item.note.noModel && !note.noModel);
  const { points, ...rest } = note;
  const next: Note = {
    ...rest,
    ...(points && body === undefined && { points }),
    rev: note.rev + 1,
    tags: [...note.tags, ...taken],
    body: body ?? note.body,
    ...details,
    ...(item.note.noModel && { noModel: true }),
    updatedAt: now.toISOString(),
  };
  return {
    note: isChanged ? next : note,
    importedFields: fields.kept,
    took: {
      tags: taken,
      details,
      ...(body !== undefined && { words: { from: note.body.length, text: body.slice(note.body.length) } }),
      importedFields: fields.added,
    },
    aside: Object.keys(fields.added),
    left: fields.left,
  };
}

/** Many formats have dates to the second, including our own bookmarks. */
export function isSameSecond(one: number, other: number): boolean {
  return Math.floor(one / 1000) === Math.floor(other / 1000);
}

/** The text of an item, if the note does not have it and never had. */
function newWords(note: Note, body: string, earlier: readonly EarlierRevision[]): string | undefined {
  const words = body.trim();
  const has = (text: string | undefined) => text?.includes(words) ?? false;
  return words === '' || has(note.body) || earlier.some(({ was }) => has(was.body)) ? undefined : words;
}

/** The text with more words added; undefined if it would be longer than a note may be. */
function withWords(body: string, words: string): string | undefined {
  const both = body === '' ? words : `${body}\n\n${words}`;
  return new TextEncoder().encode(both).length <= limits.bodyBytes ? both : undefined;
}

function otherTitle(note: Note, title: string, earlier: readonly EarlierRevision[]): ImportedFields {
  const isKnown = title === note.title || earlier.some(({ was }) => was.title === title);
  return isKnown || (note.url !== null && title === bareUrl(note.url)) ? {} : { title };
}

/** Whether the addresses are the same place of the same page, or one of them is missing. */
export function isSameAddress(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true;
  return normalUrl(one) === normalUrl(other) && fragmentOf(one) === fragmentOf(other);
}

/** A note recognised by its id may have another address now. */
function otherAddress({ url }: Note, address: string | null, earlier: readonly EarlierRevision[]): ImportedFields {
  if (address === null) return {};
  const isIt = (known: string | null | undefined) => known != null && isSameAddress(known, address);
  return isIt(url) || earlier.some(({ was }) => isIt(was.url)) ? {} : { address };
}

/** Additional fields that are new: further elements of lists, and different values under a numbered name. */
function newFields(fields: ImportedFields, more: ImportedFields): ImportedFields {
  const added: Record<string, ImportedValue> = {};
  for (const [written, value] of Object.entries(more)) {
    // As it will be stored: what was added is told and undone by its name.
    const name = numberedName(written.toWellFormed().trim() || 'unnamed', 1);
    const before = fields[name];
    if (before === undefined && added[name] === undefined) added[name] = value;
    else if (Array.isArray(before) && Array.isArray(value)) {
      const rest = value.filter((each) => !before.includes(each));
      if (rest.length > 0) added[name] = rest;
    } else {
      const free = freeName({ ...fields, ...added }, name, value);
      if (free !== undefined) added[free] = value;
    }
  }
  return added;
}

/** A free name for a value; undefined if one of the names already has it. */
function freeName(fields: ImportedFields, name: string, value: ImportedValue): string | undefined {
  for (let number = 1; ; number += 1) {
    const numbered = numberedName(name, number);
    if (fields[numbered] === undefined) return numbered;
    if (JSON.stringify(fields[numbered]) === JSON.stringify(value)) return undefined;
  }
}

/** Fields with more of them, and lists with more elements. */
export function withMore(fields: ImportedFields, more: ImportedFields): Record<string, ImportedValue> {
  const both: Record<string, ImportedValue> = { ...fields };
  for (const [name, value] of Object.entries(more)) {
    const before = both[name];
    both[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
  return both;
}

/** A note's fields with as much of the new ones as fits beside them: `added`. What does not fit is named in `left`. */
function mergedFields(fields: ImportedFields, more: ImportedFields) {
  const all = fittingImported(withMore(fields, more));
  if (all.left.length === 0 && Object.keys(more).every((name) => name in all.kept)) {
    return { kept: all.kept, added: { ...more }, left: [] };
  }
  const added: Record<string, ImportedValue> = {};
  const left: string[] = [];
  let kept: Imported = { ...fields };
  for (const [name, value] of Object.entries(more)) {
    const { [name]: before, ...others } = kept;
    const fitting = fittingImported({
      ...others,
      ...withMore(before === undefined ? {} : { [name]: before }, { [name]: value }),
    });
    // Names that are numbers come first in every object, so a new one could displace what the note has.
    if (Object.keys(others).some((own) => fitting.kept[own] !== others[own])) {
      left.push(name);
      continue;
    }
    const now = fitting.kept[name];
    left.push(...fitting.left);
    kept = fitting.kept;
    if (now !== undefined) added[name] = Array.isArray(before) && Array.isArray(now) ? now.slice(before.length) : now;
  }
  return { kept, added, left };
}

/** The additional fields after undoing a merge; what was changed meanwhile stays. */
export function withoutMergedFields(fields: ImportedFields, added: ImportedFields): Record<string, ImportedValue> {
  const left: Record<string, ImportedValue> = { ...fields };
  for (const [name, value] of Object.entries(added)) {
    const now = left[name];
    if (Array.isArray(now) && Array.isArray(value)) {
      const rest = now.filter((each) => !value.includes(each));
      if (rest.length > 0) left[name] = rest;
      else delete left[name];
    } else if (JSON.stringify(now) === JSON.stringify(value)) delete left[name];
  }
  return left;
}
