import { maxPasskeyBytes } from '../../people/server/accounts.ts';
import { activityOf, recordCall, sessionEndedProblem } from '../../people/server/session.ts';
import { session } from '../../people/server/callers.ts';
import { readWithSession } from '../../people/server/session-cookie.ts';
import { noticeEmail } from '../../people/server/emails.ts';
import { checkRecentProof, rememberProof } from '../../people/server/proof.ts';
import { database } from '../../platform/server/database.ts';
import { afterAnswer } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { sendMail } from '../../platform/server/mail.ts';
import { requireRate } from '../../platform/server/rates.ts';
import { ScheduledExportAnswer, SetScheduledExport } from '../model/scheduled-export.ts';
import {
  dueNow,
  isKeptFor,
  readScheduled,
  runExport,
  schedule,
  scheduledOf,
  sealPassword,
} from './export/scheduled-export.ts';
import { removeScheduled } from './store/scheduled-exports.ts';

/** How long work continues after an answer; the schedule does the rest. */
const afterwardsMs = 8000;
const afterwards = () => {
  const end = Date.now() + afterwardsMs;
  return { now: () => new Date(), mayGoOn: () => Date.now() < end };
};

/** How people have their Markdown exported to a place of their own on a schedule. */
export const scheduledRoutes = {
  'GET /api/account/export': route({
    id: 'readScheduledExport',
    summary: 'Get your scheduled export and how the last run went, or null if you have none.',
    who: session(),
    gives: { 200: ScheduledExportAnswer },
    handle: async ({ caller }) => ({ scheduled: await scheduledOf(database(), caller.user.id) }),
  }),

  // All that a person writes goes there, so the caller must just have proven that the account is theirs, and gets a mail.
  'PUT /api/account/export': route({
    id: 'scheduleExport',
    summary:
      'Export your notes as Markdown to a WebDAV folder or a Git repository of yours on a schedule, beginning now. If you leave out the password, the stored one is used.',
    who: session(),
    body: SetScheduledExport,
    maxBytes: maxPasskeyBytes,
    gives: { 200: ScheduledExportAnswer },
    problems: [429],
    reads: ({ request }) => readWithSession(request, (userId) => readScheduled(database(), userId)),
    async handle({ request, context, caller, body: { current, passkey, password, ...place }, read, now }) {
      const { user } = caller;
      const before = await read(user.id);
      const isProven = await checkRecentProof(caller, { current, passkey }, now, async () => {
        await requireRate('download', user.id);
        if (password === undefined && !isKeptFor(place, before)) throw missingPassword();
      });
      const { host } = new URL(place.url);
      const sealed = password === undefined ? undefined : await sealPassword(user.id, password, now);
      const by = { sid: caller.sid, userId: user.id, activity: activityOf(request, 'export-scheduled', now, host) };
      const [scheduled] = await Promise.all([
        schedule(database(), by, place, { sealed, before }, now),
        // If the session ends in between, it needs no proof any more.
        isProven && rememberProof(caller, now).catch(() => undefined),
      ]);
      if (scheduled === 'ended') throw sessionEndedProblem();
      if (scheduled === 'other') throw missingPassword();
      await afterAnswer(context, async () => {
        const what = `The notes of @${user.handle} are now exported to ${host} on a schedule, private ones included.`;
        if (user.email) await sendMail(noticeEmail(user.email, 'A scheduled export was set up', what));
        await runExport(database(), user.id, afterwards());
      });
      return { scheduled };
    },
  }),

  'POST /api/account/export': route({
    id: 'exportNow',
    summary: 'Run the scheduled export now.',
    who: session(),
    rate: 'download',
    gives: { 202: ScheduledExportAnswer },
    problems: [404],
    async handle({ context, caller: { user }, now }) {
      const scheduled = await dueNow(database(), user.id, now);
      if (!scheduled) throw missingSchedule();
      await afterAnswer(context, () => runExport(database(), user.id, afterwards()));
      return { scheduled };
    },
  }),

  'DELETE /api/account/export': route({
    id: 'endScheduledExport',
    summary: 'Stop the scheduled export. What has been exported stays there.',
    who: session(),
    gives: { 204: null },
    problems: [404],
    async handle({ request, caller: { user }, now }) {
      const scheduled = await scheduledOf(database(), user.id);
      if (!scheduled) throw missingSchedule();
      const { host } = new URL(scheduled.url);
      const [removed] = await Promise.all([
        removeScheduled(database(), user.id),
        recordCall(request, user.id, 'export-unscheduled', now, host),
      ]);
      if (!removed) throw missingSchedule();
    },
  }),
} satisfies Routes;

const missingPassword = () => {
  const message = 'Give the password for this place.';
  return new HttpError(400, 'Bad Request', message, { errors: [{ path: 'password', message }] });
};
const missingSchedule = () =>
  new HttpError(404, 'Not Found', 'You have no scheduled export. It may have been stopped.');
