import { roleOf } from '../people/model/permissions.ts';
import { session } from '../people/server/callers.ts';
import { Backups } from '../platform/model/backups.ts';
import { database } from '../platform/server/database.ts';
import { environment } from '../platform/server/env.ts';
import { route, type Routes } from '../platform/server/http/route.ts';
import { readBackups } from './backup/store/nightly.ts';

export const maintenanceRoutes = {
  'GET /api/backups': route({
    id: 'readBackups',
    summary: 'Get how many days backups keep what you delete. Owners also get when the last one was made and verified.',
    who: session(),
    gives: { 200: Backups },
    async handle({ caller: { user } }) {
      const { BACKUP_RECIPIENT: recipient, BACKUP_DAYS } = environment();
      const days = recipient === undefined ? null : BACKUP_DAYS;
      return roleOf(user) === 'owner' ? { days, ...(await readBackups(database())) } : { days };
    },
  }),
} satisfies Routes;
