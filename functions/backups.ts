import type { Config } from '@netlify/functions';
import type { Backups } from '../src/platform/model/backups.ts';
import { roleOf } from '../src/people/model/permissions.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { requireSession } from '../src/people/server/session.ts';
import { readBackups } from '../src/maintenance/backup/store/nightly.ts';

/** For how long backups keep what was deleted; owners of the installation learn of the last one. */
export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    const { BACKUP_RECIPIENT: recipient, BACKUP_DAYS } = environment();
    const days = recipient === undefined ? null : BACKUP_DAYS;
    const told: Backups = roleOf(user) === 'owner' ? { days, ...(await readBackups(database())) } : { days };
    return Response.json(told);
  },
});

export const config: Config = { path: '/api/backups' };
