import type { Config } from '@netlify/functions';
import { SetScheduledExport, type ScheduledExport } from '../src/transfer/model/scheduled-export.ts';
import { maxPasskeyBytes } from '../src/people/server/accounts.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint, later } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { noticeLetter } from '../src/people/server/emails.ts';
import { sendMail } from '../src/platform/server/mail.ts';
import { requireRecentProof } from '../src/people/server/proof.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { isPasswordKept, runExport, schedule, scheduledOf } from '../src/transfer/server/export/scheduled-export.ts';
import { requireSession } from '../src/people/server/session.ts';
import { recordActivity } from '../src/people/server/store/activity.ts';
import { removeScheduled } from '../src/transfer/server/store/scheduled-exports.ts';

/** What an answer leaves going; the schedule does the rest. */
const afterwardsMs = 8000;

const answer = (scheduled: ScheduledExport | null, status = 200) => Response.json({ scheduled }, { status });
const brief = () => {
  const end = Date.now() + afterwardsMs;
  return { now: () => new Date(), mayGoOn: () => Date.now() < end };
};

/** All that a person writes goes there, so whoever sets it has just proven that the account is theirs, and is told. */
export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    return answer(await scheduledOf(database(), user.id));
  },

  async PUT(request, context) {
    const session = await requireSession(request);
    const { user } = session;
    const { current, passkey, password, ...place } = await readJson(request, SetScheduledExport, maxPasskeyBytes);
    const now = new Date();
    await requireRecentProof(session, { current, passkey }, now, async () => {
      await requireRate('download', user.id);
      if (password === undefined && !(await isPasswordKept(database(), user.id, place))) throw passwordMissing();
    });
    if (!(await schedule(database(), user.id, place, password, now)).ok) throw passwordMissing();
    const { host } = new URL(place.url);
    await recordActivity(database(), user.id, activityOf(request, 'export-scheduled', now, host));
    await later(context, async () => {
      const what = `The notes of @${user.handle} are now brought to ${host} by schedule, private ones too.`;
      if (user.email) await sendMail(noticeLetter(user.email, 'An export by schedule was set', what));
      await runExport(database(), user.id, brief());
    });
    return answer(await scheduledOf(database(), user.id));
  },

  /** Brings what changed now. */
  async POST(request, context) {
    const { user } = await requireSession(request);
    await requireRate('download', user.id);
    const scheduled = await scheduledOf(database(), user.id);
    if (!scheduled) throw missing();
    await later(context, () => runExport(database(), user.id, brief()));
    return answer(scheduled, 202);
  },

  async DELETE(request) {
    const { user } = await requireSession(request);
    const scheduled = await scheduledOf(database(), user.id);
    if (!scheduled || !(await removeScheduled(database(), user.id))) throw missing();
    const { host } = new URL(scheduled.url);
    await recordActivity(database(), user.id, activityOf(request, 'export-unscheduled', new Date(), host));
    return new Response(null, { status: 204 });
  },
});

const passwordMissing = () => {
  const message = 'Give the password for this place.';
  return new HttpError(400, 'Bad Request', message, { errors: [{ path: 'password', message }] });
};
const missing = () => new HttpError(404, 'Not Found', 'You have no export by schedule. It may be ended already.');

export const config: Config = { path: '/api/account/export' };
