import * as z from 'zod';
import { sourceName } from '../../../../inbox/model/follow.ts';
import { keys } from '../../../../platform/server/store/keys.ts';
import type { Redis } from '../../../../platform/server/store/redis.ts';
import { luaKey, writeScript } from '../../../../platform/server/store/script.ts';
import { deleteImport } from '../../store/listed-imports.ts';

/** What happens to a person's published writings: they stay under “Former member”, or are removed. */
export const Writings = z.enum(['keep', 'remove']);
export type Writings = z.infer<typeof Writings>;

/** An account deletion in progress. `isLookedThrough`: everything found has been removed, but late writes may follow. */
export interface Deletion {
  userId: string;
  writings: Writings;
  isLookedThrough?: boolean;
}

/** Stored after the person's choice once everything found has been removed. */
const lookedThrough = ' again';

const begin = writeScript({
  keys: ['user'],
  fixed: { deletions: keys.accountDeletions },
  args: ['userId', 'writings'],
  returns: z.literal([0, 1]),
  body: `
    redis.call('HLEN', deletions)
    local stored = redis.call('GET', user)
    if stored and cjson.decode(stored).deletedAt then return 0 end
    redis.call('HSET', deletions, userId, writings)
    return 1
    `,
});

/**
 * Records that an account is being deleted, so that an interrupted deletion is continued. For one that is closed already,
 * the choice of the call that closed it counts, which `closeAccount` recorded.
 */
export async function beginDeletion(redis: Redis, { userId, writings }: Deletion): Promise<void> {
  await begin(redis, { user: keys.user(userId), userId, writings });
}

/** Records that nothing is left, although calls that began before the account was closed may still write something. */
export async function keepDeletion(redis: Redis, { userId, writings }: Deletion): Promise<void> {
  await redis.hset(keys.accountDeletions, { [userId]: writings + lookedThrough });
}

/** Removes the record: the deletion is complete, or was called off. */
export async function endDeletion(redis: Redis, userId: string): Promise<void> {
  await redis.hdel(keys.accountDeletions, userId);
}

/** A hash as Redis returns it: fields and values alternate. */
const All = z.array(z.string()).transform((flat) =>
  flat.flatMap((userId, at) => {
    if (at % 2 !== 0) return [];
    const [chosen, ...more] = flat[at + 1]?.split(' ') ?? [];
    return [{ userId, writings: Writings.parse(chosen), isLookedThrough: more.length > 0 }];
  }),
);

/** Deletes the log of a person's library. This comes last, since every removal writes into it. */
export async function forgetLibrary(redis: Redis, userId: string): Promise<void> {
  await redis.del(keys.libraryChanges(userId), keys.libraryItems(userId), keys.libraryWords(userId));
}

/** All account deletions in progress. */
export async function listDeletions(redis: Redis): Promise<Deletion[]> {
  return All.parse((await redis.hgetall(keys.accountDeletions)) ?? []);
}

/** Deletes all `belongings` and imports, and at most `max` followers. Returns how many followers are left. */
const forget = writeScript({
  uses: [deleteImport],
  keys: ['follows', 'followers', 'imports', '...belongings'],
  args: ['userId', 'source', 'max'],
  returns: z.int(),
  body: `
    for _, id in ipairs(redis.call('ZRANGE', imports, 0, -1)) do forgetImport(id) end
    for _, other in ipairs(redis.call('ZRANGE', follows, 0, -1)) do redis.call('ZREM', ${luaKey(keys.followers, 'other')}, userId) end
    redis.call('DEL', unpack(belongings))
    redis.call('DEL', follows)
    for _, one in ipairs(redis.call('ZRANGE', followers, 0, max - 1)) do
      redis.call('ZREM', ${luaKey(keys.follows, 'one')}, source)
      redis.call('ZREM', followers, one)
    end
    return redis.call('ZCARD', followers)
    `,
});

const followersAtOnce = 500;

const Ids = z.array(z.string());

/** Removes what only concerned this person: follows both ways, mutes, inbox, settings. Gives how much is left to do. */
export async function forgetBelongings(redis: Redis, userId: string): Promise<number> {
  const source = sourceName('person', userId);
  const own = [
    keys.activity(userId),
    keys.exportPlace(userId),
    keys.exportSecret(userId),
    keys.exportProgress(userId),
    keys.exportWritten(userId),
    keys.drafts(userId),
    keys.storedBytes(userId),
    keys.sentPictures(userId),
    keys.factor(userId),
    keys.recoveryCodes(userId),
    keys.mutes(userId),
    keys.feedback(userId),
    keys.visits(userId),
    keys.inbox(userId),
    keys.inboxUnread(userId),
    keys.inboxItems(userId),
    keys.inboxPulled(userId),
    keys.delivery(userId),
    keys.mailItems('mail', userId),
    keys.mailItems('digest', userId),
    keys.mailPause(userId),
    keys.userImports(userId),
    keys.imported(userId),
    keys.collectionSlugs(userId),
    keys.authorFormerTitles(userId),
    keys.readingProgress(userId),
  ];
  const due = [keys.mailDue('mail'), keys.mailDue('digest'), keys.weeklyDue, keys.copiesWanted];
  const reviews = (['daily', 'weekly'] as const).map(keys.reviewDue);
  const others = [
    redis.hdel(keys.moderators, userId),
    ...[...due, ...reviews].map((index) => redis.zrem(index, userId)),
  ];
  const left = forget(redis, {
    follows: keys.follows(userId),
    followers: keys.followers(source),
    imports: keys.userImports(userId),
    belongings: own,
    userId,
    source,
    max: followersAtOnce,
  });
  const [count] = await Promise.all([left, ...others]);
  return count;
}

/** Deletes the private parts of a note that stays: its copy, highlights, earlier versions and titles, and imported fields. */
export async function deletePrivateParts(redis: Redis, noteUuid: string): Promise<void> {
  await redis.del(
    keys.copy(noteUuid),
    keys.formerCopy(noteUuid),
    keys.highlights(noteUuid),
    keys.revisions(noteUuid),
    keys.noteImported(noteUuid),
    keys.formerTitles(noteUuid),
  );
}

/** The ids of everything that a person voted for, or has in their reading list. */
export async function ownedIds(redis: Redis, kind: 'votes' | 'reading', userId: string): Promise<string[]> {
  return Ids.parse(await redis.zrange(keys[kind](userId), 0, -1));
}
