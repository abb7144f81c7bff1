import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';

const waitAtMostMs = 10 * 60_000;
const busy = 5;

/**
 * Waits until no other build uses this cache, and keeps others out until the result is called. It is the lock of a
 * database file, which the system takes back from a process that is killed.
 */
export async function lockCache(cacheDir: string): Promise<() => void> {
  await mkdir(cacheDir, { recursive: true });
  const database = new DatabaseSync(path.join(cacheDir, 'lock.db'));
  const until = Date.now() + waitAtMostMs;
  while (!locked(database)) {
    if (Date.now() > until) {
      database.close();
      throw new Error(`Another build has been using ${cacheDir} for ten minutes.`);
    }
    await setTimeout(50);
  }
  return () => database.close();
}

function locked(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === busy) return false;
    throw error;
  }
}
