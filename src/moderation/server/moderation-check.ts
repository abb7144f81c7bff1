import { setImmediate as turn } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { domainsOf, type Entry } from '../model/entry.ts';
import { isMeantForOthers, isPublished, isPublic } from '../../notes/model/note-access.ts';
import type { DeletedNote, Note } from '../../notes/model/note.ts';
import { isNewcomer, linksIn, suspicion } from '../model/spam.ts';
import type { PagePictures } from '../../pictures/model/picture.ts';
import type { User } from '../../people/model/user.ts';
import { bannedAmong, readEntry } from './store/cases.ts';
import { readSpamEvidence, writeNoteForReview } from './store/moderation-check.ts';
import {
  bringBackNote,
  createNote,
  createNoteOnce,
  replaceNote,
  type Gone,
  type Once,
  type Repeated,
  type Stale,
  type Written,
  replaceNotes,
} from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { BannedLink } from '../../notes/server/note-http.ts';

/**
 * Who writes, when, and RATE_LIMIT_SCALE; `once` where a new note's call can be told when it is sent again. `room` throws
 * where what is written has no room, and `pictures` finds those of its page: both are asked together with what else has
 * to be known.
 */
export type By = {
  author: User;
  now: Date;
  rateScale: number;
  once?: Once | undefined;
  room?: () => Promise<void>;
  pictures?: (() => Promise<PagePictures | undefined>) | undefined;
};

type Outcome = (Written & { note: Note }) | Stale | Gone | Repeated | BannedLink;

/**
 * Checks the next revision of a note (`before` is the one that it follows, or the tombstone of one that comes back from
 * the bin) and writes it: a link to a banned domain is
 * refused, and what looks like a newcomer's spam is written pending review, when its author alone reads it.
 */
export async function checkAndWrite(
  redis: Redis,
  bare: Note,
  before: Note | DeletedNote | undefined,
  by: By,
): Promise<Outcome> {
  const waited = isTombstone(before) && bare.hidden?.kind === 'held' ? bare.hidden.reason : undefined;
  const isOpen = isMeantForOthers(bare) && !bare.hidden;
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

/** Writes a note that its author alone reads until a moderator has looked at it; `reason`: why. */
async function writePendingReview(
  redis: Redis,
  note: Note,
  reason: string,
  { now, ...by }: { once?: Once | undefined; binned: boolean; now: Date },
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
  { once }: By,
): Promise<Written | Repeated | Stale | Gone> {
  if (isTombstone(before)) return bringBackNote(redis, note);
  if (before) return replaceNote(redis, note);
  return once ? createNoteOnce(redis, note, once) : { ok: true, ...(await createNote(redis, note)) };
}

function isTombstone(before: Note | DeletedNote | undefined): before is DeletedNote {
  return before !== undefined && 'deletedAt' in before;
}

/** Whether the decision of this entry of the log has not been undone. One without an entry is a rule's, and holds. */
export async function isUpheld(redis: Redis, entryId: string | null): Promise<boolean> {
  return entryId === null || (await readEntry(redis, entryId))?.entry.undoneBy === undefined;
}

/** The first banned domain to which a text links, if any. */
export async function bannedLink(redis: Redis, texts: readonly string[]): Promise<BannedLink | undefined> {
  const [ban] = await bannedAmong(redis, domainsOf(texts.flatMap(linksIn)));
  return ban && asBannedLink(ban);
}

/** Why a moderator should review the note first, what refuses it, or undefined. */
async function reasonForReview(
  redis: Redis,
  note: Note,
  before: Note | DeletedNote | undefined,
  { author, now, rateScale }: By,
): Promise<string | BannedLink | undefined> {
  const { seen, latest, bans } = await readSpamEvidence(redis, author.id, domainsLinked(note));
  const [ban] = bans;
  if (ban) return asBannedLink(ban);
  // What was published when it was deleted has been checked.
  if (isTombstone(before) && note.publishedAt !== null) return undefined;
  if (!isNewcomer(author, seen, now)) return undefined;
  const earlier = latest.filter((other) => other.uuid !== note.uuid && isMeantForOthers(other));
  const fresh = !before || isTombstone(before) || !isPublished(before);
  return suspicion({ note, earlier, now, rateScale, fresh });
}

/**
 * What keeps readers from harm when a person brings notes in, whatever their number: for each, the link that refuses it,
 * `newcomer` where it has to come in private, since nobody could look at so many, or undefined.
 */
export async function checkImported(
  redis: Redis,
  author: User,
  notes: readonly Note[],
  now: Date,
): Promise<(BannedLink | 'newcomer' | undefined)[]> {
  const linked = notes.map(domainsLinked);
  const { seen, bans } = await readSpamEvidence(redis, author.id, [...new Set(linked.flat())]);
  const banned = new Map(bans.map((ban) => [ban.domain ?? '', ban]));
  const isNew = isNewcomer(author, seen, now);
  return linked.map((domains) => {
    const [ban] = domains.flatMap((domain) => banned.get(domain) ?? []);
    return ban ? asBannedLink(ban) : isNew ? 'newcomer' : undefined;
  });
}

function domainsLinked({ title, body, url }: Note): string[] {
  return domainsOf([...linksIn(title), ...linksIn(body), ...(url === null ? [] : [url])]);
}

function asBannedLink({ domain = '', reason }: Entry): BannedLink {
  return { ok: false, reason: 'banned-link', domain, because: reason };
}

/** A note's next revision, and the one that it follows. */
export type Change = { before: Note; note: Note };
type Changed = (Written & { note: Note }) | Stale | Gone | BannedLink;

/**
 * What `checkAndWrite` does for one note's next revision, for many of one author's in their order: what the rules ask is
 * read once, and a script writes a hundred. A newcomer's note that others read already and whose words stay as they are
 * is not sent to a moderator again.
 */
export async function checkAndWriteMany(
  redis: Redis,
  changes: readonly Change[],
  by: Omit<By, 'once'>,
): Promise<Changed[]> {
  const [judged] = await Promise.all([judge(redis, changes, by), by.room?.()]);
  const passed = changes.filter((_, at) => judged[at] === undefined);
  const written = await replaceNotes(
    redis,
    passed.map(({ note }) => note),
  );
  const outcomes = new Map(passed.map(({ note }, at) => [note, written[at]]));
  const all: Changed[] = [];
  for (const [at, { note }] of changes.entries()) {
    const verdict = judged[at];
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

/** For each change what refuses it, why a moderator should look at it first, or undefined. */
async function judge(
  redis: Redis,
  changes: readonly Change[],
  { author, now, rateScale }: Omit<By, 'once'>,
): Promise<(BannedLink | string | undefined)[]> {
  const isOpen = ({ note }: Change) => isMeantForOthers(note) && !note.hidden;
  if (!changes.some(isOpen)) return changes.map(() => undefined);
  const domains = changes.map((change) => (isOpen(change) ? domainsLinked(change.note) : []));
  const evidence = await readSpamEvidence(redis, author.id, [...new Set(domains.flat())]);
  const banned = new Map(evidence.bans.map((ban) => [ban.domain ?? '', ban]));
  let { seen, latest } = evidence;
  const judgeOne = (change: Change, at: number) => {
    const { before, note } = change;
    const [ban] = domains[at]?.flatMap((domain) => banned.get(domain) ?? []) ?? [];
    if (ban) return asBannedLink(ban);
    if (!isOpen(change)) return undefined;
    const earlier = latest.filter((other) => other.uuid !== note.uuid && isMeantForOthers(other));
    const isNew = !isPublished(before);
    const reason =
      isNewcomer(author, seen, now) && (isNew || saysOtherThan(before, note))
        ? suspicion({ note, earlier, now, rateScale, fresh: isNew })
        : undefined;
    // The next one is compared with this one as it is then.
    latest = latest.map((other) => (other.uuid === note.uuid ? note : other));
    if (!isPublic(before) && isPublic(note) && reason === undefined) seen += 1;
    return reason;
  };
  const judged: ReturnType<typeof judgeOne>[] = [];
  for (const [at, change] of changes.entries()) {
    judged.push(judgeOne(change, at));
    // Each is compared with thirty others, and somebody may publish a thousand at once.
    await turn();
  }
  return judged;
}

function saysOtherThan(one: Note, other: Note): boolean {
  return one.title !== other.title || one.body !== other.body || one.url !== other.url;
}
