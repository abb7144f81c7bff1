import type { Config } from '@netlify/functions';
import { database } from '../src/server/database.ts';
import { environment } from '../src/server/env.ts';
import { sendDueNotices } from '../src/server/notices.ts';

/** A scheduled function has half a minute; what one run leaves, the next one sends. */
const limits = { messages: 200, ms: 10_000 };

/** Mails the daily digests that are due, and what happened while a person had just been mailed. */
export default async function digest(): Promise<Response> {
  const { SESSION_SECRET } = environment();
  const mail = await sendDueNotices(database(), 'mail', SESSION_SECRET, new Date(), limits);
  const digests = await sendDueNotices(database(), 'digest', SESSION_SECRET, new Date(), limits);
  return Response.json({ mail, digests });
}

export const config: Config = { schedule: '*/10 * * * *' };
