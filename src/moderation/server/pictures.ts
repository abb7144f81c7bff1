import { putPictures, readBinned } from '../../notes/server/notes.ts';
import { changeAvatar } from '../../people/server/profile.ts';
import { readUser } from '../../people/server/people.ts';
import { holdersOf, letGo, namesIn, withoutPicture } from '../../pictures/server/holding.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

/**
 * Takes a picture that a moderator removed from the notes and people that show it, some at a time, as long as `mayGoOn`
 * says; a sweep goes on with the others. Gives those whose pages changed.
 */
export async function takeDownPicture(
  redis: Redis,
  name: string,
  mayGoOn: () => boolean,
): Promise<{ uuids: string[]; people: string[] }> {
  const uuids: string[] = [];
  const people: string[] = [];
  for (let holders = await holdersOf(redis, name); holders.length > 0; holders = await holdersOf(redis, name)) {
    for (const holder of holders) {
      const id = holder.slice(holder.indexOf(':') + 1);
      if (holder.startsWith('user:')) {
        if (await hideFromPerson(redis, id, name)) people.push(id);
      } else if (holder.startsWith('note:') && (await hideFromNote(redis, id, name))) uuids.push(id);
    }
    await letGo(redis, name, holders);
    if (!mayGoOn()) break;
  }
  return { uuids, people };
}

async function hideFromNote(redis: Redis, uuid: string, name: string): Promise<boolean> {
  const { stored, binned } = await readBinned(redis, uuid);
  const note = stored && 'visibility' in stored ? stored : binned;
  if (!note?.pictures || !namesIn(note.pictures).includes(name)) return false;
  await putPictures(redis, uuid, withoutPicture(note.pictures, name));
  return note === stored;
}

async function hideFromPerson(redis: Redis, id: string, name: string): Promise<boolean> {
  const user = await readUser(redis, id);
  if (user?.avatar !== name) return false;
  await changeAvatar(redis, id, undefined);
  return true;
}
