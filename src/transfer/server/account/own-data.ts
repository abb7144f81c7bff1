import { accountDataOf, accountOf } from '../../../people/server/profile.ts';
import { allHighlights } from '../../../library/server/highlights.ts';
import type { LiveSession } from '../../../people/server/session.ts';
import { largestFile } from '../../../pictures/server/pictures.ts';
import { inboxDataOf } from '../../../inbox/server/inbox.ts';
import { readOwnReports } from '../../../moderation/server/reports-and-appeals.ts';
import { commentsBy } from '../../../discussion/server/comments.ts';
import { visitsOf } from '../../../discussion/server/threads.ts';
import { listDrafts } from '../../../writing/server/drafts.ts';
import { readNotesImported } from '../store/import-findings.ts';
import { ownNoteIds, readFormerTitles, readNotes, wholeBin } from '../../../notes/server/notes.ts';
import { filledCollections } from '../export/own-notes.ts';
import { readChoices } from './store/own-data.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { storedVectors } from '../../../assistant/server/semantic-notes.ts';
import { wantsCopies } from '../../../capture/server/copies.ts';
import { wantsWeekly } from '../../../recommendations/server/weekly.ts';
import { inParts } from '../../../platform/model/parts.ts';

/** How many notes are read, and held, in one trip: each may have 200 KB. */
const notesAtOnce = 200;

/** Everything that a person has here, as one JSON document. It is given in parts, so that it is never held as a whole. */
export async function* ownData(redis: Redis, session: LiveSession, now: Date): AsyncGenerator<string, void> {
  const { user } = session;
  const [ofAccount, choices, { notifications, searches, inbox }, reports, ...others] = await Promise.all([
    accountDataOf(redis, session, now),
    readChoices(redis, user.id),
    inboxDataOf(redis, user.id),
    readOwnReports(redis, user.id),
    wantsWeekly(redis, user.id),
    wantsCopies(redis, user.id),
    listDrafts(redis, user.id),
    ownNoteIds(redis, user.id),
  ]);
  const [weekly, copiesOfAll, drafts, uuids] = others;
  const picture = user.avatar === undefined ? undefined : await largestFile('avatar', user.avatar);
  const account = {
    ...{ id: user.id, ...accountOf(user, now) },
    ...(picture && { picture: `data:image/webp;base64,${Buffer.from(picture).toString('base64')}` }),
  };
  yield `${JSON.stringify({ downloadedAt: now.toISOString(), account }, null, 2).slice(0, -2)},\n`;
  yield* listed('notes', notesOf(redis, uuids));
  yield* listed('bin', binOf(redis, user.id));
  yield* listed('highlights', allHighlights(redis, user.id));
  const [visits, comments, collections] = await Promise.all([
    visitsOf(redis, user.id),
    commentsBy(redis, user.id),
    filledCollections(redis, user.id),
  ]);
  yield* listed('comments', comments);
  const rest = {
    ...ofAccount,
    notifications,
    weekly,
    copiesOfAll,
    searches,
    inbox,
    reports,
    drafts,
    ...choices,
    visits,
    collections: collections.map(({ one, uuids: notes }) => ({ ...one, notes })),
  };
  // After the notes, so that an import of the file finds the notes that these choices name.
  yield `${JSON.stringify(rest, null, 2).slice(2)}\n`;
}

/** A list of the document, one part for each item: together they may be most of a gigabyte. */
async function* listed(name: string, all: AsyncIterable<object> | Iterable<object>): AsyncGenerator<string, void> {
  yield `  "${name}": [`;
  let between = '\n';
  for await (const one of all) {
    yield between + JSON.stringify(one, null, 2);
    between = ',\n';
  }
  yield '\n  ],\n';
}

async function* notesOf(redis: Redis, uuids: readonly string[]): AsyncGenerator<object, void> {
  for (const some of inParts(uuids, notesAtOnce)) {
    const [notes, vectors, imported, former] = await Promise.all([
      readNotes(redis, some),
      storedVectors(redis, some),
      readNotesImported(redis, some),
      readFormerTitles(redis, some),
    ]);
    for (const [index, note] of notes.entries()) {
      if (!note || !('visibility' in note)) continue;
      const { vector } = vectors[index] ?? {};
      const formerTitles = former[index]?.length ? former[index] : undefined;
      yield { ...note, ...(vector !== undefined && { vector }), imported: imported.get(note.uuid), formerTitles };
    }
  }
}

async function* binOf(redis: Redis, userId: string): AsyncGenerator<object, void> {
  for await (const { note, deletedAt } of wholeBin(redis, userId)) {
    yield { ...note, deletedAt: new Date(deletedAt).toISOString() };
  }
}
