import type { Comment } from '../../../discussion/model/thread.ts';
import { collectedAtOnce } from '../../model/import-item.ts';
import type { ExportedChoices, ExportedCollection, ExportedNote } from '../../model/export.ts';
import type { SavedSearch } from '../../../search/model/saved.ts';
import type { User } from '../../../people/model/user.ts';
import { commentsBy } from '../../../discussion/server/comments.ts';
import { readChoices } from '../account/store/own-data.ts';
import { binnedIds } from '../../../notes/server/notes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { listSearches } from '../../../inbox/server/saved-searches.ts';
import { filledCollections, keptNotes, type KeptNote } from './own-notes.ts';

/**
 * All that a person owns as one JSON document. Each note is one line, with the copy of its page and its highlights; what
 * the person chose and said follows. Imported again, it gives the same notes, choices and document. With `only`, it holds
 * only these notes, their places in the reading list, and the parts of collections that have them.
 */
export async function* jsonExport(redis: Redis, user: User, only?: readonly string[]): AsyncGenerator<string, void> {
  const chosen = only && chosenEnd(redis, user, new Set(only));
  // A failure is reported where it is awaited.
  chosen?.catch(() => undefined);
  yield jsonStart(user);
  let between = '\n';
  for await (const kept of keptNotes(redis, user.id, { only })) {
    yield between + JSON.stringify(exported(kept));
    between = ',\n';
  }
  yield await (chosen ?? jsonEnd(redis, user));
}

/** The part of the document before the notes. */
export function jsonStart({ handle, name, bio }: User): string {
  return `${JSON.stringify({ commonplace: 1, profile: { handle, name, bio } }).slice(0, -1)},\n"notes":[`;
}

/** The part after them. It names no note of the bin, which the document does not have. */
export async function jsonEnd(redis: Redis, user: User): Promise<string> {
  const bin = binOf(redis, user);
  const [choices, collections, searches, comments, binned] = await Promise.all([
    readChoices(redis, user.id),
    exportedCollections(redis, user.id, bin),
    listSearches(redis, user.id),
    commentsBy(redis, user.id),
    bin,
  ]);
  const rest: ExportedChoices = {
    ...choices,
    readingList: choices.readingList.filter(({ id }) => !binned.has(id)),
    collections,
    searches: searches.map(searchOf),
    comments: comments.map(saidOf),
  };
  return `\n],\n${JSON.stringify(rest).slice(1)}\n`;
}

async function binOf(redis: Redis, { id }: User): Promise<ReadonlySet<string>> {
  return new Set(await binnedIds(redis, id));
}

async function chosenEnd(redis: Redis, user: User, only: ReadonlySet<string>): Promise<string> {
  const [{ readingList }, collections] = await Promise.all([
    readChoices(redis, user.id),
    exportedCollections(redis, user.id, binOf(redis, user), only),
  ]);
  const rest: ExportedChoices = {
    ...{ votes: [], follows: [], mutes: [], wishes: [], searches: [], comments: [] },
    readingList: readingList.filter(({ id }) => only.has(id)),
    collections,
  };
  return `\n],\n${JSON.stringify(rest).slice(1)}\n`;
}

/** Each collection stands before those within it. One with many notes is split into pieces, as an import takes them. */
async function exportedCollections(
  redis: Redis,
  userId: string,
  bin: Promise<ReadonlySet<string>>,
  only?: ReadonlySet<string>,
): Promise<ExportedCollection[]> {
  const [filled, binned] = await Promise.all([filledCollections(redis, userId, only), bin]);
  const pieces = filled.map(({ one, uuids: all }): ExportedCollection[] => {
    const uuids = all.filter((uuid) => !binned.has(uuid));
    const { id, name, description, visibility, parent, search, createdAt: at } = one;
    const count = Math.max(1, Math.ceil(uuids.length / collectedAtOnce));
    return Array.from({ length: count }, (_, piece) => {
      const from = piece * collectedAtOnce;
      const notes = uuids.slice(from, from + collectedAtOnce);
      return { id, name, description, visibility, parent, search, at, from, notes };
    });
  });
  return pieces.flat();
}

const searchOf = ({ query, createdAt }: SavedSearch) => ({ query, createdAt });

function saidOf({ id, noteUuid, parent, body, createdAt, editedAt }: Comment) {
  return { id, noteUuid, parent, body, createdAt, editedAt };
}

/** A note in the form of our own export files. */
export function exported({ note, copy, highlights, pictures }: KeptNote): ExportedNote {
  const { authorId: _, hidden: _hidden, locked: _locked, points: _points, pictures: _pictures, ...own } = note;
  const files = [...pictures].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')] as const);
  return {
    ...own,
    ...(copy ? { copy } : {}),
    ...(copy || highlights.length > 0 ? { highlights } : {}),
    ...(files.length > 0 ? { files: Object.fromEntries(files) } : {}),
  };
}
