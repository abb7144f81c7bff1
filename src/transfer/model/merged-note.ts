import { bare } from './note-of-item.ts';
import { detailNames, type Detail, type ImportedValue } from '../../notes/model/details.ts';
import { limits } from '../../platform/model/limits.ts';
import { isMeantForOthers } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import type { EarlierRevision } from '../../notes/model/revision.ts';
import { fragmentOf, normalUrl } from '../../platform/model/url.ts';

type Told = Readonly<Record<string, ImportedValue>>;

/** A note that is here, with what is told beside it and what it said in earlier revisions. */
export type MergeTarget = { note: Note; told: Told; earlier: readonly EarlierRevision[] };

/**
 * What an item is to a note that is here: the note that it would be, what is told beside it, whether the file gives its
 * date, and whether it is this very note as it was exported once.
 */
export type MergeItem = { note: Note; told: Told; isDated: boolean; isSame: boolean };

/** What a merge added, so that it can be taken back: tags, details, where the added words begin, and what is told. */
export type MergeTook = {
  tags: string[];
  details: Partial<Record<Detail, string>>;
  words?: { from: number; text: string };
  told: Told;
};

/**
 * What the note is after the item was merged into it, with the next revision where that changes it. It takes what it has
 * not: tags and words, unless an earlier revision had them, so that its author took them away. What others read takes
 * them only from what they may read as well, and a note takes none from how it was itself once: those are told beside it.
 * `aside` names what is told.
 */
export function mergedNote(
  { note, told, earlier }: MergeTarget,
  item: MergeItem,
  now: Date,
): { note: Note; told: Told; took: MergeTook; aside: string[] } {
  const mayTake = !item.isSame && (!isMeantForOthers(note) || item.note.visibility === note.visibility);
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
  const more: Told = {
    ...otherTitle(note, item.note.title, earlier),
    ...otherAddress(note, item.note.url, earlier),
    ...(tags.length > taken.length && { tags: tags.slice(taken.length) }),
    ...(words && body === undefined && { text: words }),
    ...(item.isDated && !isSameSecond(item.note.createdAt, note.createdAt) && { date: item.note.createdAt }),
    ...item.told,
  };
  const added = newlyTold(told, more);
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
    told: toldTogether(told, added),
    took: {
      tags: taken,
      details,
      ...(body !== undefined && { words: { from: note.body.length, text: body.slice(note.body.length) } }),
      told: added,
    },
    aside: Object.keys(added),
  };
}

/** Many files tell dates to the second, our own bookmarks among them. */
function isSameSecond(one: string, other: string): boolean {
  return Math.floor(Date.parse(one) / 1000) === Math.floor(Date.parse(other) / 1000);
}

/** The words that a note has not, and never had. */
function newWords(note: Note, body: string, earlier: readonly EarlierRevision[]): string | undefined {
  const words = body.trim();
  const has = (text: string | undefined) => text?.includes(words) ?? false;
  return words === '' || has(note.body) || earlier.some(({ was }) => has(was.body)) ? undefined : words;
}

/** Undefined where that would be longer than a note may be. */
function withWords(body: string, words: string): string | undefined {
  const both = body === '' ? words : `${body}\n\n${words}`;
  return new TextEncoder().encode(both).length <= limits.bodyBytes ? both : undefined;
}

function otherTitle(note: Note, title: string, earlier: readonly EarlierRevision[]): Told {
  const isKnown = title === note.title || earlier.some(({ was }) => was.title === title);
  return isKnown || (note.url !== null && title === bare(note.url)) ? {} : { title };
}

/** What is known by its id may lead elsewhere by now. */
function otherAddress({ url }: Note, address: string | null, earlier: readonly EarlierRevision[]): Told {
  if (address === null) return {};
  const isIt = (known: string | null | undefined) =>
    known != null && normalUrl(known) === normalUrl(address) && fragmentOf(known) === fragmentOf(address);
  return isIt(url) || earlier.some(({ was }) => isIt(was.url)) ? {} : { address };
}

/** What is not told yet: lists by what they have more, and under a name with a number what differs from what is told. */
function newlyTold(told: Told, more: Told): Told {
  const added: Record<string, ImportedValue> = {};
  for (const [name, value] of Object.entries(more)) {
    const before = told[name];
    if (before === undefined) added[name] = value;
    else if (Array.isArray(before) && Array.isArray(value)) {
      const rest = value.filter((each) => !before.includes(each));
      if (rest.length > 0) added[name] = rest;
    } else {
      const free = freeName(told, name, value);
      if (free !== undefined) added[free] = value;
    }
  }
  return added;
}

/** Undefined where the value is told under one of the names already. */
function freeName(told: Told, name: string, value: ImportedValue): string | undefined {
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} ${number}`;
    if (told[numbered] === undefined) return numbered;
    if (JSON.stringify(told[numbered]) === JSON.stringify(value)) return undefined;
  }
}

function toldTogether(told: Told, added: Told): Told {
  const both: Record<string, ImportedValue> = { ...told };
  for (const [name, value] of Object.entries(added)) {
    const before = both[name];
    both[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
  return both;
}

/** What is left of what is told when what a merge added is taken back; what was changed meanwhile stays. */
export function withoutTold(told: Told, added: Told): Record<string, ImportedValue> {
  const left: Record<string, ImportedValue> = { ...told };
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
