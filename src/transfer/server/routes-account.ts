import * as z from 'zod';
import { Comment } from '../../discussion/model/thread.ts';
import { Note } from '../../notes/model/note.ts';
import { Account, DeleteAccount } from '../../people/model/account.ts';
import { clearedCookie, readWithSession } from '../../people/server/session-cookie.ts';
import { recordCall } from '../../people/server/session.ts';
import { session } from '../../people/server/callers.ts';
import { accountGoneProblem, lastOwnerProblem } from '../../people/server/profile.ts';
import { readUserText } from '../../people/server/people.ts';
import { checkProof, readProof, withProof } from '../../people/server/proof.ts';
import { scheduleCheck } from '../../pictures/server/picture-holders.ts';
import { database } from '../../platform/server/database.ts';
import { afterAnswer } from '../../platform/server/http/endpoint.ts';
import { ignoreReadOnly } from '../../platform/server/store/redis.ts';
import { reply, route, type Routes } from '../../platform/server/http/route.ts';
import { streamOf } from '../../platform/server/http/text-stream.ts';
import { afterBackgroundWrite } from '../../publishing/server/publishing.ts';
import { continueDeletions, deleteAccount } from './account/account-deletion.ts';
import { ownData } from './account/own-data.ts';
import { unlessClosed } from './export/own-notes.ts';

const OwnData = z.looseObject({ account: Account, notes: z.array(Note), comments: z.array(Comment) });

/** How long deletion continues after the answer; the schedule does the rest. */
const afterwardsMs = 8000;

/** How people download all that is stored about them, and how they delete their account. */
export const accountRoutes = {
  'GET /api/account/data': route({
    id: 'downloadData',
    summary: 'Download everything you have here as one file.',
    who: session(),
    rate: 'download',
    gives: { 200: OwnData },
    async handle({ request, caller, now }) {
      const { user } = caller;
      await ignoreReadOnly(recordCall(request, user.id, 'data-downloaded', now));
      const name = `commonplace-${user.handle}-${now.toISOString().slice(0, 10)}.json`;
      return new Response(streamOf(unlessClosed(database(), user.id, ownData(database(), caller, now))), {
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Disposition': `attachment; filename="${name}"`,
        },
      });
    },
  }),

  'POST /api/account/deletion': route({
    id: 'deleteAccount',
    summary: 'Delete your account. What you wrote stays under “Former member”, or is deleted too.',
    ...withProof,
    body: DeleteAccount,
    gives: { 200: z.object({ deleted: z.literal(true) }) },
    problems: [410],
    reads: ({ request, body }) =>
      Promise.all([readProof(request, body), readWithSession(request, (userId) => readUserText(database(), userId))]),
    async handle({ context, caller, body: { writings, ...proof }, read: [proven, account], now }) {
      const { user } = caller;
      await checkProof(caller, proof, proven, now);
      const gone = await deleteAccount(database(), user.id, writings, now, await account(user.id));
      if (!gone.ok) throw gone.reason === 'last-owner' ? lastOwnerProblem() : accountGoneProblem();
      await afterAnswer(context, async () => {
        const end = Date.now() + afterwardsMs;
        const changed = new Set<string>();
        const deletion = { userId: user.id, writings };
        await Promise.all([
          continueDeletions(database(), deletion, now, () => Date.now() < end, changed, {
            deletedAt: now.toISOString(),
          }),
          scheduleCheck(database(), user.avatar),
        ]);
        await afterBackgroundWrite({ people: [user.id], uuids: changed });
      });
      return reply(200, { deleted: true }, { 'Set-Cookie': clearedCookie() });
    },
  }),
} satisfies Routes;
