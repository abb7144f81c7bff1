import { ImportPart, type Import } from '../../model/import.ts';
import type { ImportEntry } from '../../model/import-item.ts';
import type { User } from '../../../people/model/user.ts';
import { bounded, OverBudget } from '../../../app/tasks/bounded.ts';
import type { CleanedCopy } from '../../../capture/server/clean-html.ts';
import { environment } from '../../../platform/server/env.ts';
import { FairQueue } from '../../../platform/server/bounded/fair-queue.ts';
import { HttpError } from '../../../platform/server/http/problem.ts';
import { jsonOf } from '../../../platform/server/http/read-json.ts';
import { choiceIdMapper, choiceName, makeChoice } from './import-choices.ts';
import { linkedEntries } from './import-links.ts';
import { restrictVisibility, planPart, type PlannedLine } from './import-plan.ts';
import { reportMissingPictures } from './missing-pictures.ts';
import { importCollection, collectionsOfFolders } from './import-collections.ts';
import { ownCollections, type CollectionsTurn, type OwnCollections } from './own-collections.ts';
import {
  newUuids,
  plannedEntry,
  plannedPart,
  refusedEntry,
  type PlannedEntry,
  type PlannedPart,
} from './planned-entry.ts';
import { storageFullMessage, hasRoom, type storedCount } from '../../../people/server/storage.ts';
import { writePart, type ChoiceEffect, type PartWritten } from '../store/import-parts.ts';
import { recordMade } from '../store/import-undo.ts';
import { readImport } from '../store/imports.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';

/** How large a part must be to wait for its turn: one with a page's copy takes ten times its size in memory. In bytes. */
const large = 1_000_000;
const line = new FairQueue('part');

/**
 * Takes a part as it was sent. Only one large part is parsed at a time; the others wait as bytes, and the import may have
 * moved on when their turn comes. `open`: the import as it was read for this call.
 */
export async function importSentPart(
  redis: Redis,
  author: User,
  id: string,
  bytes: Uint8Array,
  { open: read, now, allowed }: { open: Import | undefined; now: Date; allowed: Promise<void> },
): Promise<PartResult> {
  const take = async (open: Import | undefined): Promise<PartResult> => {
    const part = jsonOf(bytes, ImportPart);
    if (!open) return { ok: false, reason: 'missing' };
    if (open.at !== part.from || open.state !== 'running') return { ok: false, reason: 'moved', import: open };
    return importPart(redis, author, open, part, now, { allowed });
  };
  if (bytes.length < large) return take(read);
  await allowed;
  await line.enter();
  try {
    return await take((await readImport(redis, author.id, id, { count: 1 }))?.import);
  } finally {
    line.leave();
  }
}

/** How often a part is planned, as something that it relied on may have changed each time. */
const attempts = 5;

/**
 * Takes the next part of an import. An invalid entry is reported in its line and stops nothing. A part that does not begin
 * where the import is, is not taken (`moved`, with that position), nor is a part after one that was not taken. `begins`: this
 * part also stores the new import. `counted`: what this person stores, if that was requested; `uncounted`: how many bytes of
 * earlier parts are not in it. Throws what `allowed` does.
 */
export async function importPart(
  redis: Redis,
  author: User,
  open: Import,
  part: ImportPart | PlannedPart,
  now: Date,
  { collections = ownCollections(redis, author.id), ...taken }: TakenWith = {},
): Promise<PartResult> {
  const turn = collections.begin();
  try {
    return await importInTurn(redis, author, open, part, now, turn, taken);
  } finally {
    turn.end();
  }
}

async function importInTurn(
  redis: Redis,
  author: User,
  open: Import,
  part: ImportPart | PlannedPart,
  now: Date,
  turn: CollectionsTurn,
  { before, begins = false, counted, uncounted = 0, allowed }: Omit<TakenWith, 'collections'>,
): Promise<PartResult> {
  const { id, visibility } = open;
  const planning = { authorId: author.id, now, siteUrl: environment().SITE_URL };
  const { bytes, entries: read, ...place } = 'bytes' in part ? part : plannedPart(part, visibility, planning);
  const waiting = read.filter((entry): entry is ImportEntry => !('says' in entry));
  // Choices are written immediately, and may name notes of the part before.
  const earlier = waiting.length > 0 ? await before : undefined;
  if (earlier?.ok === false) return earlier;
  const by = { ...planning, uuids: newUuids(waiting.length) };
  const [room, idsHere] = await Promise.all([
    hasRoom(author.id, bytes + uncounted, now, counted),
    choiceIdMapper(redis, author.id, waiting),
    allowed,
  ]);
  const brought = await broughtCopies(waiting);
  const choices = new Map<string, ChoiceEffect>();
  const entries = await Promise.all(
    read.map(async (entry): Promise<PlannedLine> => {
      if ('choice' in entry && entry.choice.kind === 'collection') {
        const { choice } = entry;
        // One after the other: nested collections come after their parents, and a collection's notes may come in pieces.
        const { done, ...chosen } = await turn.inTurn(() =>
          importCollection(redis, author.id, choice, { visibility, now }),
        );
        if (done !== undefined) choices.set(done, {});
        return { line: { place: entry.place, ...chosen } };
      }
      if ('choice' in entry) {
        const choice = idsHere(entry.choice);
        if (choice.kind === 'collection') throw new Error('A collection is no other choice.');
        const { done, ...chosen } = await makeChoice(redis, { user: author, import: id }, choice, now);
        if (done ?? chosen.outcome === 'kept') choices.set(choiceName(choice), done ?? {});
        return { line: { place: entry.place, ...chosen } };
      }
      const planned = 'says' in entry ? entry : plannedEntry(entry, visibility, by, brought.get(entry));
      return room || !planned.note ? planned : refusedEntry(planned.line, storageFullMessage());
    }),
  );
  await reportMissingPictures(redis, entries);
  await restrictVisibility(redis, author, entries, now);
  const besides = entries.filter((entry) => !('says' in entry) || entry.passage).length;
  const withFolders = entries.filter(
    (entry): entry is PlannedEntry => 'says' in entry && !!entry.note && !!entry.folders,
  );
  const folders = await collectionsOfFolders(
    redis,
    author.id,
    { entries: withFolders, collections: turn, since: open.begunAt },
    now,
  );
  turn.end();
  const made = folders.made.map((collection) => `choice:collection:${collection}`);
  for (const name of made) choices.set(name, {});
  const to = {
    userId: author.id,
    id,
    collectionsOf: folders.idsOf,
    roomIn: new Map<string, number>(),
    listed: new Map(),
  };
  const write = async (attempt: number): Promise<PartResult> => {
    const isNew = attempt === 1 && seemsNew(open, entries);
    // A note to merge with is read with all that earlier parts added to it.
    const earlier = isNew ? undefined : await before;
    if (earlier?.ok === false) return earlier;
    const linked = await linkedEntries(redis, author.id, entries);
    const planned = await planPart(redis, { ...to, isNew }, linked.entries, now);
    const known = [...planned.known, ...linked.known(planned.lines)];
    const part = { ...place, ...planned, known, choices, besides, begins: begins ? open : undefined };
    const written = await writePart(redis, { userId: author.id, id }, part, now, before);
    if (written.ok) return { ...written, entries: read.reduce(entriesOf, 0) };
    if (written.reason === 'full') for (const [collection, room] of written.rooms) to.roomIn.set(collection, room);
    else if (written.reason !== 'changed') return written;
    if (attempt === attempts) throw busy();
    return write(attempt + 1);
  };
  let taken: PartResult | undefined;
  try {
    return (taken = await write(1));
  } finally {
    // If the same file is being imported already, they are recorded with that import.
    if (!taken?.ok) await recordMade(redis, author.id, taken && 'import' in taken ? taken.import : open, made);
  }
}

type TakenWith = {
  before?: Promise<PartResult> | undefined;
  begins?: boolean;
  counted?: ReturnType<typeof storedCount> | undefined;
  uncounted?: number;
  collections?: OwnCollections;
  allowed?: Promise<void>;
};

/**
 * Whether to assume that nothing of a part is here, which saves a round trip: if that is wrong, the script refuses the part,
 * and then it is looked up. Assumed if hardly anything was merged so far and no entry names a note.
 */
function seemsNew({ at, merged }: Import, entries: readonly PlannedLine[]): boolean {
  const names = (entry: PlannedLine) => 'says' in entry && (entry.own ?? entry.ref ?? entry.passage) !== undefined;
  return merged * 1000 <= at && !entries.some(names);
}

/** Counts an entry. A collection names up to a thousand notes, and each of them costs the store as much as an entry. */
function entriesOf(sum: number, entry: PlannedEntry | ImportEntry): number {
  return sum + 1 + ('choice' in entry && entry.choice.kind === 'collection' ? entry.choice.notes.length : 0);
}

/** The result of taking a part. `entries`: how many entries to count against the limit of a day. */
export type PartResult =
  | (Extract<PartWritten, { ok: true }> & { entries: number })
  | Exclude<PartWritten, { ok: true } | { reason: 'changed' | 'full' }>;

function busy(): HttpError {
  const detail = 'Your notes kept changing while this part was being imported. Try again.';
  return new HttpError(503, 'Service Unavailable', detail, { headers: { 'Retry-After': '2' } });
}

/** The time limits for sanitising one copy, and all copies of a part. In milliseconds. */
const copyMs = { each: 4000, all: 15_000 };

/** The results of sanitising each copy: one that takes too long is left out, and the others are imported. */
async function broughtCopies(entries: readonly ImportEntry[]): Promise<Map<ImportEntry, CleanedCopy>> {
  const brought = new Map<ImportEntry, CleanedCopy>();
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
    const settle = (result: CleanedCopy) => {
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
