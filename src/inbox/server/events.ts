import { withParents } from '../../platform/model/tag.ts';
import { v7 as uuidv7 } from 'uuid';
import type { CommentEvent } from '../../discussion/model/comment.ts';
import type { ModerationEvent } from '../model/notification.ts';
import { mutableParts, sourceName } from '../model/follow.ts';
import { limits } from '../../platform/model/limits.ts';
import { mentionsIn } from '../../discussion/model/mention.ts';
import { isPublished } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { sendDueNotices } from './notices.ts';
import { announceToSearches } from './saved-searches.ts';
import { deliverNotice, deliverToFollowersOf, type Notice } from './store/inbox.ts';
import { readShown } from '../../library/server/collections.ts';
import { readNote } from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { idsOfHandles } from '../../people/server/people.ts';
import { log } from '../../platform/server/log.ts';
import { causeOf } from '../../platform/model/cause.ts';

/** Something that a person wrote or did, told to everyone whom it concerns once it is stored. Ids are user ids. */
type SiteEvent = NoteEvent | CommentEvent | ModerationEvent;

/** A note that others may read was written or changed. Telling of it again tells nobody twice. */
type NoteEvent = {
  kind: 'note';
  noteUuid: string;
  authorId: string;
  tags: readonly string[];
  mentioned: readonly string[];
};

/** Followers hear of a note when it is published, not when it is edited later. */
const freshMs = 10 * 60_000;

/**
 * Tells everyone whom it concerns of what was written or decided: a notification each, for the closest reason. To be
 * called after the write, best by `announceSoon`; a failure is logged and fails nothing.
 */
export async function announce(redis: Redis, event: SiteEvent, now: Date): Promise<void> {
  try {
    if (event.kind === 'moderation') await announceDecision(redis, event, now);
    else if (event.kind === 'note') await announceNote(redis, event, now);
    else await announceComment(redis, event, now);
  } catch (error) {
    warn(`announcing a ${event.kind} failed`, error);
  }
}

/** Announces without letting the writer wait, where the platform can go on after the answer. */
export async function announceSoon(redis: Redis, event: SiteEvent, now: Date, context: CallContext): Promise<void> {
  await after(context, announce(redis, event, now));
}

/** Tells those who follow a public collection what of public notes came into it just now. */
export async function announceCollectedSoon(
  redis: Redis,
  { id, uuids }: { id: string; uuids: readonly string[] },
  now: Date,
  context: CallContext,
): Promise<void> {
  await after(
    context,
    announceCollected(redis, { id, uuids }, now).catch((error: unknown) =>
      warn('announcing a collection failed', error),
    ),
  );
}

async function announceCollected(
  redis: Redis,
  { id, uuids }: { id: string; uuids: readonly string[] },
  now: Date,
): Promise<void> {
  const [collection] = await readShown(redis, [id]);
  if (collection?.visibility !== 'public') return;
  for (const uuid of uuids) {
    const note = await publishedNoteOf(redis, uuid);
    if (note?.visibility !== 'public') continue;
    const item = { note: uuid, by: note.authorId };
    const about = [...new Set([...mutableParts(note), sourceName('person', collection.ownerId)])];
    const told: Notice = { kind: 'collection', id: `n:${uuid}`, at: now.getTime(), item, about };
    await deliverToFollowersOf(
      redis,
      sourceName('collection', id),
      told,
      collection.ownerId,
      now,
      Number.MAX_SAFE_INTEGER,
    );
  }
}

/** Announces a note as it was just stored: to those whom it mentions, and when it is new to those who follow. */
export async function announceNoteSoon(redis: Redis, note: Note, now: Date, context: CallContext): Promise<void> {
  if (!isPublished(note)) return;
  const { uuid: noteUuid, authorId, tags } = note;
  const told = mentionedPeople(redis, note.body).then(
    (mentioned) => announce(redis, { kind: 'note', noteUuid, authorId, tags, mentioned }, now),
    (error: unknown) => warn('announcing a note failed', error),
  );
  await after(context, told);
}

/** What a write may send itself; the rest is for the scheduled run. */
const atOnce = { messages: 5, ms: 5_000 };

async function after(context: CallContext, told: Promise<void>): Promise<void> {
  const { SESSION_SECRET } = environment();
  const work = told
    .then(() => sendDueNotices(database(), 'mail', SESSION_SECRET, new Date(), atOnce))
    .then(
      () => undefined,
      (error: unknown) => warn('mailing notifications failed', error),
    );
  if (context.waitUntil) context.waitUntil(work);
  else await work;
}

/** The ids of the people whom a text mentions, at most as many as one text may notify. */
async function mentionedPeople(redis: Redis, markdown: string): Promise<string[]> {
  const handles = mentionsIn(markdown).slice(0, limits.mentions);
  const ids = handles.length > 0 ? await idsOfHandles(redis, handles) : [];
  return ids.filter((id) => id !== undefined);
}

async function announceNote(redis: Redis, event: NoteEvent, now: Date): Promise<void> {
  const note = await publishedNoteOf(redis, event.noteUuid);
  if (!note) return;
  const { authorId } = event;
  const told = {
    id: `n:${event.noteUuid}`,
    item: { note: event.noteUuid, by: authorId },
    about: mutableParts(note),
  };
  const mentioned = event.mentioned.filter((id) => id !== authorId);
  await deliverNotice(redis, mentioned, { ...told, kind: 'mention', at: now.getTime() }, now);
  const at = Date.parse(note.publishedAt ?? '');
  if (note.visibility !== 'public' || now.getTime() - at > freshMs) return;
  await deliverToFollowersOf(redis, sourceName('person', authorId), { ...told, kind: 'person', at }, authorId, now);
  for (const tag of withParents(event.tags)) {
    await deliverToFollowersOf(redis, sourceName('tag', tag), { ...told, kind: 'tag', at }, authorId, now);
  }
  await announceToSearches(redis, note, at, now);
}

async function announceComment(redis: Redis, event: CommentEvent, now: Date): Promise<void> {
  const note = await publishedNoteOf(redis, event.noteUuid);
  if (!note) return;
  const { authorId, noteUuid, commentId } = event;
  const told = {
    id: `c:${commentId}`,
    at: now.getTime(),
    item: { note: noteUuid, comment: commentId, by: authorId },
    about: mutableParts({ ...note, authorId }),
  };
  const tell = (kind: Notice['kind'], users: readonly (string | undefined)[]) =>
    deliverNotice(redis, users.filter((id) => id !== undefined && id !== authorId) as string[], { ...told, kind }, now);
  await tell('reply', [event.parentAuthorId]);
  await tell('mention', event.mentioned);
  await tell('comment', [note.authorId]);
  await deliverToFollowersOf(redis, sourceName('thread', noteUuid), { ...told, kind: 'thread' }, authorId, now);
}

async function announceDecision(redis: Redis, event: ModerationEvent, now: Date): Promise<void> {
  const { action, subject, reason, path } = event;
  const decided = { action, subject, reason, ...(path === undefined ? {} : { path }) };
  const notice: Notice = { kind: 'moderation', id: `m:${uuidv7()}`, at: now.getTime(), item: { decided }, about: [] };
  await deliverNotice(redis, [event.userId], notice, now);
}

async function publishedNoteOf(redis: Redis, uuid: string): Promise<Note | undefined> {
  const note = await readNote(redis, uuid);
  return note && 'visibility' in note && isPublished(note) ? note : undefined;
}

function warn(what: string, error: unknown): void {
  log('warn', what, { error: causeOf(error) });
}
