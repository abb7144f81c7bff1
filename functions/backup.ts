import type { Config } from '@netlify/functions';
import { removeOld, takeNightly } from '../src/maintenance/backup/nightly.ts';
import { blobObjectStore, folderObjectStore } from '../src/platform/server/object-store.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { refusalOf } from '../src/platform/server/own-call.ts';

/** A background function has a quarter of an hour; what one run leaves, the next one goes on with. */
const timeoutMs = 12 * 60_000;

/** Takes the nightly backup for backup-due. No two runs go on at once, and none does more than is due. */
export default async function backup(request: Request): Promise<Response | undefined> {
  const refusal = await refusalOf(request, 'backup', new Date());
  if (refusal) return refusal;
  const { BACKUP_RECIPIENT: recipient, BACKUP_DAYS: days, BACKUP_DIR: folder } = environment();
  const shelf = folder === undefined ? blobObjectStore() : folderObjectStore(folder);
  await removeOld(shelf, days, new Date());
  if (recipient === undefined) return undefined;
  const end = Date.now() + timeoutMs;
  const mayGoOn = () => Date.now() < end;
  await takeNightly(database(), shelf, { recipient, days, now: () => new Date(), mayGoOn });
  return undefined;
}

export const config: Config = { background: true, method: 'POST' };
