import { withParents } from '../../../platform/model/tag.ts';
import type { Profile } from '../../../notes/model/related.ts';
import type { PublishedNote } from '../../../reading/model/content.ts';
import type { WeightedTerm } from '../../../reading/server/aid/sentences.ts';
import { mentionsIn, titleKey, titleTarget } from '../../../notes/model/markdown.ts';
import { rowOf, type NoteRow, tagsOf, type Queries, type Names, namesChange, putNames } from './rows.ts';
import { preparedNote, type ReadNote } from '../../../reading/server/prepared-note.ts';
import { sitemapShard } from '../../../feeds/model/site-texts.ts';
import type { CommentsByPerson } from '../../../discussion/server/threads.ts';
import { queueNote, queueNotesOf } from '../search-files/files.ts';
import { collectionsBy, rematchCollection, rematchNote } from './collections.ts';
import { updateProfile } from './related.ts';
import { setSize, sizeOf, type SyncStep } from './sizes.ts';
import { nameOf } from './stale-pages.ts';
import { isSystemError } from '../../../platform/model/cause.ts';
import { log } from '../../../platform/server/log.ts';
import type { Author } from '../../../people/model/user.ts';

/** Prepares notes for a snapshot, in their order. One that fails is left out, so that the others are still published. */
export type PrepareNotes = (notes: readonly ReadNote[]) => Promise<WrittenNote[]>;

export const preparedNotes: PrepareNotes = async (notes) => {
  const written: WrittenNote[] = [];
  for (const read of notes) {
    try {
      const { entry, terms } = await preparedNote(read);
      written.push(writtenNoteOf(entry, terms));
    } catch (error) {
      if (isSystemError(error)) throw error;
      log('error', 'a note cannot be published', { uuid: read.note.uuid, error });
    }
  }
  return written;
};

/**
 * Everything that a snapshot stores of a note, ready to be written. Mostly texts, since threads that prepare notes send
 * them to the one that writes: a text crosses over at a tenth of the cost of the objects in it.
 */
export type WrittenNote = {
  row: NoteRow;
  /** The tags under which it is listed. */
  tags: string[];
  /** The ids of the people named in its comments. */
  speakers: string[];
  /** What it is compared with others by (a Profile as JSON), if it is public. */
  profile: string | undefined;
  /** Its titles and links. Only the store knows its former titles. */
  names: Names;
};

/** `terms`: what the note is compared with others by. */
export function writtenNoteOf(entry: PublishedNote, terms: readonly WeightedTerm[]): WrittenNote {
  const row = rowOf(entry);
  const { note, thread } = entry;
  return {
    row,
    tags: withParents(note.tags),
    speakers: thread.comments.flatMap(({ author }) => (author ? [author.id] : [])),
    names: {
      titles: [titleTarget(note.authorId, titleKey(note.title))],
      former: [],
      mentions: mentionsIn(note.body, note.authorId),
    },
    profile: row.public === 1 ? JSON.stringify(profileFrom(row, entry, terms)) : undefined,
  };
}

function profileFrom({ uuid, newest }: NoteRow, { note, aid }: PublishedNote, terms: readonly WeightedTerm[]): Profile {
  return {
    uuid,
    newest,
    language: aid?.language,
    tags: note.tags,
    terms: terms.map(({ term, weight, word }) => [term, weight, word]),
  };
}

/**
 * Replaces the note with this uuid, or adds it, and marks every page that shows either version. Its author must have been
 * put before it.
 */
export function putNote(step: SyncStep, { row, tags, speakers, profile, names }: WrittenNote): void {
  const { ask, stale, fromNothing } = step;
  const before = readRow(ask, row.uuid);
  if (before && same(before, row)) return;
  const isRenamed =
    fromNothing || nameOf(before) !== nameOf(row) || before?.public !== row.public || namesChange(ask, row.uuid, names);
  stale.noteChanges(before, row);
  if (isRenamed) stale.namesChange(row.uuid);
  updateProfile(step, row.uuid, profile, () => {
    if (before) unlist(step, before);
    list(step, row, tags);
  });
  ask.run(
    'INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ...[row.uuid, row.newest, row.public, row.author, row.slug, row.updated],
    ...[sitemapShard(row.uuid), row.listed, row.article, row.hot, row.discussed, row.saved],
  );
  if (isRenamed) {
    putNames(ask, row.uuid, names);
    stale.namesChange(row.uuid);
  }
  rematchNote(ask, row);
  if (before) ask.run('DELETE FROM spoke WHERE note = ?', row.uuid);
  for (const speaker of speakers) ask.run('INSERT OR IGNORE INTO spoke VALUES (?, ?)', speaker, row.uuid);
  if (!fromNothing && (row.public === 1 || before?.public === 1)) queueNote(ask, row.uuid);
}

export function removeNote(step: SyncStep, uuid: string): void {
  const { ask, stale, fromNothing } = step;
  const before = readRow(ask, uuid);
  if (!before) return;
  stale.noteChanges(before, undefined);
  stale.namesChange(uuid);
  putNames(ask, uuid);
  updateProfile(step, uuid, undefined, () => unlist(step, before));
  ask.run('DELETE FROM notes WHERE uuid = ?', uuid);
  ask.run('DELETE FROM spoke WHERE note = ?', uuid);
  rematchNote(ask, before);
  if (!fromNothing) queueNote(ask, uuid);
}

/** Records the published notes that could not be prepared, since the change log does not name them again. */
export function putUnprepared({ ask }: SyncStep, uuids: Iterable<string>): void {
  ask.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', 'unprepared', JSON.stringify([...uuids]));
}

export function unpreparedNotes(ask: Queries): string[] {
  const found = ask.one<{ value: string }>("SELECT value FROM meta WHERE key = 'unprepared'");
  return found ? (JSON.parse(found.value) as string[]) : [];
}

/** The notes whose comments name one of these people: their stored pages contain the names, too. */
export function notesMentioning(ask: Queries, authorIds: readonly string[]): string[] {
  return authorIds.flatMap((id) =>
    ask.all<{ note: string }>('SELECT note FROM spoke WHERE author = ?', id).map(({ note }) => note),
  );
}

/** Stores what readers see of a person. If it changed, every page that shows them is marked. */
export function putAuthor({ ask, stale }: SyncStep, author: Author): void {
  const json = JSON.stringify(author);
  const before = ask.one<{ handle: string; json: string }>('SELECT handle, json FROM authors WHERE id = ?', author.id);
  if (before?.json === json) return;
  if (before) stale.personChanges(author.id, [before.handle, author.handle]);
  if (before) {
    queueNotesOf(ask, author.id);
    for (const { id } of collectionsBy(ask, author.id)) rematchCollection(ask, id);
  }
  ask.run('INSERT OR REPLACE INTO authors VALUES (?, ?, ?)', author.id, author.handle, json);
}

/** Replaces a person's newest comments. */
export function putComments({ ask, stale }: SyncStep, { author, total, comments }: CommentsByPerson): void {
  const rows = comments.map(({ note, ...comment }) => ({
    id: comment.id,
    note: note.uuid,
    json: JSON.stringify(comment),
  }));
  const before = ask.all<{ json: string }>(
    'SELECT json FROM person_comments WHERE author = ? ORDER BY id DESC',
    author,
  );
  const after = rows.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const unchanged = before.length === after.length && before.every(({ json }, index) => json === after[index]?.json);
  if (unchanged && sizeOf(ask, 'comments', author) === total) return;
  stale.commentsChange(author);
  ask.run('DELETE FROM person_comments WHERE author = ?', author);
  for (const { id, note, json } of rows)
    ask.run('INSERT INTO person_comments VALUES (?, ?, ?, ?)', author, id, note, json);
  setSize(ask, 'comments', author, total);
}

function readRow({ one }: Queries, uuid: string): NoteRow | undefined {
  return one<NoteRow>(
    `SELECT uuid, newest, public, author, slug, updated, listed, article, hot, discussed, saved
     FROM notes WHERE uuid = ?`,
    uuid,
  );
}

function same(a: NoteRow, b: NoteRow): boolean {
  return a.listed === b.listed && a.article === b.article && a.author === b.author;
}

function list({ ask, counts }: SyncStep, row: NoteRow, tags: readonly string[]): void {
  if (row.public === 0) return;
  counts.add(1, { author: row.author, tags });
  for (const tag of tags) ask.run('INSERT INTO tagged VALUES (?, ?)', tag, row.newest);
}

function unlist({ ask, counts }: SyncStep, row: NoteRow): void {
  if (row.public === 0) return;
  const tags = tagsOf(row);
  counts.add(-1, { author: row.author, tags });
  for (const tag of tags) ask.run('DELETE FROM tagged WHERE tag = ? AND newest = ?', tag, row.newest);
}
