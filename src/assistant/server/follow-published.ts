import { changesSince } from '../../platform/server/store/changes.ts';
import {
  advanceReading,
  beginReading,
  endReading,
  pauseReading,
  type Reading,
  dueInMonth,
  removeDue,
} from './store/model-reading.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { log } from '../../platform/server/log.ts';

/** How many notes a run sends at most, how long it begins new ones, and how long it waits for each answer, in milliseconds. */
export type ReadingLimits = { notes: number; ms: number; timeoutMs: number };

/** A run that begins now. `clock` returns milliseconds. */
export type ReadingRun = { now: Date; limits: ReadingLimits; clock?: () => number };

type Following = {
  reading: Reading;
  /** How many changes the very first run looks back. */
  first: number;
  /** How many notes are read together. */
  atOnce: number;
  /** How many notes the run has sent so far. */
  asked: () => number;
};

/**
 * Reads the notes that waited for this month's budget (a month is such as 2026-11), then those that changed since the
 * last run, some together, by their uuids, until the run reaches its limits. If `read` returns false, the run ends, and
 * the next one begins with the same notes. Never two runs at once.
 */
export async function followPublished(
  redis: Redis,
  { reading, first, atOnce, asked }: Following,
  { now, limits, clock = performance.now.bind(performance) }: ReadingRun,
  read: (uuids: string[], month: string) => Promise<boolean>,
): Promise<void> {
  const until = clock() + limits.ms;
  const month = now.toISOString().slice(0, 7);
  const goesOn = () => clock() < until && asked() < limits.notes;
  let cursor = await beginReading(redis, reading, first);
  if (cursor === null) return;
  try {
    while (goesOn()) {
      const due = await dueInMonth(redis, reading, month, atOnce);
      if (due.length === 0) break;
      if (!(await read(due, month))) return;
      await removeDue(redis, reading, month, due);
    }
    while (goesOn()) {
      const changes = await changesSince(redis, cursor, atOnce);
      const last = changes.at(-1);
      if (!last) break;
      const uuids = changes.filter(({ kind }) => kind === 'note').map(({ id }) => id);
      if (!(await read(uuids, month))) break;
      cursor = last.revision;
      await advanceReading(redis, reading, cursor);
    }
  } finally {
    await endReading(redis, reading);
  }
}

const pauseSeconds = { failed: 300, spent: 3600, longest: 6 * 3600 };

/**
 * Lets no run begin for a while, after the provider failed (perhaps saying for how many seconds) or the whole budget is
 * spent.
 */
export async function backOff(
  redis: Redis,
  reading: Reading,
  why: { failed: string; retryAfter?: number } | 'spent',
): Promise<void> {
  const seconds =
    why === 'spent' ? pauseSeconds.spent : Math.min(why.retryAfter ?? pauseSeconds.failed, pauseSeconds.longest);
  const problem = why === 'spent' ? 'the budget of this month is spent' : `the model failed: ${why.failed}`;
  logReading(reading, `${problem}; left alone for ${seconds} s`);
  await pauseReading(redis, reading, seconds);
}

const consequences: Record<Reading, string> = {
  points: 'key points stay extracted',
  vectors: 'notes are found by their words',
};

export function logReading(reading: Reading, problem: string): void {
  log('warn', consequences[reading], { problem });
}
