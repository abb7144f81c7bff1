import { validate as isUuid } from 'uuid';
import { tagSigns } from '../../platform/model/tag.ts';
import { siteOf, tagOf, type Follow, type FollowKind, type Mute, type MuteKind } from '../model/follow.ts';
import { isPublished } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import { shownName, type User } from '../../people/model/user.ts';
import { listFollows, listMutes, type Choice } from './store/follows.ts';
import { readNote, readNotes } from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { findUserByHandle, readUser, readUsers } from '../../people/server/people.ts';
import type * as z from 'zod';
import { readShown } from '../../library/server/collections.ts';
import { isPersonHidden } from '../../people/model/permissions.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { HttpError, readable } from '../../platform/server/http/problem.ts';

export { followSource, muteSource, unfollowSource, unmuteSource } from './store/follows.ts';

/** `missing`: no such person, tag or site exists, or no note that others may read. `self`: it is the caller. */
export type Target<Kind> = { ok: true; kind: Kind; id: string } | { ok: false; reason: 'missing' | 'self' };

/** Finds what a path names to follow or mute: a person by handle or id, a tag, a note's uuid, a host. */
export async function targetOf<Kind extends FollowKind | MuteKind>(
  redis: Redis,
  kind: Kind,
  text: string,
  user: User,
): Promise<Target<Kind>> {
  const id = await idOf(redis, kind, text);
  if (id === undefined) return { ok: false, reason: 'missing' };
  return kind === 'person' && id === user.id ? { ok: false, reason: 'self' } : { ok: true, kind, id };
}

async function idOf(redis: Redis, kind: FollowKind | MuteKind, text: string): Promise<string | undefined> {
  switch (kind) {
    case 'person': {
      const byHandle = await findUserByHandle(redis, text.toLowerCase());
      // Anything else could be another key of the store.
      return (byHandle ?? (!text.includes(':') ? await readUser(redis, text) : undefined))?.id;
    }
    case 'tag':
      return tagOf(text);
    case 'site':
      return siteOf(text);
    case 'collection':
      return (await shownCollections(redis, isUuid(text) ? [text.toLowerCase()] : []))[0]?.collection.id;
    case 'thread': {
      const note = isUuid(text) ? await readNote(redis, text.toLowerCase()) : undefined;
      return note && 'visibility' in note && isPublished(note) ? note.uuid : undefined;
    }
  }
}

/** What a person follows, with current names, newest first. Deleted notes and people are left out. */
export async function followsOf(redis: Redis, userId: string): Promise<Follow[]> {
  const chosen = await listFollows(redis, userId);
  const [people, notes, collections] = await Promise.all([
    named(chosen, 'person', (ids) => readUsers(redis, ids)),
    named(chosen, 'thread', (ids) => readNotes(redis, ids)),
    named(chosen, 'collection', (ids) => shownCollections(redis, ids)),
  ]);
  return chosen.flatMap((choice): Follow[] => {
    if (choice.kind === 'tag') return [{ ...choice, name: `#${choice.id}`, path: paths.tag(choice.id) }];
    const person = people.get(choice.id);
    if (person) return [{ ...choice, name: shownName(person), path: paths.person(person.handle) }];
    const shown = collections.get(choice.id);
    if (shown) {
      const { collection, owner } = shown;
      return [{ ...choice, name: collection.name, path: paths.collection(owner.handle, collection.slug) }];
    }
    const note = notes.get(choice.id);
    return note && 'visibility' in note && isPublished(note)
      ? [{ ...choice, name: note.title, path: paths.note(note) }]
      : [];
  });
}

/** What a person mutes, newest first. */
export async function mutesOf(redis: Redis, userId: string): Promise<Mute[]> {
  const [chosen, found] = await listMutes(redis, userId);
  const people = new Map(found.map((user) => [user.id, user]));
  return chosen.flatMap((choice): Mute[] => {
    if (choice.kind === 'tag') return [{ ...choice, name: `#${choice.id}`, path: paths.tag(choice.id) }];
    if (choice.kind === 'site') return [{ ...choice, name: choice.id, path: null }];
    const person = people.get(choice.id);
    return person
      ? [{ ...choice, name: shownName(person), path: paths.person(person.handle), handle: person.handle }]
      : [];
  });
}

async function named<Kind extends string, Value>(
  chosen: readonly Choice<Kind>[],
  kind: Kind,
  read: (ids: string[]) => Promise<(Value | undefined)[]>,
): Promise<Map<string, Value>> {
  const ids = chosen.filter((choice) => choice.kind === kind).map(({ id }) => id);
  const values = ids.length > 0 ? await read(ids) : [];
  return new Map(values.flatMap((value, index) => (value === undefined ? [] : [[ids[index] ?? '', value]])));
}

/** Public collections with their owners, in the order of the ids; undefined for those that are not public. */
async function shownCollections(redis: Redis, ids: string[]) {
  const collections = await readShown(redis, ids);
  const owners = await readUsers(
    redis,
    collections.map((one) => one?.ownerId ?? ''),
  );
  return collections.map((collection, at) => {
    const owner = owners[at];
    const isSeen = collection?.visibility === 'public' && owner && !isPersonHidden(owner);
    return isSeen ? { collection, owner } : undefined;
  });
}

type TargetKind = FollowKind | MuteKind | 'note' | 'site';

const missing: Record<TargetKind, string> = {
  person: 'Nobody has this handle.',
  tag: `This isn’t a tag. A tag is made of ${tagSigns}.`,
  thread: 'There’s no such note, or it isn’t public.',
  collection: 'There’s no such collection, or it isn’t public.',
  note: 'This note doesn’t exist, or its author hasn’t shared it with you.',
  site: 'This isn’t a site. Give its name, such as example.org.',
};

/** The kind and id in a path `…/:kind/:id`, whether that exists or not. Throws HttpError 404 for an unknown kind. */
export function targetInPath<Kind>(kinds: z.ZodType<Kind>, { params }: CallContext): { kind: Kind; id: string } {
  const kind = kinds.safeParse(params['kind']);
  if (!kind.success) throw new HttpError(404, 'Not Found', 'There’s nothing of this kind.');
  return { kind: kind.data, id: readable(params['id'] ?? '') };
}

/** The existing target that a path `…/:kind/:id` names. Throws HttpError 404 if there is none, 400 if it is the caller. */
export async function requireTarget<Kind extends FollowKind | MuteKind>(
  redis: Redis,
  kinds: z.ZodType<Kind>,
  context: CallContext,
  user: User,
): Promise<{ kind: Kind; id: string }> {
  const { kind, id } = targetInPath(kinds, context);
  return required(kind, await targetOf(redis, kind, id, user));
}

/** Unwraps a target. Throws HttpError 404 if there is none, 400 if it is the caller. */
export function required<Kind extends TargetKind>(kind: Kind, target: Target<Kind>): { kind: Kind; id: string } {
  if (target.ok) return { kind, id: target.id };
  if (target.reason === 'self') throw new HttpError(400, 'Bad Request', 'That’s you. Choose someone else.');
  throw new HttpError(404, 'Not Found', missing[kind]);
}
