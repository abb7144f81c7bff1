import { accountDataOf, accountOf } from '../../../people/server/profile.ts';
import { collectionsOf, uuidsOf } from '../../../library/server/collections.ts';
import { allHighlights } from '../../../library/server/highlights.ts';
import type { LiveSession } from '../../../people/server/session.ts';
import { largestFile } from '../../../pictures/server/pictures.ts';
import { inboxDataOf } from '../../../inbox/server/inbox.ts';
import { readOwnReports } from '../../../moderation/server/report.ts';
import { commentsBy } from '../../../discussion/server/comments.ts';
import { visitsOf } from '../../../discussion/server/threads.ts';
import { listDrafts } from '../../../writing/server/drafts.ts';
import { readNotesImported } from '../store/import-findings.ts';
import { listBin, listNotes } from '../../../notes/server/notes.ts';
import type { Note } from '../../../notes/model/note.ts';
import { readChoices } from './store/own-data.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { storedVectors } from '../../../assistant/server/semantic-notes.ts';
import { wantsWeekly } from '../../../recommendations/server/weekly.ts';

/** Notes in one part of the download: each may hold 200 KB. */
const notesAtOnce = 40;

/** Everything that a person has here, as one JSON document in parts, so that none has to be held as a whole. */
export async function* ownData(redis: Redis, session: LiveSession, now: Date): AsyncGenerator<string, void> {
  const { user } = session;
  const [ofAccount, choices, { notifications, searches, inbox }, reports, weekly, drafts] = await Promise.all([
    accountDataOf(redis, session, now),
    readChoices(redis, user.id),
    inboxDataOf(redis, user.id),
    readOwnReports(redis, user.id),
    wantsWeekly(redis, user.id),
    listDrafts(redis, user.id),
  ]);
  const picture = user.avatar === undefined ? undefined : await largestFile('avatar', user.avatar);
  const account = {
    ...{ id: user.id, ...accountOf(user, now) },
    ...(picture && { picture: `data:image/webp;base64,${Buffer.from(picture).toString('base64')}` }),
  };
  yield `${JSON.stringify({ downloadedAt: now.toISOString(), account }, null, 2).slice(0, -2)},\n  "notes": [`;
  let cursor: string | null | undefined;
  let between = '\n';
  do {
    const query = { author: user.id, includePrivate: true, limit: notesAtOnce };
    const page = await listNotes(redis, cursor ? { ...query, cursor } : query);
    const uuids = page.notes.map(({ uuid }) => uuid);
    const [vectors, imported] = await Promise.all([storedVectors(redis, uuids), readNotesImported(redis, uuids)]);
    for (const [index, note] of page.notes.entries()) {
      const { vector } = vectors[index] ?? {};
      const more = { ...(vector !== undefined && { vector }), imported: imported.get(note.uuid) };
      yield between + JSON.stringify({ ...note, ...more }, null, 2);
      between = ',\n';
    }
    cursor = page.next;
  } while (cursor);
  const rest = {
    ...ofAccount,
    notifications,
    weekly,
    searches,
    inbox,
    reports,
    drafts,
    ...choices,
    visits: await visitsOf(redis, user.id),
    bin: await Array.fromAsync(allBinned(redis, user.id)),
    comments: await commentsBy(redis, user.id),
    highlights: await Array.fromAsync(allHighlights(redis, user.id)),
    collections: await Promise.all(
      (await collectionsOf(redis, user.id)).map(async (one) => ({ ...one, notes: await uuidsOf(redis, one.id) })),
    ),
  };
  // Behind the notes, so that what is chosen among them finds them there when the file is brought in.
  yield `\n  ],\n${JSON.stringify(rest, null, 2).slice(2)}\n`;
}

/** What this person deleted and could bring back. */
async function* allBinned(redis: Redis, userId: string): AsyncGenerator<Note & { deletedAt: string }, void> {
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const { binned, next } = await listBin(redis, userId, { cursor, limit: notesAtOnce });
    for (const { note, deletedAt } of binned) yield { ...note, deletedAt: new Date(deletedAt).toISOString() };
    cursor = next ?? undefined;
  }
}
