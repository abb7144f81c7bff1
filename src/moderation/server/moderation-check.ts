import { setImmediate as turn } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { domainsOf, type Entry } from '../model/entry.ts';
import { isPublicOrUnlisted, isPublished, isPublic } from '../../notes/model/note-access.ts';
import type { DeletedNote, Note } from '../../notes/model/note.ts';
import { isNewcomer, linksIn, suspicion } from '../model/spam.ts';
import type { PagePictures } from '../../pictures/model/picture.ts';
import type { User } from '../../people/model/user.ts';
import { bannedAmong, readEntry } from './store/cases.ts';
import { readSpamEvidence, writeNoteForReview } from './store/moderation-check.ts';
import {
  restoreBinnedNote,
  createNote,
  createNoteOnce,
  replaceNote,
  type Gone,
  type Idempotency,
  type Repeated,
  type Stale,
  type Written,
  replaceNotes,
} from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { BannedLink } from '../../notes/server/note-http.ts';

/**
 * The author, the time, and RATE_LIMIT_SCALE. `once`: detects that the call for a new note is sent again. `room` throws if
 * there is no space for it, and `pictures` finds the pictures of its page: both run in parallel with the check.
 */
export type WriteContext = {
  author: User;
  now: Date;
  rateScale: number;
  once?: Idempotency | undefined;
  room?: () => Promise<void>;
  pictures?: (() => Promise<PagePictures | undefined>) | undefined;
};

type Outcome = (Written & { note: Note }) | Stale | Gone | Repeated | BannedLink;

/**
 * Checks the next revision of a note (`before` is the previous one, or the tombstone of one that is restored from the bin)
 * and writes it. A link to a banned domain is refused, and probable spam by a newcomer is held for review, readable only by
 * its author.
 */
export async function checkAndWrite(
  redis: Redis,
  bare: Note,
  before: Note | DeletedNote | undefined,
  by: WriteContext,
): Promise<Outcome> {
  const waited = isTombstone(before) && bare.hidden?.kind === 'held' ? bare.hidden.reason : undefined;
  const isOpen = isPublicOrUnlisted(bare) && !bare.hidden;
  const [reason, pictures] = await Promise.all([
    isOpen ? reasonForReview(redis, bare, before, by) : waited,
    by.pictures?.(),
    by.room?.(),
  ]);
  const note = pictures ? { ...bare, pictures } : bare;
  if (typeof reason === 'object') return reason;
  if (reason === undefined) {
    const written = await write(redis, note, before, by);
    return written.ok ? { ...written, note } : written;
  }
  return writePendingReview(redis, note, reason, { once: by.once, binned: isTombstone(before), now: by.now });
}

/** Writes a note that only its author can read until a moderator has reviewed it; `reason`: why. */
async function writePendingReview(
  redis: Redis,
  note: Note,
  reason: string,
  { now, ...by }: { once?: Idempotency | undefined; binned: boolean; now: Date },
): Promise<(Written & { note: Note }) | Stale | Gone | Repeated> {
  const at = now.toISOString();
  const waiting: Note = { ...note, hidden: { kind: 'held', reason, at, action: null } };
  const subject = { kind: 'note', id: note.uuid } as const;
  const opened = { id: uuidv7(), kind: 'held', subject, openedAt: at, reason } as const;
  const written = await writeNoteForReview(redis, waiting, opened, by);
  return written.ok ? { ...written, note: waiting } : written;
}

async function write(
  redis: Redis,
  note: Note,
  before: Note | DeletedNote | undefined,
  { once }: WriteContext,
): Promise<Written | Repeated | Stale | Gone> {
  if (isTombstone(before)) return restoreBinnedNote(redis, note);
  if (before) return replaceNote(redis, note);
  return once ? createNoteOnce(redis, note, once) : { ok: true, ...(await createNote(redis, note)) };
}

function isTombstone(before: Note | DeletedNote | undefined): before is DeletedNote {
  return before !== undefined && 'deletedAt' in before;
}

/** Whether the decision of this log entry still applies. Without an entry it was made by a rule, and applies. */
export async function isUpheld(redis: Redis, entryId: string | null): Promise<boolean> {
  return entryId === null || (await readEntry(redis, entryId))?.entry.undoneBy === undefined;
}

/** The first banned domain that a text links to, if any. */
export async function bannedLink(redis: Redis, texts: readonly string[]): Promise<BannedLink | undefined> {
  const [ban] = await bannedAmong(redis, domainsOf(texts.flatMap(linksIn)));
  return ban && asBannedLink(ban);
}

/** Why a moderator should review the note first, the banned link that refuses it, or undefined. */
async function reasonForReview(
  redis: Redis,
  note: Note,
  before: Note | DeletedNote | undefined,
  by: WriteContext,
): Promise<string | BannedLink | undefined> {
  const { bans, ...known } = await readSpamEvidence(redis, by.author.id, domainsLinked(note));
  const [ban] = bans;
  return ban ? asBannedLink(ban) : whySuspicious(note, before, by, known);
}

/** Why a moderator should review the note first. A note that was published is judged again only if its text changes. */
function whySuspicious(
  note: Note,
  before: Note | DeletedNote | undefined,
  { author, now, rateScale }: WriteContext,
  { seen, latest }: { seen: number; latest: readonly Note[] },
): string | undefined {
  if (!isNewcomer(author, seen, now)) return undefined;
  // A note that was published when it was deleted has been checked before.
  if (isTombstone(before) && note.publishedAt !== null) return undefined;
  const wasPublished = before !== undefined && !isTombstone(before) && isPublished(before);
  if (wasPublished && !isReworded(before, note)) return undefined;
  const earlier = latest.filter((other) => other.uuid !== note.uuid && isPublicOrUnlisted(other));
  return suspicion({ note, earlier, now, rateScale, fresh: !wasPublished });
}

/** Finds the first ban of these domains. */
function banAmong(bans: readonly Entry[]): (domains: readonly string[]) => BannedLink | undefined {
  const banned = new Map(bans.map((ban) => [ban.domain ?? '', ban]));
  return (domains) => {
    const [ban] = domains.flatMap((domain) => banned.get(domain) ?? []);
    return ban && asBannedLink(ban);
  };
}

/**
 * Checks notes that a person imports, however many. For each: the banned link that refuses it; `newcomer` if it has to be
 * imported as private, since moderators could not review so many; or undefined.
 */
export async function checkImported(
  redis: Redis,
  author: User,
  notes: readonly Note[],
  now: Date,
): Promise<(BannedLink | 'newcomer' | undefined)[]> {
  const linked = notes.map(domainsLinked);
  const { seen, bans } = await readSpamEvidence(redis, author.id, [...new Set(linked.flat())]);
  const banOf = banAmong(bans);
  const otherwise = isNewcomer(author, seen, now) ? 'newcomer' : undefined;
  return linked.map((domains) => banOf(domains) ?? otherwise);
}

function domainsLinked({ title, body, url }: Note): string[] {
  return domainsOf([...linksIn(title), ...linksIn(body), ...(url === null ? [] : [url])]);
}

function asBannedLink({ domain = '', reason }: Entry): BannedLink {
  return { ok: false, reason: 'banned-link', domain, because: reason };
}

/** The next revision of a note, and the previous one. */
export type Change = { before: Note; note: Note };
type Changed = (Written & { note: Note }) | Stale | Gone | BannedLink;

/**
 * Does the same as `checkAndWrite` for many revisions of notes by one author, in their order: the evidence is read once, and
 * one script writes a hundred notes.
 */
export async function checkAndWriteMany(
  redis: Redis,
  changes: readonly Change[],
  by: Omit<WriteContext, 'once'>,
): Promise<Changed[]> {
  const [verdicts] = await Promise.all([verdictsOf(redis, changes, by), by.room?.()]);
  const passed = changes.filter((_, at) => verdicts[at] === undefined);
  const written = await replaceNotes(
    redis,
    passed.map(({ note }) => note),
  );
  const outcomes = new Map(passed.map(({ note }, at) => [note, written[at]]));
  const all: Changed[] = [];
  for (const [at, { note }] of changes.entries()) {
    const verdict = verdicts[at];
    if (typeof verdict === 'object') all.push(verdict);
    else if (verdict !== undefined) {
      const held = await writePendingReview(redis, note, verdict, { binned: false, now: by.now });
      if (!held.ok && held.reason === 'repeated') throw new Error(`Note ${note.uuid} repeats a call that had no key.`);
      all.push(held);
    } else {
      const outcome = outcomes.get(note);
      if (!outcome) throw new Error(`Writing note ${note.uuid} gave nothing.`);
      all.push(outcome.ok ? { ...outcome, note } : outcome);
    }
  }
  return all;
}

/** For each change: the banned link that refuses it, why a moderator should review it first, or undefined. */
async function verdictsOf(
  redis: Redis,
  changes: readonly Change[],
  by: Omit<WriteContext, 'once'>,
): Promise<(BannedLink | string | undefined)[]> {
  const isOpen = ({ note }: Change) => isPublicOrUnlisted(note) && !note.hidden;
  if (!changes.some(isOpen)) return changes.map(() => undefined);
  const domains = changes.map((change) => (isOpen(change) ? domainsLinked(change.note) : []));
  const evidence = await readSpamEvidence(redis, by.author.id, [...new Set(domains.flat())]);
  const banOf = banAmong(evidence.bans);
  let { seen, latest } = evidence;
  const judgeOne = (change: Change, at: number) => {
    const { before, note } = change;
    const ban = banOf(domains[at] ?? []);
    if (ban) return ban;
    if (!isOpen(change)) return undefined;
    const reason = whySuspicious(note, before, by, { seen, latest });
    // The next change is compared with this note as it will be.
    latest = latest.map((other) => (other.uuid === note.uuid ? note : other));
    if (!isPublic(before) && isPublic(note) && reason === undefined) seen += 1;
    return reason;
  };
  const verdicts: ReturnType<typeof judgeOne>[] = [];
  for (const [at, change] of changes.entries()) {
    verdicts.push(judgeOne(change, at));
    // Each change is compared with thirty notes, and somebody may publish a thousand together.
    await turn();
  }
  return verdicts;
}

function isReworded(one: Note, other: Note): boolean {
  return one.title !== other.title || one.body !== other.body || one.url !== other.url;
}
