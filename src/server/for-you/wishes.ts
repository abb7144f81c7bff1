import { addressOf } from '../../domain/note-access.ts';
import type { Wish, WishKind } from '../../domain/for-you/wish.ts';
import { paths } from '../../domain/paths.ts';
import { readShown } from '../store/for-you.ts';
import type { Redis } from '../store/redis.ts';
import { listWishes } from '../store/wishes.ts';

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
