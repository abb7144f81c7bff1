import * as z from 'zod';
import { librariesChanged } from '../../../notes/server/store/library-changes.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';
import { LinkState } from '../../model/capture.ts';
import { inParts } from '../../../platform/model/parts.ts';

/** How many keys of the store one run scans for notes whose links are not checked yet. */
const scannedAtOnce = 2000;

/** No text of a note contains an unescaped quotation mark, so no note has to be parsed. */
const list = writeScript({
  fixed: { due: keys.linksDue },
  args: ['now', '...names'],
  returns: z.int(),
  body: `
    local added = 0
    for _, name in ipairs(names) do
      local json = redis.call('GET', name)
      if json and string.find(json, '"url":"http', 1, true) and string.find(json, '"authorId":"', 1, true) then
        added = added + redis.call('ZADD', due, 'NX', now, string.sub(name, ${keys.note('').length + 1}))
      end
    end
    return added
    `,
});

const namesAtOnce = 100;

/** Scans a further part of all notes, and lists links that are not checked yet. After the last part it starts again. */
export async function listLinks(redis: Redis, now: Date): Promise<void> {
  const cursor = z.coerce.string().parse((await redis.get(keys.linksScan)) ?? '0');
  const [next, names] = await redis.scan(cursor, { match: `${keys.note('')}*`, count: scannedAtOnce });
  for (const some of inParts(names, namesAtOnce)) await list(redis, { now: now.getTime(), names: some });
  await redis.set(keys.linksScan, next);
}

/** Notes whose links are due for a check, those that wait longest first. */
export async function dueLinks(redis: Redis, now: Date, count: number): Promise<string[]> {
  return redis.zrange<string[]>(keys.linksDue, 0, now.getTime(), { byScore: true, offset: 0, count });
}

/** The note whose link was checked last and answered: its next turn is the last. */
export async function lastWorkingLink(redis: Redis): Promise<string | undefined> {
  return (await redis.zrange<string[]>(keys.linksDue, -1, -1))[0];
}

export async function postponeLinks(redis: Redis, uuids: readonly string[], until: Date): Promise<void> {
  for (const member of uuids) await redis.zadd(keys.linksDue, { xx: true }, { score: until.getTime(), member });
}

const StoredState = jsonOf(LinkState).nullable();

export async function linkStates(redis: Redis, uuids: readonly string[]): Promise<(LinkState | undefined)[]> {
  const stored = uuids.length === 0 ? [] : await redis.mget<unknown[]>(uuids.map(keys.linkState));
  return stored.map((state) => StoredState.parse(state) ?? undefined);
}

/** A note whose link has changed is not updated; one without a link, or a deleted one, is no longer checked. */
const put = writeScript({
  uses: [librariesChanged],
  keys: ['noteKey', 'stateKey'],
  fixed: { due: keys.linksDue },
  args: ['uuid', 'url', 'state', 'next'],
  returns: z.literal([0, 1]),
  body: `
    local json = redis.call('GET', noteKey)
    local note = json and cjson.decode(json)
    if not note or note.deletedAt or type(note.url) ~= 'string' then
      redis.call('ZREM', due, uuid)
      redis.call('DEL', stateKey)
      return 0
    end
    if note.url ~= url then return 0 end
    checkLibrary(note.authorId)
    local before = redis.call('GET', stateKey)
    local was = before and cjson.decode(before).broken or false
    local is = state ~= '' and cjson.decode(state).broken
    redis.call('ZADD', due, next, uuid)
    if state == '' then redis.call('DEL', stateKey) else redis.call('SET', stateKey, state) end
    if is ~= was then librariesChanged(note) end
    return is and 1 or 0
    `,
});

/**
 * Stores the state of a note's link, undefined if it answered with a page, and when to check again. Returns whether it is
 * broken.
 */
export async function putLinkState(
  redis: Redis,
  { uuid, url }: { uuid: string; url: string },
  state: LinkState | undefined,
  next: Date,
): Promise<boolean> {
  const written = await put(redis, {
    noteKey: keys.note(uuid),
    stateKey: keys.linkState(uuid),
    ...{ uuid, url, state: state ? JSON.stringify(state) : '', next: next.getTime() },
  });
  return written === 1;
}
