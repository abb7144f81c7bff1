import type { ImportItem } from './import-item.ts';
import type { ImportVisibility } from './import.ts';
import { limits } from './limits.ts';
import { isMeantForOthers } from './note-access.ts';
import { NewNote, type Note } from './note.ts';
import { noteFrom } from './note-changes.ts';
import { plainText } from './plain-text.ts';
import { normalizeTag, tagPattern } from './tag-name.ts';

/** A note made from an item, with what was done to it to fit; or a sentence on why there is none. */
export type Imported = { ok: true; note: Note; says: string[] } | { ok: false; why: string };

/**
 * The note that an item becomes. A program's words are plain text here, whatever they look like; what is too long for
 * its place moves into the text, and only what cannot be a note at all is refused. `uuid` is for items without one.
 */
export function importedNote(
  item: ImportItem,
  visibility: ImportVisibility,
  by: { uuid: string; authorId: string; now: Date },
): Imported {
  const says: string[] = [];
  const url = item.url?.trim() || undefined;
  if (url !== undefined && !isWebAddress(url)) return { ok: false, why: noAddress(url) };
  const title = titleOf(item, url);
  if (title === undefined) return { ok: false, why: 'There is neither a title, nor an address, nor a text.' };
  const { tags, over } = tagsOf([...item.tags, ...folderTags(item.folders ?? [])]);
  const more = [
    ...(title.cut ? [title.whole] : []),
    ...(item.body ? [item.body] : []),
    ...(over.length > 0 ? [`Tags: ${over.slice(0, 100).join(', ')}`] : []),
  ];
  if (title.cut) says.push('The whole title is in the text: it is longer than a title may be.');
  if (over.length > 0) says.push(`${over.length} more tags are in the text: a note has at most ${limits.tags.count}.`);
  const wanted = visibility === 'kept' ? (item.own?.visibility ?? (item.shared ? 'public' : 'private')) : visibility;
  const draft = NewNote.safeParse({
    title: title.text,
    body: more.join('\n\n'),
    url: url ?? null,
    tags,
    visibility: wanted,
    icon: item.own?.icon ?? null,
    noModel: item.own?.noModel,
  });
  if (!draft.success) return { ok: false, why: draft.error.issues[0]?.message ?? 'It cannot be a note.' };
  return { ok: true, note: dated(noteFrom(draft.data, by), item, by.now), says };
}

/** Saved when it was saved there; published where it is public: at its place in time, and not before everything else. */
function dated(note: Note, { at, own }: ImportItem, now: Date): Note {
  const past = (time: string | null | undefined) => (time && Date.parse(time) <= now.getTime() ? time : undefined);
  const createdAt = past(at) ?? note.createdAt;
  const publishedAt = past(own?.publishedAt) ?? (isMeantForOthers(note) ? createdAt : null);
  const times = { createdAt, updatedAt: past(own?.updatedAt) ?? createdAt, publishedAt };
  return own ? { ...note, uuid: own.uuid, rev: own.rev, ...times } : { ...note, ...times };
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

function noAddress(url: string): string {
  const shown = url.length > 60 ? `${url.slice(0, 60)}…` : url;
  return `“${shown}” is no address on the web: only those that begin with http:// or https:// are saved.`;
}

function titleOf({ title, body }: ImportItem, url: string | undefined) {
  const line = (text: string) => plainText(text).replace(/\s+/gu, ' ').trim();
  const whole = line(title) || (url === undefined ? line(body.slice(0, 1000)).slice(0, 80) : bare(url));
  if (whole === '') return undefined;
  const characters = [...whole];
  if (whole.length <= limits.title.max) return { text: whole, whole, cut: false };
  let text = '';
  for (const character of characters) {
    if (text.length + character.length >= limits.title.max) break;
    text += character;
  }
  return { text: `${text.trimEnd()}…`, whole, cut: line(title) !== '' };
}

function bare(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}

/** Tags as we write them, the first ones, and those for which there is no room. */
function tagsOf(written: readonly string[]): { tags: string[]; over: string[] } {
  const all = [...new Set(written.map(asTag).filter((tag) => tag !== undefined))];
  return { tags: all.slice(0, limits.tags.count), over: all.slice(limits.tags.count) };
}

/** The names of all folders, each a tag, until there are collections; places that every program has are none. */
function folderTags(folders: readonly (readonly string[])[]): string[] {
  return folders.flat().filter((name) => !everyones.has(name.trim().toLowerCase()));
}

const everyones = new Set([
  'bookmarks',
  'bookmarks bar',
  'bookmarks toolbar',
  'bookmarks menu',
  'other bookmarks',
  'mobile bookmarks',
  'favorites',
  'favorites bar',
  'favourites bar',
  'imported',
  'unsorted',
  'unread',
  'archive',
  'links',
]);

/** Signs that no tag has become dashes; undefined where nothing is left. */
function asTag(written: string): string | undefined {
  const plain = normalizeTag(written);
  if (plain.length <= limits.tags.length && tagPattern.test(plain)) return plain;
  const tag = plain
    .replace(/[^\p{L}\p{M}\p{N}+#.-]+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '');
  const cut = [...tag].reduce(
    (text, sign) => (text.length + sign.length > limits.tags.length ? text : text + sign),
    '',
  );
  const trimmed = cut.replace(/[-.]+$/, '');
  return tagPattern.test(trimmed) ? trimmed : undefined;
}
