import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Note, Counts, Mention } from '../../../notes/model/note.ts';
import type { ListedNote, PublishedNote } from '../../../reading/model/content.ts';
import { memoized } from '../../../platform/model/memoized.ts';
import { discussedScore, hotScore, savedScore, type RankedOrder } from '../../../notes/model/ranking.ts';
import type { CommentByPerson } from '../../../discussion/model/thread.ts';
import { withParents } from '../../../platform/model/tag.ts';
import type { Author } from '../../../people/model/user.ts';
import { linkedHtml, wikilinkTargetsIn } from '../../../notes/server/markdown/markdown-links.ts';
import { titleTarget } from '../../../notes/model/markdown.ts';
import { limits } from '../../../platform/model/limits.ts';
import { paths, withData } from '../../../platform/model/paths.ts';

/** A note's row: what lists show of it, and the rest of its page. */
export type NoteRow = {
  uuid: string;
  /** Sorts as lists do: by time of publication, then by uuid. */
  newest: string;
  public: 0 | 1;
  author: string;
  slug: string;
  updated: string;
  listed: string;
  article: string;
} & Scores;

/** Null if a note is in no ranking. */
type Scores = Record<RankedOrder, number | null>;

type Listed = Omit<ListedNote, 'author'>;
type Article = Pick<PublishedNote, 'html' | 'thread' | 'aid'> & { body: string };

/** The row of a published note. Its author has a row of their own, so that a new name costs one write. */
export function rowOf({ note: { body, ...note }, html, aid, thread, author, ...rest }: PublishedNote): NoteRow {
  return {
    uuid: note.uuid,
    newest: `${note.publishedAt ?? note.createdAt} ${note.uuid}`,
    public: note.visibility === 'public' ? 1 : 0,
    author: author.id,
    slug: note.slug,
    updated: note.updatedAt,
    listed: JSON.stringify({ note, ...rest } satisfies Listed),
    article: JSON.stringify({ body, html, ...(aid && { aid }), thread } satisfies Article),
    ...scoresOf(note, rest.counts),
  };
}

function scoresOf({ visibility, publishedAt }: Pick<Note, 'visibility' | 'publishedAt'>, counts: Counts): Scores {
  if (visibility !== 'public' || publishedAt === null) return { hot: null, discussed: null, saved: null };
  const { votes, comments, saves } = counts;
  return {
    hot: hotScore({ votes, publishedAt }),
    discussed: comments > 0 ? discussedScore({ comments, publishedAt }) : null,
    saved: saves > 0 ? savedScore({ saves, publishedAt }) : null,
  };
}

export function listedOf(row: { listed: string; json: string }): ListedNote {
  return { ...(JSON.parse(row.listed) as Listed), author: JSON.parse(row.json) as Author };
}

export function publishedOf(row: { listed: string; article: string; json: string }): PublishedNote {
  const { note, ...listed } = listedOf(row);
  const { body, ...article } = JSON.parse(row.article) as Article;
  return { ...listed, ...article, note: { ...note, body } };
}

/** The tags under which a row's note is listed. */
export function tagsOf({ listed }: Pick<NoteRow, 'listed'>): string[] {
  return withParents((JSON.parse(listed) as Listed).note.tags);
}

/** A comment on a person's page, with the current title of its note. */
export function commentOf(row: { json: string; uuid: string; slug: string; listed: string }): CommentByPerson {
  const { uuid, slug } = row;
  return { ...(JSON.parse(row.json) as Omit<CommentByPerson, 'note'>), note: { uuid, slug, title: titleOf(row) } };
}

export function titleOf({ listed }: Pick<NoteRow, 'listed'>): string {
  return (JSON.parse(listed) as Listed).note.title;
}

/** A collection's row, with its owner's handle. */
export type CollectionRow = {
  id: string;
  author: string;
  slug: string;
  public: 0 | 1;
  smart: 0 | 1;
  place: number;
  json: string;
  handle: string;
};

/** The queries of one database, each prepared once. Rows are not validated, since only this module writes them. */
export function prepareQueries(database: DatabaseSync) {
  const statement = memoized((sql: string) => database.prepare(sql));
  return {
    one: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).all(...values) as Row[],
    run: (sql: string, ...values: SQLInputValue[]) => void statement(sql).run(...values),
  };
}

export type Queries = ReturnType<typeof prepareQueries>;

/** A note's titles, current and former, and what it links to: `{author} {title}` and uuids. */
export type Names = { titles: string[]; former: string[]; mentions: string[] };

/** The tables that are emptied when a snapshot starts again from scratch. */
export const mentionTableNames = ['titled', 'mentioned'] as const;

type Address = Pick<Note, 'uuid' | 'slug'>;

/** The public notes that have or had this title, in the order of the store: links lead to the first. */
const titledWith = ({ all }: Queries, title: string, max: number): Address[] =>
  all<Address>(
    'SELECT uuid, slug FROM titled JOIN notes USING (uuid) WHERE title = ? AND public = 1 ORDER BY former, uuid LIMIT ?',
    title,
    max,
  );

/** The public note that a link's target means. */
function placeOf(ask: Queries, target: string): Address | undefined {
  if (!isUuid.test(target)) return titledWith(ask, target, 1)[0];
  return ask.one<Address>('SELECT uuid, slug FROM notes WHERE uuid = ? AND public = 1', target);
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const titlesOf = ({ all }: Queries, uuid: string) =>
  all<{ title: string; former: 0 | 1 }>('SELECT title, former FROM titled WHERE uuid = ? ORDER BY title, former', uuid);
const mentionedBy = ({ all }: Queries, uuid: string) =>
  all<{ target: string }>('SELECT target FROM mentioned WHERE source = ? ORDER BY target', uuid).map(
    ({ target }) => target,
  );

/** A published note with its links by title. */
export function linked(ask: Queries, published: PublishedNote): PublishedNote {
  const { authorId } = published.note;
  const found = new Map(
    wikilinkTargetsIn(published.html).map((target) => [
      target,
      placeOf(ask, isUuid.test(target) ? target : titleTarget(authorId, target)),
    ]),
  );
  const html = linkedHtml(published.html, (target) => {
    const note = found.get(target);
    return note && paths.note(note);
  });
  return { ...published, html };
}

/** The same, with the public notes that link to it. */
export function mentioning(ask: Queries, published: PublishedNote): PublishedNote {
  const { uuid, authorId } = published.note;
  const own = titlesOf(ask, uuid).filter(({ title }) => placeOf(ask, title)?.uuid === uuid);
  const targets = [uuid, ...own.map(({ title }) => title)];
  const rows = ask.all<{ listed: string; json: string }>(
    `SELECT listed, json FROM
     (SELECT *, row_number() OVER (PARTITION BY author ORDER BY uuid DESC) AS place FROM notes
      WHERE public = 1 AND uuid <> ? AND uuid IN
      (SELECT source FROM mentioned WHERE target IN (${targets.map(() => '?').join(', ')})))
     JOIN authors ON authors.id = author WHERE author = ? OR place <= ? ORDER BY uuid DESC LIMIT ?`,
    ...[uuid, ...targets, authorId, limits.noteMentions.ofOne, limits.noteMentions.shown],
  );
  const mentions = rows.map(listedOf).map(({ note, author }): Mention => ({
    title: note.title,
    path: paths.note(note),
    by: author.name,
  }));
  return { ...linked(ask, published), mentions };
}

/** Whether a note's titles or links differ from those in the snapshot. */
export function namesChange(ask: Queries, uuid: string, { titles, former, mentions }: Names): boolean {
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

/** Replaces a note's titles and links in the snapshot; without `names`, deletes them. */
export function putNames({ run }: Queries, uuid: string, names?: Names): void {
  run('DELETE FROM titled WHERE uuid = ?', uuid);
  run('DELETE FROM mentioned WHERE source = ?', uuid);
  if (!names) return;
  for (const title of names.titles) run('INSERT OR IGNORE INTO titled VALUES (?, 0, ?)', title, uuid);
  for (const title of names.former) run('INSERT OR IGNORE INTO titled VALUES (?, 1, ?)', title, uuid);
  for (const target of names.mentions) run('INSERT OR IGNORE INTO mentioned VALUES (?, ?)', target, uuid);
}

/**
 * The pages that show a note's title: those of the notes that link to it, and of those that it links to. Of many notes
 * with one title, links lead only to the first, or to the second if the first is removed: a change of any other one
 * changes no page.
 */
export function filesShowingTitle(ask: Queries, uuid: string): string[] {
  const leading = titlesOf(ask, uuid).flatMap(({ title }) => {
    const notes = titledWith(ask, title, 2);
    return notes.some((note) => note.uuid === uuid) ? [{ title, notes }] : [];
  });
  const linking = [uuid, ...leading.map(({ title }) => title)].flatMap((target) =>
    ask.all<Address>('SELECT uuid, slug FROM mentioned JOIN notes ON uuid = source WHERE target = ?', target),
  );
  const linked = mentionedBy(ask, uuid).flatMap((target) =>
    isUuid.test(target)
      ? ask.all<Address>('SELECT uuid, slug FROM notes WHERE uuid = ?', target)
      : titledWith(ask, target, 2),
  );
  const beside = [...linking, ...linked, ...leading.flatMap(({ notes }) => notes)];
  return [...new Set(beside.flatMap((note) => withData(paths.note(note))))];
}
