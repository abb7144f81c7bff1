import type { ImportItem, OwnFields, ParsedHighlight } from './import-item.ts';
import type { ImportVisibility } from './import.ts';
import { fittingImported, forEachDetail, type Imported, type ImportedValue } from '../../notes/model/details.ts';
import { limits } from '../../platform/model/limits.ts';
import { isPublicOrUnlisted } from '../../notes/model/note-access.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { titleKey } from '../../notes/model/markdown.ts';
import { NewNote, type Note, noteFrom } from '../../notes/model/note.ts';
import { plainText, cutTo, shortenedTo } from '../../platform/model/text/plain-text.ts';
import { normalizeTag, tagPattern } from '../../platform/model/tag.ts';
import { fromPlain, paragraphs, blockQuote, unescaped } from './as-markdown.ts';

/**
 * The note that an item becomes. `told`: what has no place in it, by name; a note keeps as much of this as fits. `says`:
 * what was done to the item. If it cannot become a note, `why` says so in a sentence.
 */
export type ImportedNote = { ok: true; note: Note; fields: Told; says: string[] } | { ok: false; why: string };
type Told = Record<string, ImportedValue>;

/**
 * Makes a note of an item. A program's words become plain text here, whatever they look like. What is too long for its
 * place, or has no place, is kept beside the note. Only an item that cannot be a note at all is refused. `uuid` is for
 * items without one.
 */
export function importedNote(
  item: ImportItem,
  visibility: ImportVisibility,
  by: { uuid: string; authorId: string; now: Date },
): ImportedNote {
  const address = item.url?.trim() || undefined;
  const url = address !== undefined && isWebAddress(address) ? address : undefined;
  if (address !== url && item.body.trim() === '' && !item.highlights?.length)
    return { ok: false, why: noAddress(address ?? '') };
  const title = titleOf(item, url);
  if (title === undefined) return { ok: false, why: 'It has no title, link or text.' };
  const { tags, more } = tagsOf(item);
  const wanted = visibility === 'kept' ? (item.own?.visibility ?? (item.shared ? 'public' : 'private')) : visibility;
  const quoted = url === undefined ? (item.highlights ?? []).map(asQuotation) : [];
  const draft = NewNote.safeParse({
    title: title.text,
    body: [item.body, ...quoted].filter(Boolean).join('\n\n'),
    url: url ?? null,
    visibility: wanted,
    ...forEachDetail((name) => item.own?.[name] ?? null),
    noModel: item.own?.noModel,
  });
  if (!draft.success) return { ok: false, why: draft.error.issues[0]?.message ?? 'It can’t be a note.' };
  const left: Told = {
    ...(title.cut && { title: title.whole }),
    ...(address !== url && { address: address ?? '' }),
    ...(more.length > 0 && { tags: more }),
    ...foldersOf(item),
    ...(item.readAt && item.state !== 'archived' && { read: item.readAt }),
  };
  const own = { ...item.imported, ...item.own?.imported };
  const fields: Told = { ...otherwiseNamed('imported', left, own), ...own };
  const says = [
    ...(address === url ? [] : ['Its address isn’t a web address, so only its text was imported.']),
    ...(quoted.length > 0 ? ['Its highlights are in its text, as it has no link.'] : []),
  ];
  return { ok: true, note: dated(noteFrom({ ...draft.data, tags }, by), item, by.now), fields, says };
}

/** Values under their names, or with a word before where the item has a field of its own with that name. */
export function otherwiseNamed(word: string, values: Readonly<Told>, own: Readonly<Told>): Told {
  const nameOf = (name: string): string => (name in own ? nameOf(`${word} ${name}`) : name);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [nameOf(name), value]));
}

/** A highlight as a quotation, for a text that has no page to highlight. */
function asQuotation({ quote, comment }: ParsedHighlight): string {
  return paragraphs(blockQuote(fromPlain(quote)), fromPlain(comment));
}

/**
 * What is kept beside a note, with passages that are too long for a highlight (`over`). Those that do not fit go into the
 * text of a note that nobody else reads. `left` names what has no place.
 */
export function withLongPassages(
  note: Note,
  fields: Readonly<Told>,
  over: readonly ParsedHighlight[],
): { note: Note; kept: Imported; left: string[] } {
  const name = 'long highlights';
  const beside = (some: string[]) => fittingImported({ ...fields, ...(some.length > 0 && { [name]: some }) });
  const written = over.map(({ quote, comment }) => [quote, comment].filter(Boolean).join('\n\n'));
  const all = beside(written);
  const fitting = written.filter((each) => [all.kept[name]].flat().includes(each));
  const rest = over.filter((_, at) => !fitting.includes(written[at] ?? ''));
  if (rest.length === 0 || note.visibility !== 'private') return { note, ...all };
  const draft = NewNote.shape.body.safeParse([note.body, ...rest.map(asQuotation)].filter(Boolean).join('\n\n'));
  return draft.success ? { note: { ...note, body: draft.data }, ...beside(fitting) } : { note, ...all };
}

/** Dates a note as its item was saved and changed. If others may read it, it counts as published when it was saved. */
function dated(note: Note, { at, changedAt, own }: ImportItem, now: Date): Note {
  const past = (time: string | null | undefined) => (time && Date.parse(time) <= now.getTime() ? time : undefined);
  const createdAt = past(at) ?? note.createdAt;
  const publishedAt = past(own?.publishedAt) ?? (isPublicOrUnlisted(note) ? createdAt : null);
  const changed = past(own?.updatedAt ?? changedAt);
  const updatedAt = changed !== undefined && changed > createdAt ? changed : createdAt;
  const times = { createdAt, updatedAt, publishedAt };
  return own ? { ...note, uuid: own.uuid, rev: own.rev, ...times } : { ...note, ...times };
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

function noAddress(url: string): string {
  const shown = url.length > 60 ? `${url.slice(0, 60)}…` : url;
  return `“${shown}” isn’t a web address: only addresses that begin with http:// or https:// can be saved.`;
}

function titleOf({ title, body }: ImportItem, url: string | undefined) {
  const line = (text: string) => {
    const words = plainText(text).replace(/\s+/gu, ' ').trim();
    return /[^\p{Cf}\s]/u.test(words) ? words : '';
  };
  const whole = line(title) || (url === undefined ? cutTo(line(unescaped(body.slice(0, 1000))), 80) : bareUrl(url));
  if (whole === '') return undefined;
  if (whole.length <= limits.title.max) return { text: whole, whole, cut: false };
  return { text: shortenedTo(whole, limits.title.max), whole, cut: line(title) !== '' };
}

/** A link's title when nobody gave it one. */
export function bareUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}

/** Tags in our form, as many as a note may have. `more`: the tags, as written, that were changed or left out. */
function tagsOf({ tags: written }: ImportItem): { tags: string[]; more: string[] } {
  const tags = new Set<string>();
  const more = new Set<string>();
  for (const name of written) {
    const { tag, whole } = asTag(name);
    if (tag !== undefined && tags.size < limits.tags.count) tags.add(tag);
    if (name.trim() !== '' && !(whole && tag !== undefined && tags.has(tag))) more.add(name.trim());
  }
  return { tags: [...tags], more: [...more] };
}

/**
 * The titles that a note of our own export had before, as many as a note may have, and none that is too long for a link. `left`
 * says how many more there are.
 */
export function formerTitlesOf(own: OwnFields | undefined): { formerTitles?: string[]; left: string[] } {
  const all = [...new Set((own?.formerTitles ?? []).map((title) => titleKey(title.toWellFormed())))].filter(Boolean);
  const formerTitles = all.filter(({ length }) => length <= limits.wikilink).slice(0, limits.formerTitles);
  const over = all.length - formerTitles.length;
  return {
    ...(formerTitles.length > 0 && { formerTitles }),
    left: over > 0 ? [countedOf(over, 'former title')] : [],
  };
}

/** The paths of the folders that become collections. */
export function collectionPathsOf({ folders = [], collections = [] }: ImportItem): string[][] {
  return [...folders.map(named), ...collections].filter((path) => path.length > 0);
}

function named(path: readonly string[]): string[] {
  return path.map((name) => name.trim()).filter(Boolean);
}

/** A path as at most two names, as collections nest only once: deeper folders are joined. `cut`: the name was shortened. */
export function collectionLevels(path: readonly string[]): { name: string; cut: boolean }[] {
  const [top = '', ...below] = path;
  return [top, ...(below.length > 0 ? [below.join(' / ')] : [])].map((written) => {
    const plain = written.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
    const name = shortenedTo(plain, limits.collections.name);
    return { name, cut: name !== plain };
  });
}

/** A note with as many of these folders as tags as fit, for those that could not become collections; `rest`: the others. */
export function taggedBy(note: Note, folders: readonly string[][]): { note: Note; rest: string[][] } {
  const named = folders.flat().flatMap((name) => asTag(name).tag ?? []);
  const tags = [...new Set([...note.tags, ...named])].slice(0, limits.tags.count);
  const isTagged = (name: string) => tags.includes(asTag(name).tag ?? '');
  return { note: { ...note, tags }, rest: folders.filter((path) => !path.every(isTagged)) };
}

/** The paths of folders as they were, for programs that make no collections of them. */
function foldersOf({ folders = [] }: ImportItem): Told {
  const paths = folders
    .map(named)
    .filter((path) => path.length > 0)
    .map((path) => path.join(' / '));
  return paths.length > 0 ? { folders: [...new Set(paths)] } : {};
}

/**
 * Characters that a tag may not have become dashes. `whole`: only its case and spaces were changed. `tag` is undefined if
 * nothing is left.
 */
function asTag(written: string): { tag: string | undefined; whole: boolean } {
  const plain = normalizeTag(written);
  if (plain.length <= limits.tags.length && tagPattern.test(plain)) return { tag: plain, whole: true };
  const dashed = plain
    .replace(/[^\p{L}\p{M}\p{N}+#./-]+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/(^|\/)[^\p{L}\p{N}]+/gu, '$1');
  let cut = '';
  for (const character of dashed) {
    if (cut.length + character.length > limits.tags.length) break;
    cut += character;
  }
  const tag = cut.replace(/[-./]+$/, '');
  return { tag: tagPattern.test(tag) ? tag : undefined, whole: tag === plain };
}
