import { escapeHtml } from './markdown/markdown-text.ts';
import { linkedHtml, wikilinkTargetsIn } from './markdown/markdown-links.ts';
import { mentionsOf, placeLinks, type NamedNote } from './store/mentions.ts';
import { isPublished } from '../model/note-access.ts';
import type { Mention, Note } from '../model/note.ts';
import { titleKey } from '../model/markdown.ts';
import { readUsers } from '../../people/server/people.ts';
import { limits } from '../../platform/model/limits.ts';
import { paths } from '../../platform/model/paths.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

/**
 * A text's HTML with its links by title resolved. Readers get links to public notes only. The author (`own`) gets links
 * to all their notes, and titles without a note are marked.
 */
export async function withLinks(
  redis: Redis,
  html: string,
  { authorId, own }: { authorId: string; own: boolean },
): Promise<string> {
  const targets = wikilinkTargetsIn(html);
  const placed = await placeLinks(redis, { authorId, own, targets });
  const found = new Map(placed.map((note, at) => [targets[at], note]));
  const hrefOf = (target: string) => {
    const note = found.get(target);
    return note && pathOf(note);
  };
  const unwritten = (words: string, target: string) =>
    found.has(target) ? `<span class="unwritten" title="${escapeHtml(noneYet)}">${words}</span>` : words;
  return linkedHtml(html, hrefOf, own ? unwritten : undefined);
}

const pathOf = (note: NamedNote) => (note.isPublic ? paths.note(note) : paths.item(note.uuid));

const noneYet = 'No note of yours has this title yet';

/**
 * A note as it is shown, with resolved links and the notes that link to it: for its readers, or for an author who alone
 * can read it.
 */
export async function withMentions<Entry extends { note: Note; html: string }>(
  redis: Redis,
  entry: Entry,
): Promise<Entry & { mentions: Mention[] }> {
  const { note } = entry;
  const { uuid, authorId } = note;
  const own = !isPublished(note);
  const [html, mentioning] = await Promise.all([
    withLinks(redis, entry.html, { authorId, own }),
    mentionsOf(redis, { uuid, authorId, titleKey: titleKey(note.title) }, { own, max: limits.noteMentions.shown }),
  ]);
  const found = await placeLinks(redis, { authorId, own, targets: mentioning });
  const notes = fewOfEach(
    found.filter((one) => one !== undefined),
    authorId,
  );
  const ids = [...new Set(notes.map((one) => one.authorId))];
  const authors = ids.length === 0 ? [] : await readUsers(redis, ids);
  const names = new Map(authors.flatMap((user) => (user ? [[user.id, user.name]] : [])));
  const mentions = notes.map((one) => ({ title: one.title, path: pathOf(one), by: names.get(one.authorId) ?? '' }));
  return { ...entry, html, mentions };
}

/** At most a few notes of each other person, so that nobody can fill the list below somebody else's text. */
function fewOfEach(notes: readonly NamedNote[], authorId: string): NamedNote[] {
  const counts = new Map<string, number>();
  return notes.filter((note) => {
    const count = (counts.get(note.authorId) ?? 0) + 1;
    counts.set(note.authorId, count);
    return note.authorId === authorId || count <= limits.noteMentions.ofOne;
  });
}
