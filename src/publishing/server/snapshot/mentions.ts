import { linkedHtml } from '../../../notes/server/markdown/markdown-wikilinks.ts';
import type { Mention, Note } from '../../../notes/model/note.ts';
import { titleTarget } from '../../../notes/model/wikilink.ts';
import { limits } from '../../../platform/model/limits.ts';
import { paths } from '../../../platform/model/paths.ts';
import type { PublishedNote } from '../../../reading/model/content.ts';
import { listedOf, type Asking } from './rows.ts';
import { withData } from './files-of.ts';

/** What a note is called, now and before, and what it links to: `{author} {title}` and uuids. */
export type Names = { titles: string[]; former: string[]; mentions: string[] };

/** The tables that are emptied when a snapshot starts again from nothing. */
export const mentionTableNames = ['titled', 'mentioned'] as const;

type Address = Pick<Note, 'uuid' | 'slug'>;

/** The public note that this names, as the store finds it too: of those with one title the oldest, then one that had it. */
function placeOf({ one }: Asking, target: string): Address | undefined {
  return one<Address>(
    target.includes(' ')
      ? `SELECT uuid, slug FROM titled JOIN notes USING (uuid) WHERE title = ? AND public = 1 ORDER BY former, uuid LIMIT 1`
      : 'SELECT uuid, slug FROM notes WHERE uuid = ? AND public = 1',
    target,
  );
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const titlesOf = ({ all }: Asking, uuid: string) =>
  all<{ title: string; former: 0 | 1 }>('SELECT title, former FROM titled WHERE uuid = ? ORDER BY title, former', uuid);
const mentionedBy = ({ all }: Asking, uuid: string) =>
  all<{ target: string }>('SELECT target FROM mentioned WHERE source = ? ORDER BY target', uuid).map(
    ({ target }) => target,
  );

/** A published note with its links by title. */
export function linked(ask: Asking, published: PublishedNote): PublishedNote {
  const { authorId } = published.note;
  const html = linkedHtml(published.html, (target) => {
    const note = placeOf(ask, isUuid.test(target) ? target : titleTarget(authorId, target));
    return note && paths.note(note);
  });
  return { ...published, html };
}

/** The same with the public notes that link to it. */
export function mentioning(ask: Asking, published: PublishedNote): PublishedNote {
  const { uuid } = published.note;
  const own = titlesOf(ask, uuid).filter(({ title }) => placeOf(ask, title)?.uuid === uuid);
  const targets = [uuid, ...own.map(({ title }) => title)];
  const rows = ask.all<{ listed: string; json: string }>(
    `SELECT listed, json FROM notes JOIN authors ON authors.id = author WHERE public = 1 AND uuid <> ? AND uuid IN
     (SELECT source FROM mentioned WHERE target IN (${targets.map(() => '?').join(', ')})) ORDER BY uuid DESC LIMIT ?`,
    uuid,
    ...targets,
    limits.noteMentions.shown,
  );
  const mentions = rows.map(listedOf).map(({ note, author }): Mention => ({
    title: note.title,
    path: paths.note(note),
    by: author.name,
  }));
  return { ...linked(ask, published), mentions };
}

/** Whether a note is called and links otherwise than the snapshot knows. */
export function namesChange(ask: Asking, uuid: string, { titles, former, mentions }: Names): boolean {
  const known = [
    titlesOf(ask, uuid)
      .map(({ title, former: was }) => `${was} ${title}`)
      .sort(),
    mentionedBy(ask, uuid),
  ];
  const now = [
    [...titles.map((title) => `0 ${title}`), ...former.map((title) => `1 ${title}`)].sort(),
    [...mentions].sort(),
  ];
  return JSON.stringify(known) !== JSON.stringify(now);
}

/** Puts what a note is called and links to in the place of what was known of it; without `names`, takes it away. */
export function putNames({ run }: Asking, uuid: string, names?: Names): void {
  run('DELETE FROM titled WHERE uuid = ?', uuid);
  run('DELETE FROM mentioned WHERE source = ?', uuid);
  if (!names) return;
  for (const title of names.titles) run('INSERT OR IGNORE INTO titled VALUES (?, 0, ?)', title, uuid);
  for (const title of names.former) run('INSERT OR IGNORE INTO titled VALUES (?, 1, ?)', title, uuid);
  for (const target of names.mentions) run('INSERT OR IGNORE INTO mentioned VALUES (?, ?)', target, uuid);
}

/**
 * The pages that show how a note is called, by the notes that link to it, or that it links to others: theirs, and those of
 * notes with one of its titles, which links may lead to in its place.
 */
export function filesBesideNote(ask: Asking, uuid: string): string[] {
  const titles = titlesOf(ask, uuid).map(({ title }) => title);
  const linking = [uuid, ...titles].flatMap((target) =>
    ask.all<Address>('SELECT uuid, slug FROM mentioned JOIN notes ON uuid = source WHERE target = ?', target),
  );
  const sharing = [...titles, ...mentionedBy(ask, uuid)].flatMap((target) =>
    ask.all<Address>(
      'SELECT uuid, slug FROM notes WHERE uuid = ? OR uuid IN (SELECT uuid FROM titled WHERE title = ?)',
      target,
      target,
    ),
  );
  return [...linking, ...sharing].flatMap((note) => withData(paths.note(note)));
}
