import type { Copy } from '../../domain/capture.ts';
import type { User } from '../../domain/user.ts';
import { commentsBy } from '../store/comments.ts';
import { readChoices } from '../store/own-data.ts';
import type { Redis } from '../store/redis.ts';
import { keptNotes, type KeptNote } from './own-copies.ts';

/**
 * All that a person owns as one JSON document, a note a line, with the copy of its page and what was highlighted there:
 * brought in again, it gives the same notes and the same document.
 */
export async function* jsonExport(redis: Redis, user: User): AsyncGenerator<string, void> {
  const [choices, comments] = await Promise.all([readChoices(redis, user.id), commentsBy(redis, user.id)]);
  const { handle, name, bio } = user;
  const said = comments.map(({ id, noteUuid, parent, body, createdAt, editedAt }) => ({
    id,
    noteUuid,
    parent,
    body,
    createdAt,
    editedAt,
  }));
  const head = { commonplace: 1, profile: { handle, name, bio }, ...choices, comments: said };
  yield `${JSON.stringify(head).slice(0, -1)},\n"notes":[`;
  let between = '\n';
  for await (const kept of keptNotes(redis, user.id)) {
    yield between + JSON.stringify(exported(kept));
    between = ',\n';
  }
  yield '\n]}\n';
}

/** A note as files of ours carry it. */
export function exported({ note, copy, highlights }: KeptNote): { copy?: Copy } {
  const { authorId: _, hidden: _hidden, locked: _locked, points: _points, ...own } = note;
  return { ...own, ...(copy ? { copy } : {}), ...(copy || highlights.length > 0 ? { highlights } : {}) };
}
