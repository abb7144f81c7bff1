import { z } from 'zod';
import type { Import, LeftLine } from '../../model/import.ts';
import type { Imported } from '../../../notes/model/imported.ts';
import { Done } from './import-parts.ts';
import { keptSeconds, withoutOwner } from './imports.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite, writeScript } from '../../../platform/server/store/script.ts';
import { StoredImport } from './write-import.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

type To = { userId: string; id: string };

/** How much is undone in one step. */
const atOnce = 100;

/** KEYS import, what it did. ARGV person, how many to give, now as ISO 8601, seconds to keep. From here on it takes no part. */
const next = numberedWrite(
  `
  local json = redis.call('GET', KEYS[1])
  local import = json and cjson.decode(json)
  if not import or import.userId ~= ARGV[1] then return { 'missing' } end
  if import.added then return { 'unknown' } end
  if import.state ~= 'undone' then
    import.state, import.changedAt = 'undoing', ARGV[3]
    import.undone = import.undone or { removed = 0, left = 0 }
    redis.call('SET', KEYS[1], cjson.encode(import), 'EX', ARGV[4])
  end
  return { 'some', redis.call('HRANDFIELD', KEYS[2], ARGV[2], 'WITHVALUES') }
  `,
  z.union([z.tuple([z.literal('some'), z.array(z.string())]), z.tuple([z.enum(['missing', 'unknown'])])]),
);

/** What an import did with a note (by its uuid) or chose (by `choice:` and what that is). */
export type Step = { name: string; done: Done };

const StoredDone = jsonOf(Done);

/** Begins or goes on with undoing an import: what to undo next, nothing once all is undone. */
export async function nextDone(
  redis: Redis,
  { userId, id }: To,
  now: Date,
): Promise<{ ok: true; done: Step[] } | { ok: false; reason: 'missing' | 'unknown' }> {
  const args = [userId, atOnce, now.toISOString(), keptSeconds];
  const [outcome, flat] = await next(redis, [keys.import(id), keys.importDone(id)], args);
  if (outcome !== 'some') return { ok: false, reason: outcome };
  const done = flat.flatMap((name, at) => (at % 2 === 0 ? [{ name, done: StoredDone.parse(flat[at + 1]) }] : []));
  return { ok: true, done };
}

/** KEYS import, what it did, what stays. ARGV now, seconds to keep, JSON of the names that are dealt with and of what stays. */
const end = numberedWrite(
  `
  local import = cjson.decode(redis.call('GET', KEYS[1]))
  local names, left = cjson.decode(ARGV[3]), cjson.decode(ARGV[4])
  local gone = 0
  for _, name in ipairs(names) do gone = gone + redis.call('HDEL', KEYS[2], name) end
  local undone = import.undone or { removed = 0, left = 0 }
  import.undone = { removed = undone.removed + math.max(0, gone - #left), left = undone.left + #left }
  import.changedAt = ARGV[1]
  if redis.call('HLEN', KEYS[2]) == 0 then import.state = 'undone' end
  local json = cjson.encode(import)
  redis.call('SET', KEYS[1], json, 'EX', ARGV[2])
  for _, line in ipairs(left) do redis.call('RPUSH', KEYS[3], line) end
  redis.call('EXPIRE', KEYS[3], ARGV[2])
  return json
  `,
  StoredImport,
);

/** Notes that these were dealt with, and what of them stays. */
export async function endStep(
  redis: Redis,
  { id }: To,
  { names, left }: { names: string[]; left: LeftLine[] },
  now: Date,
): Promise<Import> {
  const args = [now.toISOString(), keptSeconds, toStored(names), toStored(left.map((line) => toStored(line)))];
  return withoutOwner(await end(redis, [keys.import(id), keys.importDone(id), keys.importLeft(id)], args));
}

const takeBack = writeScript({
  keys: ['told', 'copy', 'highlights'],
  args: ['toldJson', 'copyGoes', '...ids'],
  returns: z.literal(1),
  body: `
    if toldJson == '{}' then redis.call('DEL', told) elseif toldJson ~= '' then redis.call('SET', told, toldJson) end
    for _, each in ipairs(ids) do redis.call('HDEL', highlights, each) end
    if copyGoes == 'copy' and redis.call('HLEN', highlights) == 0 then redis.call('DEL', copy) end
    return 1
    `,
});

/** Takes from a note what came with it. `told`: what is left of what came with it; undefined where that stays. */
export async function takeBackBelongings(
  redis: Redis,
  uuid: string,
  { told, highlights, copy }: { told: Imported | undefined; highlights: string[]; copy: boolean },
): Promise<void> {
  if (told === undefined && highlights.length === 0 && !copy) return;
  await takeBack(redis, {
    told: keys.noteImported(uuid),
    copy: keys.copy(uuid),
    highlights: keys.highlights(uuid),
    toldJson: told ? toStored(told) : '',
    copyGoes: copy ? 'copy' : '',
    ids: highlights,
  });
}
