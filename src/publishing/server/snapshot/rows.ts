import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Note, Counts } from '../../../notes/model/note.ts';
import type { ListedNote, PublishedNote } from '../../../reading/model/content.ts';
import { remembered } from '../../../platform/model/remembered.ts';
import { discussedScore, hotScore, savedScore, type RankedOrder } from '../../../notes/model/ranking.ts';
import type { CommentByPerson } from '../../../discussion/model/comment.ts';
import { withParents } from '../../../platform/model/tag.ts';
import type { Author } from '../../../people/model/user.ts';

/** A note's row: what lists show of it, and the rest of its page. */
export type NoteRow = {
  uuid: string;
  /** Sorts as lists do: when it was published, then its uuid. */
  newest: string;
  public: 0 | 1;
  author: string;
  slug: string;
  updated: string;
  listed: string;
  article: string;
} & Scores;

/** Null where a note is in no ranking. */
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

/** The tags under which a row's note is found. */
export function tagsOf({ listed }: Pick<NoteRow, 'listed'>): string[] {
  return withParents((JSON.parse(listed) as Listed).note.tags);
}

/** A comment of a person's page, with its note as it is called now. */
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

/** The questions of one database, each prepared once. What a row holds is what this module wrote. */
export function asking(database: DatabaseSync) {
  const statement = remembered((sql: string) => database.prepare(sql));
  return {
    one: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).all(...values) as Row[],
    run: (sql: string, ...values: SQLInputValue[]) => void statement(sql).run(...values),
  };
}

export type Asking = ReturnType<typeof asking>;
