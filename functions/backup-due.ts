import type { Config } from '@netlify/functions';
import { isBackupDue } from '../src/maintenance/backup/nightly.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { startInBackground } from '../src/platform/server/own-call.ts';
import { readBackups } from '../src/maintenance/backup/store/nightly.ts';

/** Begins the nightly backup and goes on with a killed one: in a background function, since a scheduled one has half a minute. */
export default async function backupDue(): Promise<Response> {
  const { BACKUP_RECIPIENT: recipient } = environment();
  const now = new Date();
  if (recipient === undefined) {
    // Those of before still go when their time has come: once a day, where there ever were any.
    const night = now.getUTCHours() === 3 && now.getUTCMinutes() < 10;
    if (!night || (await readBackups(database())).last === null) return Response.json({ outcome: 'no-key' });
  } else if (!(await isBackupDue(database(), now))) return Response.json({ outcome: 'not-due' });
  return Response.json({ outcome: 'begun', status: await startInBackground('backup', now) });
}

export const config: Config = { schedule: '*/10 * * * *' };
