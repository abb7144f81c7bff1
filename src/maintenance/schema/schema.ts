import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { log } from '../../platform/server/log.ts';
import { keys } from '../../platform/server/store/keys.ts';
import { migrations, type Migration } from './migrations.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { numberedWrite } from '../../platform/server/store/script.ts';

/** What this code writes: the version of the last step, or 1. */
export const schemaVersion = versionAfter(migrations);

/** The store was written by a newer version of the product, whose data this one would misread. */
export class NewerStore extends Error {
  override name = 'NewerStore';

  constructor(stored: number, known: number) {
    super(
      `The store was written by a newer version of Commonplace (schema ${stored}, and this version knows ${known}): ` +
        'start that version or a later one, or restore a backup into an empty store.',
    );
  }
}

/** A restore into the store was killed. */
export class HalfRestored extends Error {
  override name = 'HalfRestored';

  constructor() {
    super('A restore into this store was interrupted: run `npm run restore` with the same file again, then start.');
  }
}

/** A store that holds nothing yet begins at the newest version, and one from before there were versions at 1. */
const open = numberedWrite(
  `
  if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
  local stored = redis.call('GET', KEYS[1])
  if stored then return tonumber(stored) end
  local version = redis.call('DBSIZE') == 0 and ARGV[1] or '1'
  redis.call('SET', KEYS[1], version)
  return tonumber(version)
  `,
  z.int().nonnegative(),
);

/** The version of what is stored. Throws `NewerStore` and `HalfRestored`: call it before anything else is read or written. */
export async function openSchema(redis: Redis, known = schemaVersion): Promise<number> {
  const stored = await open(redis, [keys.schema, keys.restoring], [known]);
  if (stored === 0) throw new HalfRestored();
  if (stored > known) throw new NewerStore(stored, known);
  return stored;
}

/** A run that said nothing for so long was killed, and another one goes on in its place. */
const leaseMs = 60_000;

/** KEYS lease. ARGV token, milliseconds. */
const take = numberedWrite(
  `
  local holder = redis.call('GET', KEYS[1])
  if holder and holder ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 1
  `,
  z.literal([0, 1]),
);

/** KEYS lease, schema, progress. ARGV token, version, cursor: none when the step is done. Refused to who lost the lease. */
const advance = numberedWrite(
  `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  if ARGV[3] then redis.call('SET', KEYS[3], cjson.encode({ version = tonumber(ARGV[2]), cursor = ARGV[3] }))
  else
    redis.call('SET', KEYS[2], ARGV[2])
    redis.call('DEL', KEYS[3])
  end
  return 1
  `,
  z.literal([0, 1]),
);

const Progress = z.object({ version: z.int(), cursor: z.string() });

/** KEYS lease. ARGV token. */
const release = numberedWrite(
  `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`,
  z.literal([0, 1]),
);

/**
 * Takes the steps that the store lacks, as much as `mayGoOn` allows; the next call goes on where this one stopped.
 * `elsewhere`: another process is at it.
 */
export async function migrate(
  redis: Redis,
  mayGoOn: () => boolean,
  steps: readonly Migration[] = migrations,
): Promise<'done' | 'unfinished' | 'elsewhere'> {
  const known = versionAfter(steps);
  if ((await openSchema(redis, known)) === known) return 'done';
  const token = randomUUID();
  if ((await take(redis, [keys.migrating], [token, leaseMs])) === 0) return 'elsewhere';
  try {
    // Read again under the lease: whoever held it before may have gone further.
    const from = await openSchema(redis, known);
    for (const step of steps.filter(({ version }) => version > from)) {
      const outcome = await takeStep(redis, step, token, mayGoOn);
      if (outcome !== 'done') return outcome;
      log('info', 'the store was brought up to date', { schema: step.version, step: step.name });
    }
    return 'done';
  } finally {
    await release(redis, [keys.migrating], [token]);
  }
}

async function takeStep(redis: Redis, step: Migration, token: string, mayGoOn: () => boolean) {
  const { version } = step;
  let cursor = await cursorOf(redis, version);
  while (mayGoOn()) {
    if ((await take(redis, [keys.migrating], [token, leaseMs])) === 0) return 'elsewhere';
    cursor = await step.run(redis, cursor);
    const names = [keys.migrating, keys.schema, keys.migration];
    if ((await advance(redis, names, [token, version, ...(cursor === null ? [] : [cursor])])) === 0) return 'elsewhere';
    if (cursor === null) return 'done';
  }
  return 'unfinished';
}

async function cursorOf(redis: Redis, version: number): Promise<string | null> {
  const text = await redis.get<string>(keys.migration);
  const progress = text === null ? undefined : Progress.parse(JSON.parse(text));
  return progress?.version === version ? progress.cursor : null;
}

function versionAfter(steps: readonly Migration[]): number {
  return steps.at(-1)?.version ?? 1;
}
