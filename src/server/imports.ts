import { v7 as uuidv7 } from 'uuid';
import type { Import, ImportPart, NewImport } from '../domain/import.ts';
import { domainsOf } from '../domain/moderation/domain-name.ts';
import { isMeantForOthers } from '../domain/note-access.ts';
import type { Note } from '../domain/note.ts';
import { isNewcomer, linksIn } from '../domain/spam.ts';
import type { User } from '../domain/user.ts';
import {
  beginImport,
  listImports,
  readImport,
  writePart,
  type PartWritten,
  type PlannedEntry,
} from './store/imports.ts';
import { bounded, OverBudget } from './bounded/bounded.ts';
import type { Brought } from './capture/brought-copy.ts';
import { makeChoice } from './import-choices.ts';
import { plannedEntry } from './planned-entry.ts';
import { countStored, fullWords, hasRoom } from './storage.ts';
import { readNotes } from './store/notes.ts';
import type { Redis } from './store/redis.ts';
import { readSpamEvidence } from './store/spam-evidence.ts';

/** Begins an import, or gives the one of the same file that was interrupted, to go on with. */
export async function openImport(
  redis: Redis,
  author: User,
  asked: NewImport,
  now: Date,
): Promise<{ import: Import; resumed: boolean }> {
  const open = (await listImports(redis, author.id)).find(
    ({ state, fingerprint, visibility }) =>
      state === 'running' && fingerprint === asked.fingerprint && visibility === asked.visibility,
  );
  if (open) return { import: open, resumed: true };
  const at = now.toISOString();
  const counts = { at: 0, added: 0, seen: 0, refused: 0 };
  const fresh: Import = { id: uuidv7(), ...asked, state: 'running', ...counts, begunAt: at, changedAt: at };
  await beginImport(redis, author.id, fresh);
  return { import: fresh, resumed: false };
}

/**
 * Takes the next part of an import. What is wrong with an entry is said in its line and stops nothing; a part that
 * does not begin where the import is, is not taken (`moved`, with where it is).
 */
export async function takePart(
  redis: Redis,
  author: User,
  id: string,
  part: ImportPart,
  now: Date,
): Promise<PartWritten> {
  const open = await readImport(redis, author.id, id, { count: 1 });
  if (!open) return { ok: false, reason: 'missing' };
  if (open.import.at !== part.from) return { ok: false, reason: 'moved', import: open.import };
  const { visibility } = open.import;
  const brought = await broughtCopies(part.entries);
  const planned = await Promise.all(
    part.entries.map(async (entry): Promise<PlannedEntry> => {
      if (!('choice' in entry)) return plannedEntry(entry, visibility, author.id, now, brought.get(entry));
      return { line: { place: entry.place, ...(await makeChoice(redis, author, entry.choice, now)) }, ids: [] };
    }),
  );
  const room = await hasRoom(author.id, Buffer.byteLength(JSON.stringify(part.entries)), now);
  if (!room) for (const entry of planned) leaveOut(entry);
  await free(redis, author.id, planned);
  await keepFromReaders(redis, author, planned, now);
  const written = await writePart(redis, { userId: author.id, id }, { ...part, entries: planned }, now);
  if (room && written.ok) await countStored(author.id, part.entries, now);
  return written;
}

/** What there is no room for is said in its line; the rest of the file goes on. */
function leaveOut(entry: PlannedEntry): void {
  if (!entry.note) return;
  delete entry.note;
  entry.line.says = fullWords();
}

/** What one copy may take to be made safe, and all of a part. In milliseconds. */
const copyMs = { each: 4000, all: 15_000 };

/** What came of making each copy safe: one that costs too much is left out, and the others come in. */
async function broughtCopies(entries: ImportPart['entries']): Promise<Map<ImportPart['entries'][number], Brought>> {
  const brought = new Map<ImportPart['entries'][number], Brought>();
  let waiting = entries.flatMap((entry) =>
    'item' in entry && entry.item.copy ? [{ entry, copy: entry.item.copy }] : [],
  );
  const began = performance.now();
  while (waiting.length > 0) {
    const left = copyMs.all - (performance.now() - began);
    if (left <= 0) {
      const why = `Reading the copies of this part took longer than ${copyMs.all / 1000} seconds.`;
      for (const { entry } of waiting) brought.set(entry, { ok: false, why });
      break;
    }
    const copies = waiting.map(({ copy }) => copy);
    let done = 0;
    const settle = (result: Brought) => {
      const one = waiting[done++];
      if (one) brought.set(one.entry, result);
    };
    try {
      for await (const result of bounded('clean-copies', copies, { ms: left, eachMs: copyMs.each })) settle(result);
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      settle({ ok: false, why: error.message });
    }
    waiting = waiting.slice(done);
  }
  return brought;
}

/** A note that brings its own id gets another one where that is taken, or was deleted here. */
async function free(redis: Redis, authorId: string, planned: PlannedEntry[]): Promise<void> {
  const own = planned.flatMap((entry) =>
    entry.note && entry.ids[0] === `commonplace:${entry.note.uuid}` ? [entry.note] : [],
  );
  const there = await readNotes(
    redis,
    own.map(({ uuid }) => uuid),
  );
  for (const [at, note] of own.entries()) {
    const found = there[at];
    if (found && ('deletedAt' in found || found.authorId !== authorId)) note.uuid = uuidv7();
  }
}

/**
 * What keeps readers from harm when one writes holds for what one brings: links to banned domains are refused, and a
 * newcomer's notes come in private, since nobody could look at so many.
 */
async function keepFromReaders(redis: Redis, author: User, planned: PlannedEntry[], now: Date): Promise<void> {
  const shared = planned.filter(({ note }) => note && isMeantForOthers(note));
  if (shared.length === 0) return;
  const linked = shared.map(({ note }) => domainsOf(note ? linksOf(note) : []));
  const { seen, bans } = await readSpamEvidence(redis, author.id, [...new Set(linked.flat())]);
  const banned = new Map(bans.map(({ domain, reason }) => [domain ?? '', reason]));
  const isNew = isNewcomer(author, seen, now);
  for (const [at, entry] of shared.entries()) {
    const domain = linked[at]?.find((each) => banned.has(each));
    if (domain !== undefined) {
      entry.line.says = `It links to ${domain}, which moderators have banned: ${banned.get(domain)}`;
      delete entry.note;
    } else if (isNew && entry.note) {
      entry.note = { ...entry.note, visibility: 'private', publishedAt: null };
      const why = 'It came in private, since your account is new: publish it when you have read it again.';
      entry.line.says = [entry.line.says, why].filter(Boolean).join(' ');
    }
  }
}

function linksOf({ title, body, url }: Note): string[] {
  return [...linksIn(title), ...linksIn(body), ...(url === null ? [] : [url])];
}
