import { withPictureSent, type Edited } from './markdown-edits.ts';
import { limits } from '../../platform/model/limits.ts';
import { detailNames, forEachDetail } from '../../notes/model/details.ts';
import type { Note, Visibility } from '../../notes/model/note.ts';
import type { DraftFields } from '../model/draft.ts';
import { cleanName } from '../../platform/model/name.ts';
import { plainText } from '../../platform/model/text/plain-text.ts';
import { normalizeTag, tagPattern, tagSigns } from '../../platform/model/tag.ts';

/** The addresses of the pictures that were uploaded in this tab, by their placeholder names. */
const arrived = new Map<string, string>();

export const newWaitingName = () => `sending-${crypto.randomUUID().slice(0, 8)}`;

/** Whether a text contains a picture that has no address yet, or never got one. */
const holdsWaiting = (text: string) => /\]\(sending-[0-9a-f]{8}\)/.test(text);

export const hasPlaceholder = (text: string, name: string) => text.includes(`](${name})`);

export const pictureArrived = (name: string, address: string) => void arrived.set(name, address);

/** The text with the address of each uploaded picture: undo may bring back its placeholder. */
export function withUploadedPictures(now: Edited): Edited {
  let next = now;
  for (const [, name = ''] of now.text.matchAll(/\]\((sending-[0-9a-f]{8})\)/g)) {
    const address = arrived.get(name);
    if (address !== undefined) next = withPictureSent(next, name, address);
  }
  return next;
}

/** The fields of a note's form. `tagText` is a tag that is still being typed. */
export type NoteFields = Readonly<Omit<DraftFields, 'tags'>> & { readonly tags: readonly string[] };

/** Each visibility in a word, who such a note is for, as short as a phone needs it, and what that means. */
export const visibilities: Record<Visibility, { label: string; audience: string; means: string }> = {
  public: {
    label: 'Public',
    audience: 'For everyone',
    means: 'Everyone can read it. It’s in lists, in search and in the feeds.',
  },
  unlisted: {
    label: 'Unlisted',
    audience: 'By link only',
    means: 'Anyone with the link can read it. It isn’t in lists, search or feeds.',
  },
  private: { label: 'Private', audience: 'For you alone', means: 'Only you can read it.' },
  draft: {
    label: 'Draft',
    audience: 'As a draft',
    means: 'Only you can read it. It stays in your library until you publish it.',
  },
};

/** Whether a form contains anything that the person would miss. */
export const isBlank = ({ title, url, body, tags, tagText }: NoteFields) =>
  `${title}${url}${body}${tagText}`.trim() === '' && tags.length === 0;

/** The address that was typed or pasted; undefined if it is anything else. `example.org` without a scheme may be a word. */
export function typedAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^(?:www\.|[a-z0-9-]+(?:\.[a-z0-9-]+)+\/)/i.test(text) ? `https://${text}` : text;
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? address : undefined;
}

/** Whether the typed text may still become an address. */
export const mayBecomeAddress = (typed: string) =>
  /^\s*(?:h|ht|htt|https?|https?:\S*|w|ww|www|www\.\S*)?$/i.test(typed);

/** The form of a new note, filled from the query of a bookmarklet or a share (`url`, `title`, `text`). */
export function fieldsFromQuery(search: string): NoteFields {
  const query = new URLSearchParams(search);
  const text = query.get('text') ?? '';
  // Many apps share a link at the end of the text, or as the whole text.
  const shared = query.get('url') ? undefined : /(?:^|\s)(https?:\/\/\S+)\s*$/i.exec(text);
  return {
    title: query.get('title') ?? '',
    url: query.get('url') || (shared?.[1] ?? ''),
    body: shared ? text.slice(0, shared.index).trim() : text,
    tags: [],
    tagText: '',
    visibility: 'public',
    ...forEachDetail(() => null),
  };
}

export function fieldsOf(note: Note): NoteFields {
  const { title, url, body, tags, visibility, noModel } = note;
  const details = forEachDetail((name) => note[name]);
  return { title, url: url ?? '', body, tags, tagText: '', visibility, ...details, ...(noModel && { noModel }) };
}

/**
 * What is sent to the API, exactly as the API stores it. This tells an answer that was lost from a change by somebody else.
 * Call it only with fields in which `problemsOf` finds nothing.
 */
export function bodyOf(fields: NoteFields) {
  const { title, body, visibility, noModel = false } = fields;
  const details = forEachDetail((name) => fields[name]);
  const added = withTags(fields.tags, fields.tagText);
  const tags = added.ok ? added.tags : fields.tags;
  const texts = { title: cleanName(title), body: plainText(body), url: fields.url.trim() || null };
  return { visibility, ...details, noModel, ...texts, tags };
}

/** The problems that can be found without the server. The server checks everything again. */
export function problemsOf(fields: NoteFields): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  const add = (path: string, message: string) => problems.push({ path, message });
  const title = cleanName(fields.title);
  const url = fields.url.trim();
  const added = withTags(fields.tags, fields.tagText);
  if (!title) add('title', 'Give the note a title.');
  if (title.length > limits.title.max) add('title', `A title has at most ${limits.title.max} characters.`);
  if (url && !(/^https?:\/\//i.test(url) && URL.canParse(url))) {
    add('url', 'Give a whole address that begins with http:// or https://.');
  }
  if (url.length > limits.url.max) add('url', `An address has at most ${limits.url.max} characters.`);
  if (new TextEncoder().encode(fields.body).length > limits.bodyBytes) {
    add('body', `A note holds at most ${limits.bodyBytes / 1024} KB of text. Shorten it, or split it into two notes.`);
  }
  if (holdsWaiting(fields.body)) {
    add('body', 'A picture in the text wasn’t uploaded. Remove it, or add it again.');
  }
  if (!added.ok) add('tags', added.problem);
  return problems;
}

/** The fields of `part` that are still empty in the form. */
export function fillingEmptyFields(
  fields: NoteFields,
  part: Partial<Pick<NoteFields, 'title' | 'body'>>,
): Partial<NoteFields> {
  return {
    ...(part.title && !fields.title.trim() ? { title: part.title } : {}),
    ...(part.body && !fields.body.trim() ? { body: part.body } : {}),
  };
}

export function sameFields(one: NoteFields, other: NoteFields): boolean {
  return (
    one.title === other.title &&
    one.url === other.url &&
    one.body === other.body &&
    one.tagText === other.tagText &&
    one.visibility === other.visibility &&
    detailNames.every((name) => one[name] === other[name]) &&
    (one.noModel ?? false) === (other.noModel ?? false) &&
    one.tags.join() === other.tags.join()
  );
}

/** A short text by which two forms can be compared: it is the same if the fields are. */
export function fingerprintOf({
  title,
  url,
  body,
  tags,
  tagText,
  visibility,
  noModel = false,
  ...details
}: NoteFields): string {
  const all = [title, url, body, tags, tagText, visibility, noModel, detailNames.map((name) => details[name] ?? null)];
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (const unit of JSON.stringify(all)) {
    const code = unit.codePointAt(0) ?? 0;
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677) + one;
  }
  return `${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`;
}

/** The tags with those of a typed text added (separated by commas), or the first problem; then none is added. */
export function withTags(
  tags: readonly string[],
  text: string,
): { ok: true; tags: string[] } | { ok: false; problem: string } {
  const typed = text
    .split(/[,،、，]/u)
    .map(normalizeTag)
    .filter(Boolean);
  const wrong = typed.find((tag) => !tagPattern.test(tag));
  if (wrong !== undefined) {
    return { ok: false, problem: `“${wrong}” can’t be a tag: use ${tagSigns}.` };
  }
  if (typed.some((tag) => tag.length > limits.tags.length)) {
    return { ok: false, problem: `A tag has at most ${limits.tags.length} characters.` };
  }
  const all = [...new Set([...tags, ...typed])];
  return all.length > limits.tags.count
    ? { ok: false, problem: `A note has at most ${limits.tags.count} tags.` }
    : { ok: true, tags: all };
}
