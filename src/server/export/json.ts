import type { Note } from '../../domain/note.ts';
import type { User } from '../../domain/user.ts';
import { commentsBy } from '../store/comments.ts';
import { readChoices } from '../store/own-data.ts';
import { allHighlights } from '../highlights.ts';
import type { Redis } from '../store/redis.ts';
import { ownNotes } from './own-notes.ts';

/** All that a person owns as one JSON document, a note a line: brought in again, it gives the same notes and the same document. */
export async function* jsonExport(redis: Redis, user: User): AsyncGenerator<string, void> {
  const [choices, comments, highlights] = await Promise.all([
    readChoices(redis, user.id),
    commentsBy(redis, user.id),
    Array.fromAsync(allHighlights(redis, user.id)),
  ]);
  const { handle, name, bio } = user;
  const said = comments.map(({ id, noteUuid, parent, body, createdAt, editedAt }) => ({
    id,
    noteUuid,
    parent,
    body,
    createdAt,
    editedAt,
  }));
  const head = { commonplace: 1, profile: { handle, name, bio }, ...choices, comments: said, highlights };
  yield `${JSON.stringify(head).slice(0, -1)},\n"notes":[`;
  let between = '\n';
  for await (const { note } of ownNotes(redis, user.id)) {
    yield between + JSON.stringify(exported(note));
    between = ',\n';
  }
  yield '\n]}\n';
}

function exported({ authorId: _, hidden: _hidden, locked: _locked, points: _points, ...note }: Note): object {
  return note;
}
