import type { Config } from '@netlify/functions';
import type { Backups } from '../src/domain/backups.ts';
import { roleOf } from '../src/domain/competence.ts';
import { database } from '../src/server/database.ts';
import { environment } from '../src/server/env.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { requireSession } from '../src/server/session.ts';
import { readBackups } from '../src/server/store/backup/nightly.ts';

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
