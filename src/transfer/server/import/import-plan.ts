import { v7 as uuidv7 } from 'uuid';
import type { ImportLine } from '../../model/import.ts';
import { limits } from '../../../platform/model/limits.ts';
import { mergedNote, withMore } from '../../model/merged-note.ts';
import type { Note } from '../../../notes/model/note.ts';
import { differingFields, isOtherCopy, otherFormerTitles } from './differing-fields.ts';
import {
  mergeBelongings,
  highlightsAdded,
  hasChanges,
  putIntoList,
  tooMany,
  tooManyHighlightsMessage,
  noteWriteOf,
  type Draft,
  readPartContext,
  type Entry,
  type PartContext,
  type ImportRef,
} from './import-belongings.ts';
import { intoCollections } from './import-collections.ts';
import { sameNote } from './same-note.ts';
import { refusedEntry, shortened, type PlannedEntry } from './planned-entry.ts';
import { checkImported } from '../../../moderation/server/moderation-check.ts';
import { isPublicOrUnlisted } from '../../../notes/model/note-access.ts';
import type { User } from '../../../people/model/user.ts';
import { tooManyFieldsRemark } from '../../model/import-item.ts';
import type { Belongings } from '../store/import-findings.ts';
import { noEffect, type ImportEffect, type WrittenPart } from '../store/import-parts.ts';
import { sameDigest, readRevisions } from '../../../notes/server/notes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';

/** An entry whose line is known already (a choice), or one that is to become a note. */
export type PlannedLine = { line: ImportLine } | PlannedEntry;

/**
 * What becomes of the entries of a part: each is merged with the same note, here or in this part, or kept as a new one. Two
 * items of our own exports are never merged because their texts are the same: they were two notes there.
 */
export async function planPart(
  redis: Redis,
  to: ImportRef,
  entries: readonly PlannedLine[],
  now: Date,
): Promise<Omit<WrittenPart, 'from' | 'last' | 'choices' | 'besides'>> {
  const withDigests = entries.map((entry) =>
    'says' in entry && entry.note
      ? { ...entry, note: entry.note, digest: entry.linkDigest ?? sameDigest(entry.note) }
      : entry,
  );
  const here = await readPartContext(
    redis,
    to,
    withDigests.filter((entry) => 'digest' in entry),
  );
  const lines: ImportLine[] = [];
  for (const entry of withDigests) {
    if ('digest' in entry) lines.push(await planEntry(redis, here, entry, now));
    else lines.push('says' in entry ? lineOf(entry, entry.isRemark ? 'noted' : 'refused') : entry.line);
  }
  for (const draft of here.drafts.values()) {
    if (draft.before > 0 && draft.reading) await putIntoList(redis, to, draft, draft.reading, now);
  }
  const known = [...here.ids].map(([id, uuid]) => ({ id, before: here.byId.get(id) ?? '', uuid }));
  return {
    lines,
    notes: [...here.drafts.values()].filter(hasChanges).map(noteWriteOf),
    known,
    into: here.into,
    links: here.links,
  };
}

async function planEntry(redis: Redis, here: PartContext, given: Entry, now: Date): Promise<ImportLine> {
  const found = sameNote(here, given);
  if (found === undefined) return kept(here, given);
  const { same, isSame } = found;
  const draft = here.drafts.get(same) ?? draftOf(here, same);
  const { entry, collections } = intoCollections(here, given, same, draft.collected);
  here.drafts.set(same, draft);
  for (const id of entry.ids) here.ids.set(id, same);
  const { title } = draft.note;
  if (entry.passage) return highlighted(draft, entry, title);
  // Our own bookmarks file gives a text its address here as a link.
  const isPlace = entry.own !== undefined && entry.note.url?.includes(entry.own);
  const note = isPlace ? { ...entry.note, url: null } : entry.note;
  const differing = { ...(isSame ? {} : differingFields(draft, entry)), ...otherFormerTitles(draft, entry) };
  const item = { note, importedFields: entry.importedFields, differing, isDated: entry.isDated, isSame };
  let merged = mergedNote({ ...draft, earlier: [] }, item, now);
  if (draft.before > 1 && (merged.note !== draft.note || merged.aside.length > 0 || merged.left.length > 0)) {
    const { earlier } = await readRevisions(redis, same);
    merged = mergedNote({ ...draft, earlier }, item, now);
  }
  if (merged.note !== draft.note) {
    const { rev, updatedAt } = draft.before === 0 ? draft.note : { ...merged.note, rev: draft.before + 1 };
    draft.note = { ...merged.note, rev, updatedAt };
    draft.isChanged = true;
  }
  draft.collected.push(...collections);
  draft.isCollected ||= collections.length > 0;
  if (draft.before > 0) draft.done.collections.push(...collections);
  draft.importedChanged ||= Object.keys(merged.took.importedFields).length > 0;
  draft.importedFields = merged.importedFields;
  const isOther = !isSame && (await isOtherCopy(redis, draft, entry));
  const belongings = mergeBelongings(draft, entry, isOther);
  const says = [...entry.says, ...belongings.says];
  if (merged.left.length > 0 && !says.includes(tooManyFieldsRemark)) says.push(tooManyFieldsRemark);
  const { words, details, tags } = merged.took;
  const { done } = draft;
  done.tags.push(...tags);
  Object.assign(done, details);
  if (words) done.words.push(words);
  done.told = withMore(done.told, merged.took.importedFields);
  // Folder paths became collections, so they were not set aside.
  const isPlaced = (name: string) => name === 'folders' && !entry.aside.includes(name);
  const aside = merged.aside.filter((name) => !isPlaced(name));
  const leftOut = [...entry.leftOut, ...merged.left, ...belongings.leftOut];
  const line = { ...entry, says, aside: shortened(aside), leftOut: shortened(leftOut) };
  return { ...lineOf(line, 'merged'), uuid: same, with: title };
}

function kept(here: PartContext, given: Entry): ImportLine {
  const isTaken = here.stored.has(given.note.uuid) || here.drafts.has(given.note.uuid);
  const uuid = isTaken ? uuidv7() : given.note.uuid;
  const { entry, collections } = intoCollections(here, given, uuid);
  const isText = isDeletedText(here, entry);
  const note: Note = isText ? { ...entry.note, uuid, url: null, kind: 'text' } : { ...entry.note, uuid };
  const digest = isText ? sameDigest(note) : entry.digest;
  const others = digest === undefined ? 0 : (here.byDigest.get(digest)?.length ?? 0);
  const { copy, highlights, reading, importedFields, formerTitles = [] } = entry;
  const fresh = highlights.slice(0, limits.highlight.perCopy);
  const done: ImportEffect = { ...noEffect(), kept: true, ...(entry.own !== undefined && { own: true }) };
  const draft = {
    note,
    before: 0,
    isChanged: true,
    digest,
    others,
    importedFields,
    importedChanged: Object.keys(importedFields).length > 0,
    formerTitles,
    done,
  };
  const belongings = {
    hasCopy: copy !== undefined,
    highlights: fresh,
    fresh,
    wasSaved: false,
    saved: reading !== undefined && reading.state !== null,
  };
  here.drafts.set(note.uuid, {
    ...draft,
    collected: collections,
    isCollected: collections.length > 0,
    ...belongings,
    favourite: reading?.favourite ?? false,
    wasFavourite: false,
    ...(copy && { copy }),
    ...(reading && { reading }),
  });
  for (const id of entry.ids) here.ids.set(id, note.uuid);
  if (digest !== undefined) here.made.set(digest, [...(here.made.get(digest) ?? []), note.uuid]);
  const over = highlights.length - fresh.length;
  const says = [...entry.says, ...(entry.passage ? [madeForIt] : [])];
  const leftOut = [...entry.leftOut, ...(over > 0 ? [tooMany(over)] : [])];
  return { ...lineOf({ ...entry, says, leftOut }, 'kept'), title: note.title, uuid: note.uuid };
}

/** Our own bookmarks file gives a text its address here, which leads to no page once the text is deleted. */
function isDeletedText(here: PartContext, { own, note }: Entry): boolean {
  const there = own === undefined || own === note.uuid ? undefined : here.stored.get(own);
  return there !== undefined && 'deletedAt' in there && there.authorId === here.to.userId && note.url !== null;
}

const madeForIt = 'You hadn’t saved this page, so a private note with its link was added to hold it.';

function lineOf({ line, says, aside, leftOut }: PlannedEntry, outcome: ImportLine['outcome']): ImportLine {
  const text = says.join(' ');
  return {
    ...{ ...line, outcome, ...(text && { says: text }) },
    ...(aside.length > 0 && outcome !== 'refused' && { aside }),
    ...(leftOut.length > 0 && outcome !== 'refused' && { leftOut }),
  };
}

function draftOf(here: PartContext, uuid: string): Draft {
  const note = here.stored.get(uuid);
  const had: Belongings | undefined = here.belongings.get(uuid);
  if (!note || !('visibility' in note) || !had) throw new Error(`Note ${uuid} is merged with, and was not read.`);
  const { done = noEffect(), ...known } = had;
  const belongings = { ...known, ...here.to.listed.get(uuid) };
  const digest = sameDigest(note);
  return {
    note,
    before: note.rev,
    isChanged: false,
    digest,
    others: 0,
    importedChanged: false,
    fresh: [],
    done,
    wasSaved: belongings.saved,
    wasFavourite: belongings.favourite,
    collected: [...(here.collected.get(uuid) ?? [])],
    isCollected: false,
    ...belongings,
  };
}

/** Refuses what links to banned domains, and makes a newcomer's notes private. */
export async function restrictVisibility(redis: Redis, author: User, entries: PlannedLine[], now: Date): Promise<void> {
  const shared = [...entries.entries()].flatMap(([at, entry]) =>
    'says' in entry && entry.note && isPublicOrUnlisted(entry.note) ? [{ at, entry, note: entry.note }] : [],
  );
  if (shared.length === 0) return;
  const notes = shared.map(({ note }) => note);
  const found = await checkImported(redis, author, notes, now);
  for (const [index, { at, entry, note }] of shared.entries()) {
    const refusal = found[index];
    if (refusal === 'newcomer') {
      const why = 'Imported as private, because your account is new. Publish it once you’ve checked it.';
      const own = { ...note, visibility: 'private', publishedAt: null } as const;
      entries[at] = { ...entry, note: own, says: [...entry.says, why] };
    } else if (refusal) {
      const why = `It links to ${refusal.domain}, which moderators have banned: ${refusal.because}`;
      entries[at] = refusedEntry(entry.line, why);
    }
  }
}

/** A single highlight: added to the note about its page, or there already. */
function highlighted(draft: Draft, entry: Entry, title: string): ImportLine {
  const [highlight] = entry.highlights;
  const line = { ...lineOf(entry, 'merged'), uuid: draft.note.uuid, with: title };
  const isThere = entry.passage?.isKnownByWords && draft.highlights.some(({ quote }) => quote === highlight?.quote);
  if (isThere) return line;
  const { came, full } = highlightsAdded(draft, entry.highlights);
  if (full > 0) return { ...lineOf({ ...entry, says: [tooManyHighlightsMessage] }, 'refused') };
  return came > 0 ? { ...lineOf(entry, 'kept'), uuid: draft.note.uuid } : line;
}
