import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { sendDueWeekly } from '../src/recommendations/server/weekly.ts';
import { sendDueNotices } from '../src/inbox/server/notices.ts';

/** A scheduled function has half a minute; what one run leaves, the next one sends. */
const limits = { messages: 200, ms: 10_000 };
const weeklyLimits = { messages: 200, ms: 5_000 };

/** Mails the daily digests and the weekly mail that are due, and what happened while a person had just been mailed. */
export default async function digest(): Promise<Response> {
  const { SESSION_SECRET } = environment();
  const mail = await sendDueNotices(database(), 'mail', SESSION_SECRET, new Date(), limits);
  const digests = await sendDueNotices(database(), 'digest', SESSION_SECRET, new Date(), limits);
  const weekly = await sendDueWeekly(database(), SESSION_SECRET, new Date(), weeklyLimits);
  return Response.json({ mail, digests, weekly });
}

export const config: Config = { schedule: '*/10 * * * *' };
