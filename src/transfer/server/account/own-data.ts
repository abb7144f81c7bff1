import { accountOf } from '../../../people/server/profile.ts';
import { allHighlights } from '../../../library/server/highlights.ts';
import { type LiveSession, ownSessions } from '../../../people/server/session.ts';
import { ownPasskeyOf } from '../../../people/server/passkeys.ts';
import { listActivity } from '../../../people/server/store/activity.ts';
import { commentsBy } from '../../../discussion/server/store/comments.ts';
import { readDelivery } from '../../../inbox/server/store/delivery.ts';
import { listDrafts } from '../../../writing/server/store/drafts.ts';
import { listApiTokens } from '../../../people/server/store/api-tokens.ts';
import { readNotesImported } from '../store/import-findings.ts';
import { listNotes } from '../../../notes/server/notes.ts';
import { readChoices, readNotifications, readOwnReports } from './store/own-data.ts';
import { listPasskeys } from '../../../people/server/store/passkeys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readFactor } from '../../../people/server/store/second-factor.ts';
import { listSearches } from '../../../inbox/server/store/saved-searches.ts';
import { storedVectors } from '../../../assistant/server/store/vectors.ts';
import { wantsWeekly } from '../../../recommendations/server/store/weekly.ts';

/** Notes in one part of the download: each may hold 200 KB. */
const notesAtOnce = 20;

/** Everything that a person has here, as one JSON document in parts, so that none has to be held as a whole. */
export async function* ownData(redis: Redis, session: LiveSession, now: Date): AsyncGenerator<string, void> {
  const { user } = session;
  const [sessions, passkeys, tokens, choices, notifications, inbox, reports, weekly, searches, drafts, activity] =
    await Promise.all([
      ownSessions(redis, session),
      listPasskeys(redis, user.id),
      listApiTokens(redis, user.id),
      readChoices(redis, user.id),
      readDelivery(redis, user.id),
      readNotifications(redis, user.id),
      readOwnReports(redis, user.id),
      wantsWeekly(redis, user.id),
      listSearches(redis, user.id),
      listDrafts(redis, user.id),
      listActivity(redis, user.id, now),
    ]);
  const account = { id: user.id, ...accountOf(user, now) };
  const factor = await readFactor(redis, user.id);
  yield `${JSON.stringify({ downloadedAt: now.toISOString(), account }, null, 2).slice(0, -2)},\n  "notes": [`;
  let cursor: string | null | undefined;
  let between = '\n';
  do {
    const query = { author: user.id, includePrivate: true, limit: notesAtOnce };
    const page = await listNotes(redis, cursor ? { ...query, cursor } : query);
    const vectors = await storedVectors(
      redis,
      page.notes.map(({ uuid }) => uuid),
    );
    const imported = await readNotesImported(
      redis,
      page.notes.map(({ uuid }) => uuid),
    );
    for (const [index, note] of page.notes.entries()) {
      const { vector } = vectors[index] ?? {};
      const more = { ...(vector !== undefined && { vector }), imported: imported.get(note.uuid) };
      yield between + JSON.stringify({ ...note, ...more }, null, 2);
      between = ',\n';
    }
    cursor = page.next;
  } while (cursor);
  const rest = {
    sessions,
    passkeys: passkeys.map(ownPasskeyOf),
    tokens,
    secondFactor: factor ? { since: factor.since, codesLeft: factor.codesLeft } : null,
    activity,
    notifications,
    weekly,
    searches,
    inbox,
    reports,
    drafts,
    ...choices,
    comments: await commentsBy(redis, user.id),
    highlights: await Array.fromAsync(allHighlights(redis, user.id)),
  };
  // Behind the notes, so that what is chosen among them finds them there when the file is brought in.
  yield `\n  ],\n${JSON.stringify(rest, null, 2).slice(2)}\n`;
}
