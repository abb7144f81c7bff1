import type { Comment } from '../../../discussion/model/comment.ts';
import type { ExportedChoices, ExportedNote } from '../../model/export.ts';
import type { SavedSearch } from '../../../search/model/saved.ts';
import type { User } from '../../../people/model/user.ts';
import { commentsBy } from '../../../discussion/server/comments.ts';
import { readChoices } from '../account/store/own-data.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { listSearches } from '../../../inbox/server/saved-searches.ts';
import { keptNotes, type KeptNote } from './own-notes.ts';

/**
 * All that a person owns as one JSON document, a note a line, with the copy of its page and what was highlighted there;
 * behind them what they chose and said. Brought in again, it gives the same notes and choices and the same document.
 */
export async function* jsonExport(redis: Redis, user: User): AsyncGenerator<string, void> {
  yield jsonStart(user);
  let between = '\n';
  for await (const kept of keptNotes(redis, user.id)) {
    yield between + JSON.stringify(exported(kept));
    between = ',\n';
  }
  yield await jsonEnd(redis, user);
}

/** What stands before the notes. */
export function jsonStart({ handle, name, bio }: User): string {
  return `${JSON.stringify({ commonplace: 1, profile: { handle, name, bio } }).slice(0, -1)},\n"notes":[`;
}

/** What stands behind them. */
export async function jsonEnd(redis: Redis, user: User): Promise<string> {
  const [choices, searches, comments] = await Promise.all([
    readChoices(redis, user.id),
    listSearches(redis, user.id),
    commentsBy(redis, user.id),
  ]);
  const rest: ExportedChoices = { ...choices, searches: searches.map(searchOf), comments: comments.map(saidOf) };
  return `\n],\n${JSON.stringify(rest).slice(1)}\n`;
}

const searchOf = ({ query, createdAt }: SavedSearch) => ({ query, createdAt });

function saidOf({ id, noteUuid, parent, body, createdAt, editedAt }: Comment) {
  return { id, noteUuid, parent, body, createdAt, editedAt };
}

/** A note as files of ours carry it. */
export function exported({ note, copy, highlights }: KeptNote): ExportedNote {
  const { authorId: _, hidden: _hidden, locked: _locked, points: _points, ...own } = note;
  return { ...own, ...(copy ? { copy } : {}), ...(copy || highlights.length > 0 ? { highlights } : {}) };
}
