import { validate as isUuid } from 'uuid';
import type { Wish, WishKind } from '../model/feedback.ts';
import { addressOf } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import type { User } from '../../people/model/user.ts';
import { targetOf, type Target } from '../../inbox/server/follows.ts';
import { readShown } from './store/for-you.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { listWishes } from './store/feedback.ts';
import { openNote } from '../../notes/server/open-note.ts';

/** What an address names to want more or less of: a tag, a person by handle or id, a note that this person may read. */
export async function wishTarget(
  redis: Redis,
  { kind, id }: { kind: WishKind; id: string },
  user: User,
): Promise<Target<WishKind>> {
  if (kind !== 'note') return targetOf(redis, kind, id, user);
  const opened = isUuid(id) ? await openNote(redis, id.toLowerCase(), async () => user.id) : undefined;
  return opened?.ok ? { ok: true, kind, id: opened.note.uuid } : { ok: false, reason: 'missing' };
}

/** What a person asked for, named as they know it, the newest first. What is gone is called so, and can be taken away. */
export async function wishesOf(redis: Redis, userId: string): Promise<Wish[]> {
  const wishes = await listWishes(redis, userId);
  const idsOf = (kind: WishKind) => wishes.flatMap((wish) => (wish.kind === kind ? [wish.id] : []));
  const { named, people } = await readShown(redis, userId, {
    notes: [],
    named: idsOf('note'),
    people: idsOf('person'),
  });
  return wishes.map((wish): Wish => {
    if (wish.kind === 'tag') return { ...wish, name: `#${wish.id}`, path: paths.tag(wish.id) };
    const note = named.get(wish.id);
    if (note) return { ...wish, name: note.title, path: addressOf(note) };
    const person = people.get(wish.id);
    if (person) return { ...wish, name: person.name || `@${person.handle}`, path: paths.person(person.handle) };
    return { ...wish, name: wish.kind === 'note' ? 'A note that is gone' : 'Someone who is gone', path: null };
  });
}
