import type { Comment } from '../../../discussion/model/thread.ts';
import type { Appeal } from '../../model/case.ts';
import { isInPublicLog, type Entry, subjectName, type Subject } from '../../model/entry.ts';
import type { Note } from '../../../notes/model/note.ts';
import type { User } from '../../../people/model/user.ts';
import { commentWrite, CommentOutcome, commentWriting } from '../../../discussion/server/store/change-comment.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { noteWrite, NoteWritten, noteWriting } from '../../../notes/server/store/write-note.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import * as z from 'zod';
import { writeScript } from '../../../platform/server/store/script.ts';
import { recordPersonChange } from '../../../platform/server/store/script-parts.ts';

const Pending = z.array(z.string());

/** People whose content still has to be shown or hidden, with the time of the decision in milliseconds, oldest first. */
export async function pendingSweeps(redis: Redis): Promise<{ userId: string; since: string }[]> {
  const flat = Pending.parse(await redis.zrange(keys.sweeps, 0, 99, { withScores: true }));
  return flat.flatMap((userId, at) => (at % 2 === 0 ? [{ userId, since: flat[at + 1] ?? '' }] : []));
}

/** After a later decision, the person stays in the queue. */
const end = writeScript({
  fixed: { sweeps: keys.sweeps },
  args: ['user', 'since'],
  returns: z.literal([0, 1]),
  body: `
    if tonumber(redis.call('ZSCORE', sweeps, user) or 'nan') ~= tonumber(since) then return 0 end
    return redis.call('ZREM', sweeps, user)
    `,
});

export async function endSweep(redis: Redis, userId: string, since: string): Promise<void> {
  await end(redis, { user: userId, since });
}

/**
 * The script that writes every decision. If what the moderator saw has changed, it writes nothing. Otherwise it changes the
 * note or the comment, if the decision is about one, and then writes the log entry and the rest: of two decisions at the same
 * time only one is written.
 *
 * The first of `names` are keys that must hold `expected` (a JSON list; an empty text for a missing key). The others are the
 * keys of `commands` (a JSON list), each a list of a command and what follows its key. `write` are the arguments of the write
 * of `kind` (`note`, `comment` or an empty text). `raised` is the person whose pages change, or an empty text.
 */
export const writeDecision = writeScript({
  uses: [noteWriting.part, commentWriting.part, recordPersonChange],
  keys: ['...names'],
  args: ['kind', 'expected', 'commands', 'raised', '...write'],
  returns: z.union([NoteWritten, CommentOutcome, z.tuple([z.literal('changed')])]),
  body: `
    local values = cjson.decode(expected)
    for i, value in ipairs(values) do
      if (redis.call('GET', names[i]) or '') ~= value then return { 'changed' } end
    end
    local revision = false
    local written = ({ note = writeNote, comment = replaceComment })[kind]
    if written then
      local outcome = written(unpack(write))
      if outcome[1] ~= 'written' then return outcome end
      revision = outcome[2]
    end
    for i, command in ipairs(cjson.decode(commands)) do
      redis.call(command[1], names[#values + i], unpack(command, 2))
    end
    if raised ~= '' then revision = recordPersonChange(raised) end
    return { 'written', revision }
    `,
});

/** A Redis command, its key, and the arguments after it. */
export type Command = [command: string, key: string, ...rest: string[]];

/** The arguments of `writeDecision`: checks, each a key and its expected value, and commands. */
export function decisionArgs(checks: readonly (readonly [string, string])[], commands: readonly Command[]) {
  return {
    names: [...checks, ...commands.map(([, key]) => [key])].map(([key]) => key),
    expected: JSON.stringify(checks.map(([, value]) => value)),
    commands: JSON.stringify(commands.map(([command, , ...rest]) => [command, ...rest])),
  };
}

/** A value that the moderator read: its exact text, null if the key was missing. */
type Read = string | null;

/**
 * A decision and all its changes. Each change comes with what the moderator read: if that has changed, nothing is written.
 * `closes`: the subject whose open case is closed. `note` and `comment` are their next revisions. `undoes` is the entry that
 * is undone, `sweeps` the person whose content has to be shown or hidden.
 */
export type DecisionWrite = {
  entry: Entry;
  closes?: { subject: Subject; read: Read };
  note?: Note;
  comment?: Comment;
  person?: { read: Read; next: User };
  undoes?: { read: Read; next: Entry };
  appeal?: { read: Read; next: Appeal };
  domain?: { name: string; banned: boolean };
  sweeps?: string;
};

export type DecisionWritten =
  { ok: true; revision: number | null } | { ok: false; reason: 'changed' | 'stale' | 'deleted' | 'missing' };

/** Writes a decision in one step, or nothing. */
export async function applyDecision(redis: Redis, decision: DecisionWrite): Promise<DecisionWritten> {
  const { note, comment } = decision;
  const [outcome, revision] = await writeDecision(redis, {
    ...decisionArgs(checksOf(decision), commandsOf(decision)),
    kind: note ? 'note' : comment ? 'comment' : '',
    // Their collections have no writing of their own that is hidden or shown.
    raised: decision.sweeps ?? '',
    write: note ? noteWrite(note, String(note.rev - 1)) : comment ? commentWrite(comment) : [],
  });
  if (outcome === 'written') return { ok: true, revision };
  if (outcome === 'exists' || outcome === 'foreign' || outcome === 'repeated' || outcome === 'locked')
    throw new Error(`A decision about a note is refused: ${outcome}.`);
  return { ok: false, reason: outcome };
}

function checksOf({ entry, closes, person, undoes, appeal }: DecisionWrite): [string, string][] {
  const checks: [string, string][] = [[keys.entry(entry.id), '']];
  if (closes) checks.push([keys.moderationCase(subjectName(closes.subject)), closes.read ?? '']);
  if (person) checks.push([keys.user(person.next.id), person.read ?? '']);
  if (undoes) checks.push([keys.entry(undoes.next.id), undoes.read ?? '']);
  if (appeal) checks.push([keys.appeal(appeal.next.about), appeal.read ?? '']);
  return checks;
}

function commandsOf({ entry, closes, person, undoes, appeal, domain, sweeps }: DecisionWrite): Command[] {
  const at = String(Date.parse(entry.at));
  const commands: Command[] = [
    ['SET', keys.entry(entry.id), toStored(entry)],
    ['ZADD', keys.entries, at, entry.id],
  ];
  if (isInPublicLog(entry)) commands.push(['ZADD', keys.publicEntries, at, entry.id]);
  if (entry.personId !== null) commands.push(['ZADD', keys.personEntries(entry.personId), at, entry.id]);
  if (closes) {
    const name = subjectName(closes.subject);
    commands.push(['DEL', keys.moderationCase(name)], ['DEL', keys.reports(name)]);
    for (const kind of ['report', 'held']) commands.push(['ZREM', keys.queue(kind), name]);
  }
  if (person) commands.push(['SET', keys.user(person.next.id), toStored(person.next)]);
  if (undoes) commands.push(['SET', keys.entry(undoes.next.id), toStored(undoes.next)]);
  if (appeal) {
    commands.push(['SET', keys.appeal(appeal.next.about), toStored(appeal.next)]);
    commands.push(['ZREM', keys.queue('appeal'), appeal.next.about]);
  }
  if (domain?.banned) commands.push(['HSET', keys.bannedDomains, domain.name, toStored(entry)]);
  if (domain && !domain.banned) commands.push(['HDEL', keys.bannedDomains, domain.name]);
  if (sweeps !== undefined) commands.push(['ZADD', keys.sweeps, at, sweeps]);
  return commands;
}
