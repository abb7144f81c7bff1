import { setTimeout as pause } from 'node:timers/promises';
import { withParents } from '../../platform/model/tag.ts';
import { v7 as uuidv7 } from 'uuid';
import { type CommentEvent, mentionsIn } from '../../discussion/model/thread.ts';
import type { ModerationEvent } from '../model/notification.ts';
import { mutableParts, sourceName } from '../model/follow.ts';
import { limits } from '../../platform/model/limits.ts';
import { isPublished } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { afterAnswer, type CallContext } from '../../platform/server/http/endpoint.ts';
import { sendDueNotices } from './notices.ts';
import { searchesFor } from './saved-searches.ts';
import { deliverNotices, type Delivery, type Notice } from './store/inbox.ts';
import { readShown } from '../../library/server/collections.ts';
import { readNote, readNotes } from '../../notes/server/notes.ts';
import type { Author } from '../../people/model/user.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { idsOfHandles } from '../../people/server/people.ts';
import { log } from '../../platform/server/log.ts';
import { causeOf } from '../../platform/model/cause.ts';

/** An event that people are notified of, once it is stored. Ids are user ids. */
type SiteEvent = NoteEvent | CommentEvent | ModerationEvent;

/** A note that others may read was written or changed. Repeating the event notifies nobody twice. `mentioned`: handles. */
type NoteEvent = { kind: 'note'; note: Note; author: Author; mentioned: readonly string[] };

/** Followers are notified of a note only this long after it is published, so that later edits do not notify them. */
const freshMs = 10 * 60_000;

/** Other notifications wait this long for the saved searches that match, so that one round trip delivers both. */
const textMs = 500;

/**
 * Notifies everyone concerned of what was written or decided, once each, for the most specific reason. Call it after the
 * write, preferably through `announceSoon`. A failure is logged and never thrown. Returns whether mail is due.
 */
export async function announce(redis: Redis, event: SiteEvent, now: Date): Promise<boolean> {
  const told = async (what: string, made: () => Promise<Delivery[]> | Delivery[]): Promise<boolean> => {
    const deliver = async () => (await deliverNotices(redis, await made(), now)).isMailDue;
    return (await deliver().catch((error: unknown) => warn(`announcing a ${what} failed`, error))) ?? false;
  };
  if (event.kind === 'moderation') return told(event.kind, () => ofDecision(event, now));
  if (event.kind === 'comment') return told(event.kind, () => ofComment(redis, event, now));
  if (!isFresh(event.note, now)) return told(event.kind, () => ofNote(redis, event, now));

  const failed = (error: unknown) => warn('asking saved searches about a note failed', error);
  const reading = searchesFor(redis, event.note, event.author).catch(failed);
  const concerned = ofNote(redis, event, now);
  await Promise.race([Promise.allSettled([reading, concerned]), pause(textMs, undefined, { ref: false })]);
  const searching = reading.then((searches) => searches && ofSearches(redis, event, searches)).catch(failed);
  const isMailDue = await told(event.kind, () => concerned);
  // The most specific reasons come first. A text that is slow or cannot be read does not hold back other notifications.
  const isMoreDue = await told('note to saved searches', async () => (await searching) ?? []);
  return isMailDue || isMoreDue;
}

/** Announces after the answer, if the platform allows that, so that the writer need not wait. */
export async function announceSoon(redis: Redis, event: SiteEvent, now: Date, context: CallContext): Promise<void> {
  await after(context, announce(redis, event, now));
}

/** Notifies the followers of a public collection of public notes that were just added to it. */
export async function announceCollectedSoon(
  redis: Redis,
  collected: { id: string; uuids: readonly string[] },
  now: Date,
  context: CallContext,
): Promise<void> {
  const told = collectedDeliveries(redis, collected, now).then((deliveries) => deliverNotices(redis, deliveries, now));
  await after(
    context,
    told.then(
      ({ isMailDue }) => isMailDue,
      (error: unknown) => warn('announcing a collection failed', error),
    ),
  );
}

async function collectedDeliveries(
  redis: Redis,
  { id, uuids }: { id: string; uuids: readonly string[] },
  now: Date,
): Promise<Delivery[]> {
  const [[collection], notes] = await Promise.all([readShown(redis, [id]), readNotes(redis, [...uuids])]);
  if (collection?.visibility !== 'public') return [];
  const { ownerId } = collection;
  const source = { followersOf: sourceName('collection', id), except: ownerId, line: Number.MAX_SAFE_INTEGER };
  return notes.flatMap((note): Delivery[] => {
    if (!isShown(note) || note.visibility !== 'public') return [];
    const about = [...new Set([...mutableParts(note), sourceName('person', ownerId)])];
    const item = { note: note.uuid, by: note.authorId, collection: { id, ownerId } };
    return [{ kind: 'collection', id: `n:${note.uuid}`, at: now.getTime(), item, about, ...source }];
  });
}

/** Announces a note that was just stored: to the people it mentions and, if it is new, to followers. */
export async function announceNoteSoon(
  redis: Redis,
  { note, author }: { note: Note; author: Author },
  now: Date,
  context: CallContext,
): Promise<void> {
  if (!isPublished(note)) return;
  const mentioned = mentionsIn(note.body).slice(0, limits.mentions);
  await announceSoon(redis, { kind: 'note', note, author, mentioned }, now, context);
}

/** How many mails a write may send itself. The scheduled run sends the rest. */
const atOnce = { messages: 5, ms: 5_000 };

async function after(context: CallContext, told: Promise<boolean | undefined>): Promise<void> {
  const { SESSION_SECRET } = environment();
  await afterAnswer(context, async () => {
    if (await told) await sendDueNotices(database(), 'mail', SESSION_SECRET, new Date(), atOnce);
  });
}

/** The ids of the people with these handles. */
async function peopleOf(redis: Redis, handles: readonly string[]): Promise<string[]> {
  const ids = await idsOfHandles(redis, [...handles]);
  return ids.filter((id) => id !== undefined);
}

const publishedMs = ({ publishedAt }: Note): number => Date.parse(publishedAt ?? '');

function isFresh(note: Note, now: Date): boolean {
  return note.visibility === 'public' && now.getTime() - publishedMs(note) <= freshMs;
}

/** The parts of a notification that are the same for all its recipients. */
function noticeOf(found: Note) {
  const { uuid, authorId } = found;
  return { id: `n:${uuid}`, item: { note: uuid, by: authorId }, about: mutableParts(found) };
}

async function ofNote(redis: Redis, { note: written, mentioned }: NoteEvent, now: Date): Promise<Delivery[]> {
  const { uuid, authorId, tags } = written;
  const [found, people] = await Promise.all([readNote(redis, uuid), peopleOf(redis, mentioned)]);
  if (!isShown(found)) return [];
  const told = noticeOf(found);
  const to = people.filter((id) => id !== authorId);
  const asMention: Delivery = { ...told, kind: 'mention', at: now.getTime(), to };
  if (!isFresh(written, now) || found.visibility !== 'public') return [asMention];
  const at = publishedMs(written);
  const following = (kind: 'person' | 'tag', id: string): Delivery => ({
    ...told,
    kind,
    at,
    followersOf: sourceName(kind, id),
    except: authorId,
  });
  return [asMention, following('person', authorId), ...withParents(tags).map((tag) => following('tag', tag))];
}

async function ofSearches(
  redis: Redis,
  { note: written }: NoteEvent,
  searching: Awaited<ReturnType<typeof searchesFor>>,
): Promise<Delivery[]> {
  const [found, searches] = await Promise.all([readNote(redis, written.uuid), searching()]);
  if (!isShown(found) || found.visibility !== 'public') return [];
  const told = noticeOf(found);
  return searches.map(({ userId, search: { id, query } }): Delivery => ({
    ...told,
    kind: 'search',
    at: publishedMs(written),
    item: { ...told.item, search: { id, query } },
    to: [userId],
  }));
}

async function ofComment(redis: Redis, event: CommentEvent, now: Date): Promise<Delivery[]> {
  const note = await readNote(redis, event.noteUuid);
  if (!isShown(note)) return [];
  const { authorId, noteUuid, commentId } = event;
  const told = {
    id: `c:${commentId}`,
    at: now.getTime(),
    item: { note: noteUuid, comment: commentId, by: authorId },
    about: mutableParts({ ...note, authorId }),
  };
  const tell = (kind: Notice['kind'], users: readonly (string | undefined)[]): Delivery => ({
    ...told,
    kind,
    to: users.filter((id) => id !== undefined && id !== authorId) as string[],
  });
  return [
    tell('reply', [event.parentAuthorId]),
    tell('mention', event.mentioned),
    tell('comment', [note.authorId]),
    { ...told, kind: 'thread', followersOf: sourceName('thread', noteUuid), except: authorId },
  ];
}

function ofDecision({ action, subject, reason, path, userId }: ModerationEvent, now: Date): Delivery[] {
  const decided = { action, subject, reason, ...(path === undefined ? {} : { path }) };
  return [{ kind: 'moderation', id: `m:${uuidv7()}`, at: now.getTime(), item: { decided }, about: [], to: [userId] }];
}

function isShown(note: Awaited<ReturnType<typeof readNote>>): note is Note {
  return note !== undefined && 'visibility' in note && isPublished(note);
}

function warn(what: string, error: unknown): undefined {
  log('warn', what, { error: causeOf(error) });
}
