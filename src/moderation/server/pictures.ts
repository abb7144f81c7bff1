import { putPictures, readNotes } from '../../notes/server/notes.ts';
import { changeAvatar } from '../../people/server/profile.ts';
import { readUsers } from '../../people/server/people.ts';
import type { PagePictures } from '../../pictures/model/picture.ts';
import { namesIn } from '../../pictures/server/holding.ts';
import { banPicture } from '../../pictures/server/pictures.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

/**
 * Removes a picture wherever it is shown, for good: it is known again when others fetch or send it. Gives the notes and the
 * people that showed it.
 */
export async function removePicture(redis: Redis, name: string): Promise<{ uuids: string[]; people: string[] }> {
  const { notes, users } = await banPicture(redis, name);
  const uuids: string[] = [];
  for (const note of await readNotes(redis, notes)) {
    if (!note || 'deletedAt' in note || !note.pictures || !namesIn(note.pictures).includes(name)) continue;
    await putPictures(redis, note.uuid, without(note.pictures, name));
    uuids.push(note.uuid);
  }
  const people: string[] = [];
  for (const user of await readUsers(redis, users)) {
    if (user?.avatar !== name) continue;
    await changeAvatar(redis, user.id, undefined);
    people.push(user.id);
  }
  return { uuids, people };
}

/** The page's other picture, where it has one. What was counted for both stays counted. */
function without({ bytes, icon, lead }: PagePictures, name: string): PagePictures | undefined {
  if (icon !== undefined && icon !== name) return { bytes, icon };
  return lead !== undefined && lead.name !== name ? { bytes, lead } : undefined;
}
