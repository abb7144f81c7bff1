import { listLikeness } from './migrate-likeness.ts';
import { listTexts } from './migrate-texts.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

/**
 * One step from what an earlier version stored to what this one stores. It runs while the site serves, in batches: each
 * call does a little (at most some hundred keys), and gives the place from which the next call goes on, or null when all
 * is done. A call may be repeated with the same cursor (its run was killed), so it must do no harm the second time; and
 * until the whole step is done, code must bear both what was stored before and what is stored after it.
 */
export interface Migration {
  /** One more than the step before. */
  version: number;
  /** What it does, for the log. */
  name: string;
  run(redis: Redis, cursor: string | null): Promise<string | null>;
}

/** In order; a step that was ever deployed stays as it is. A store without any of them has version 1. */
export const migrations: readonly Migration[] = [
  { version: 2, name: 'people are listed by what their names look like', run: listLikeness },
  { version: 3, name: 'texts are listed by what they say', run: listTexts },
];
