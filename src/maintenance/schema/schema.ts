import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { log } from '../../platform/server/log.ts';
import { keys } from '../../platform/server/store/keys.ts';
import { migrations, type Migration } from './migrations.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { writeScript } from '../../platform/server/store/script.ts';

/** The version that this code writes: that of the last step, or 1. */
export const schemaVersion = versionAfter(migrations);

/** The store was written by a newer version of the program, whose data this one would misread. */
export class NewerStore extends Error {
  override name = 'NewerStore';

  constructor(stored: number, known: number) {
    super(
      `The store was written by a newer version of Commonplace (schema ${stored}, and this version knows ${known}): ` +
        'start that version or a later one, or restore a backup into an empty store.',
    );
  }
}

/** A restore into the store was interrupted. */
export class RestoreInterrupted extends Error {
  override name = 'RestoreInterrupted';

  constructor() {
    super('A restore into this store was interrupted: run `npm run restore` with the same file again, then start.');
  }
}

/** An empty store gets the newest version; a store from before versions existed gets 1. */
const open = writeScript({
  fixed: { schema: keys.schema, restoring: keys.restoring },
  args: ['known'],
  returns: z.int().nonnegative(),
  body: `
    if redis.call('EXISTS', restoring) == 1 then return 0 end
    local stored = redis.call('GET', schema)
    if stored then return tonumber(stored) end
    local version = redis.call('DBSIZE') == 0 and known or '1'
    redis.call('SET', schema, version)
    return tonumber(version)
    `,
});

/** The version of the store. Throws `NewerStore` and `RestoreInterrupted`: call it before anything else is read or written. */
export async function openSchema(redis: Redis, known = schemaVersion): Promise<number> {
  const stored = await open(redis, { known });
  if (stored === 0) throw new RestoreInterrupted();
  if (stored > known) throw new NewerStore(stored, known);
  return stored;
}

/** How long after its last sign of life a run counts as killed, so that another one may continue. */
const leaseMs = 60_000;

const take = writeScript({
  fixed: { lease: keys.migrating },
  args: ['token', 'ms'],
  returns: z.literal([0, 1]),
  body: `
    local holder = redis.call('GET', lease)
    if holder and holder ~= token then return 0 end
    redis.call('SET', lease, token, 'PX', ms)
    return 1
    `,
});

/** Refused to a run that has lost the lease. */
const advance = writeScript({
  fixed: { lease: keys.migrating, schema: keys.schema, progress: keys.migration },
  args: ['token', 'version', '...cursor'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('GET', lease) ~= token then return 0 end
    if cursor[1] then redis.call('SET', progress, cjson.encode({ version = tonumber(version), cursor = cursor[1] }))
    else
      redis.call('SET', schema, version)
      redis.call('DEL', progress)
    end
    return 1
    `,
});

const Progress = z.object({ version: z.int(), cursor: z.string() });

const release = writeScript({
  fixed: { lease: keys.migrating },
  args: ['token'],
  returns: z.literal([0, 1]),
  body: `if redis.call('GET', lease) == token then return redis.call('DEL', lease) end return 0`,
});

/**
 * Runs the steps that the store lacks, as far as `mayGoOn` allows; the next call continues. `elsewhere`: another process is
 * running them.
 */
export async function migrate(
  redis: Redis,
  mayGoOn: () => boolean,
  steps: readonly Migration[] = migrations,
): Promise<'done' | 'unfinished' | 'elsewhere'> {
  const known = versionAfter(steps);
  if ((await openSchema(redis, known)) === known) return 'done';
  const token = randomUUID();
  if ((await take(redis, { token, ms: leaseMs })) === 0) return 'elsewhere';
  try {
    // Read again under the lease, since the previous holder may have gone further.
    const from = await openSchema(redis, known);
    for (const step of steps.filter(({ version }) => version > from)) {
      const outcome = await takeStep(redis, step, token, mayGoOn);
      if (outcome !== 'done') return outcome;
      log('info', 'the store was brought up to date', { schema: step.version, step: step.name });
    }
    return 'done';
  } finally {
    await release(redis, { token });
  }
}

async function takeStep(redis: Redis, step: Migration, token: string, mayGoOn: () => boolean) {
  const { version } = step;
  let cursor = await cursorOf(redis, version);
  while (mayGoOn()) {
    if ((await take(redis, { token, ms: leaseMs })) === 0) return 'elsewhere';
    cursor = await step.run(redis, cursor);
    if ((await advance(redis, { token, version, cursor: cursor === null ? [] : [cursor] })) === 0) return 'elsewhere';
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
