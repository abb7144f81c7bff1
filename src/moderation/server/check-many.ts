import { isMeantForOthers, isPublic, isPublished } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import { replaceNotes, type Gone, type Stale, type Written } from '../../notes/server/notes.ts';
import type { BannedLink } from '../../notes/server/note-http.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { isNewcomer, suspicion } from '../model/spam.ts';
import { asBannedLink, domainsLinked, writePendingReview, type By } from './moderation-check.ts';
import { readSpamEvidence } from './store/moderation-check.ts';

/** A note's next revision, and the one that it follows. */
export type Change = { before: Note; note: Note };
export type Changed = (Written & { note: Note }) | Stale | Gone | BannedLink;

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
  const judged = await judge(redis, changes, by);
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
  return changes.map((change, at) => {
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
  });
}

function saysOtherThan(one: Note, other: Note): boolean {
  return one.title !== other.title || one.body !== other.body || one.url !== other.url;
}
