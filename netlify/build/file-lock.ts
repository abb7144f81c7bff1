import { DatabaseSync } from 'node:sqlite';

const busy = 5;

/**
 * Takes the lock of a database file; the result gives it back, and has to be kept until then. Undefined while another
 * process has it. The system releases it when a process ends, however it ends, and it holds between containers too, where
 * the ids of processes mean nothing.
 */
export function takeLock(file: string): (() => void) | undefined {
  const database = new DatabaseSync(file, { timeout: 100 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw error;
  }
}
