import { v7 as uuidv7 } from 'uuid';
import type { Import, ImportLine, ImportPart, ImportVisibility, NewImport } from '../../model/import.ts';
import type { User } from '../../../people/model/user.ts';
import { bounded, OverBudget } from '../../../app/tasks/bounded.ts';
import { environment } from '../../../platform/server/env.ts';
import type { PlannedPart } from './planned-entry.ts';
import { ownCollections } from './own-collections.ts';
import { importPart, type PartResult } from './imports.ts';
import { beginImport, listImports, readImport } from '../store/imports.ts';
import { addStored, storedCount } from '../../../people/server/storage.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';

/** `lines` are the first of the report's `total` lines. `merged`: the notes that this call merged entries with. */
export type FileImported =
  | { ok: true; import: Import; lines: ImportLine[]; total: number; revision: number | null; merged: string[] }
  | { ok: false; why: string };

/** How long the reading of one file may take, without the writing of what it holds. In milliseconds. */
const readMs = 20_000;

/** Begins an import, or gives the interrupted import of the same file, to continue it. Throws what `allowed` does. */
export async function openImport(
  redis: Redis,
  author: User,
  started: NewImport,
  { now, allowed }: { now: Date; allowed?: Promise<void> },
): Promise<{ import: Import; resumed: boolean }> {
  const [imports] = await Promise.all([listImports(redis, author.id), allowed]);
  const open = runningOf(imports, started);
  if (open) return { import: open, resumed: true };
  const fresh = freshImport(started, now);
  await beginImport(redis, author.id, fresh);
  return { import: fresh, resumed: false };
}

function runningOf(imports: readonly Import[], started: Pick<NewImport, 'fingerprint' | 'visibility'>) {
  return imports.find(
    ({ state, fingerprint, visibility }) =>
      state === 'running' && fingerprint === started.fingerprint && visibility === started.visibility,
  );
}

function freshImport(started: NewImport, now: Date): Import {
  const at = now.toISOString();
  const counts = { at: 0, kept: 0, merged: 0, refused: 0, noted: 0, aside: 0, besides: 0 };
  return { id: uuidv7(), ...started, state: 'running', ...counts, begunAt: at, changedAt: at };
}

/** How many lines of a report come with the answer. */
const shownLines = 100;

/** How many parts may be under way: each asks the store twice before it is planned, and then waits. */
const inHand = 4;

/** Work that is awaited later: its failure is reported then, and ends nothing before. */
function awaitedLater<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined);
  return work;
}

type Uploaded = { name: string; bytes: Uint8Array<ArrayBuffer>; fingerprint: string };

/**
 * Imports a whole file at once, as the page does part by part. `revision` is the last that was raised, or null. A file that
 * costs too much to read is imported up to that point, and its report says so. The import begins with its first part.
 * `stored` gets the number of bytes and of entries of each part written. Throws HttpError 503, and what `allowed` throws.
 */
export async function importFile(
  redis: Redis,
  author: User,
  { name, bytes, fingerprint }: Uploaded,
  visibility: ImportVisibility,
  clock: () => Date,
  {
    allowed,
    stored = (bytes) => void awaitedLater(addStored(author.id, bytes, clock())),
  }: { allowed?: Promise<void>; stored?: (bytes: number, entries: number) => void } = {},
): Promise<FileImported> {
  const collections = ownCollections(redis, author.id);
  const inStore = storedCount(author.id, clock());
  const [imports] = await Promise.all([listImports(redis, author.id), inStore, collections.read(), allowed]);
  const running = runningOf(imports, { fingerprint, visibility });
  const size = bytes.length;
  const by = { authorId: author.id, siteUrl: environment().SITE_URL, now: clock() };
  const reading = bounded('read-file', { bytes, name, visibility, by }, { ms: readMs, transfer: [bytes.buffer] });
  let [latest, revision, isFirst] = [undefined as Import | undefined, null as number | null, true];
  const lines: ImportLine[] = [];
  const merged = new Set<string>();
  const unwritten: { bytes: number; taken: Promise<PartResult> }[] = [];
  const take = (open: Import, part: ImportPart | PlannedPart) => {
    const uncounted = unwritten.reduce((sum, { bytes }) => sum + bytes, 0);
    const before = unwritten.at(-1)?.taken;
    const first = isFirst ? { begins: !running, counted: inStore } : {};
    isFirst = false;
    const taken = importPart(redis, author, open, part, clock(), { before, ...first, uncounted, collections });
    unwritten.push({ bytes: 'bytes' in part ? part.bytes : 0, taken: awaitedLater(taken) });
  };
  const areWritten = async ({ but = 0 } = {}) => {
    while (unwritten.length > but) {
      const written = await unwritten[0]?.taken;
      unwritten.shift();
      if (!written?.ok) return false;
      latest = written.import;
      revision = written.revision ?? revision;
      lines.push(...written.lines.slice(0, shownLines - lines.length));
      for (const uuid of mergedIn(written.lines)) merged.add(uuid);
      // The next part does not wait for this.
      stored(written.stored, written.entries);
    }
    return true;
  };
  const nothing = 'This file is empty.';
  const elsewhere = 'The same file is already being imported. Wait for that to finish.';
  try {
    const { value: opened } = await reading.next();
    if (!opened || !('ok' in opened)) return { ok: false, why: nothing };
    if (!opened.ok) return opened;
    const started = { name: cutTo(name, 200), format: opened.format, size, fingerprint, visibility };
    latest = running ?? freshImport(started, clock());
    // While one part is written, the next is ready, those after it ask the store, and the thread reads on. Redis answers
    // them after the script that is running; asked later, it would be idle while a part is planned.
    let next = reading.next(latest.at);
    for (let part = await next; !part.done; part = await next) {
      next = awaitedLater(reading.next());
      if ('part' in part.value) take(latest, JSON.parse(part.value.part) as PlannedPart);
      if (!(await areWritten({ but: inHand }))) return { ok: false, why: elsewhere };
    }
    if (!(await areWritten())) return { ok: false, why: elsewhere };
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    if (!(await areWritten())) return { ok: false, why: elsewhere };
    if (!latest) return { ok: false, why: `This file couldn’t be read. ${error.message}` };
    const why = `The rest of the file couldn’t be read. ${error.message} Split it, or import it in your settings.`;
    const rest = { from: latest.at, entries: [{ place: `after ${latest.at} entries`, why }], last: true };
    take(latest, rest);
    if (!(await areWritten())) return { ok: false, why: elsewhere };
  } finally {
    await reading.return();
  }
  const report = running && (await readImport(redis, author.id, latest.id, { count: shownLines }));
  return { ok: true, import: latest, lines, total: latest.at, ...report, revision, merged: [...merged] };
}

/** The notes that entries were merged with. */
export function mergedIn(lines: readonly ImportLine[]): string[] {
  return lines.flatMap(({ outcome, uuid }) => (outcome === 'merged' && uuid ? [uuid] : []));
}
