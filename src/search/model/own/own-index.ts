import { parseWords } from '../query.ts';
import { collected, type Steps } from './collect.ts';
import type { OwnDocument, OwnField } from './documents.ts';
import { merged, segmentsToMerge } from './merge.ts';
import { searchOwn, type OwnFound, type SearchView } from './search.ts';
import { fileNames, type Segment, type SegmentRow, type WeightedPostings } from './segment.ts';
import {
  manifestFile,
  Outdated,
  readManifest,
  recent,
  remembering,
  segmentsOf,
  type Manifest,
  type OwnStorage,
} from './storage.ts';

/** Other files that are written or removed with a change, all or nothing. */
export interface ExtraFiles {
  files?: ReadonlyMap<string, Uint8Array>;
  removed?: readonly string[];
}

interface OwnIndexOptions {
  /** Called after a few milliseconds of work. If it returns a promise, work continues after that. */
  pause?: () => Promise<void> | undefined;
  /** The cache of files and of lists read from them; several indexes may share it. */
  memory?: OwnMemory;
}

/** A cache for this many bytes of files, and of lists read from them. */
export const ownMemory = ({ files, lists }: { files: number; lists: number }) => ({
  files: recent<Uint8Array>(files),
  lists: recent<WeightedPostings>(lists),
  indexes: 0,
});

type OwnMemory = ReturnType<typeof ownMemory>;

/**
 * An index of a person's own library. It is written in segments that never change: additions make a new one, removals are
 * marked, and small ones are merged into larger ones. Each call that changes it is one write, all or nothing.
 */
export function openOwnIndex(
  storage: OwnStorage,
  { pause, memory = ownMemory({ files: 32 * 2 ** 20, lists: 32 * 2 ** 20 }) }: OwnIndexOptions = {},
) {
  const mine = `${(memory.indexes += 1)} `;
  const files = remembering(storage, memory.files.under(mine));
  const lists = memory.lists.under(mine);
  const opened = segmentsOf(storage);
  const numbers = new WeakMap<readonly string[], Map<string, number>>();
  let turn: Promise<unknown> = Promise.resolve();
  let searched: { upTo: number; parts: SearchView['parts'] } | undefined;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work, work);
    turn = mine;
    return mine;
  }

  async function done<T>(steps: Steps<T>): Promise<T> {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      const waits = pause?.();
      if (waits) await waits;
    }
  }

  /** The rows, with the documents of these ids marked as dead. */
  async function without(manifest: Manifest, ids: Iterable<string>): Promise<SegmentRow[]> {
    const removedIds = [...ids];
    if (removedIds.length === 0) return manifest.segments;
    const segments = await opened(manifest);
    return manifest.segments.map((row, at) => {
      const all = segments[at]?.documents.ids ?? [];
      const byId = numbers.get(all) ?? new Map(all.map((id, number) => [id, number]));
      numbers.set(all, byId);
      const dead = new Set(row.dead);
      for (const id of removedIds) {
        const number = byId.get(id);
        if (number !== undefined) dead.add(number);
      }
      return dead.size === row.dead.length ? row : { ...row, dead: [...dead] };
    });
  }

  async function viewNow() {
    const manifest = await readManifest(storage);
    const segments = await opened(manifest);
    const parts = segments.map((segment, at) => partOf(segment, manifest.segments[at]?.dead ?? []));
    return (searched = { upTo: manifest.upTo, parts });
  }

  return {
    /** The revision of the index, and how many documents and segments it has. */
    async state(): Promise<{ upTo: number; documents: number; segments: number }> {
      const { upTo, segments } = await readManifest(storage);
      const documents = segments.reduce((sum, row) => sum + row.documents - row.dead.length, 0);
      return { upTo, documents, segments: segments.length };
    },

    /** Applies the changes up to a revision: documents as they are now, and ids of removed ones. */
    update(documents: readonly OwnDocument[], removed: readonly string[], upTo: number, besides: ExtraFiles = {}) {
      return inTurn(async () => {
        const before = await readManifest(storage);
        const fresh = new Map(documents.map((document) => [document.id, document]));
        for (const id of removed) fresh.delete(id);
        const marked = await without(before, [...fresh.keys(), ...removed]);
        const made = fresh.size > 0 ? await done(collected(String(before.next), [...fresh.values()])) : undefined;
        const live = marked.filter((row) => row.dead.length < row.documents);
        const segments = made ? [...live, made.row] : live;
        const manifest = { ...before, upTo, next: before.next + 1, segments };
        const empty = marked.filter((row) => row.dead.length >= row.documents);
        await storage.write(new Map([...(made?.files ?? []), ...(besides.files ?? []), manifestFile(manifest)]), [
          ...empty.flatMap(fileNames),
          ...(besides.removed ?? []),
        ]);
      });
    },

    /** Merges several small segments; false if there is nothing to do. The index may change meanwhile. */
    async tidy(): Promise<boolean> {
      const plan = await inTurn(async () => {
        const now = await readManifest(storage);
        const rows = segmentsToMerge(now.segments);
        if (rows.length > 0) await storage.write(new Map([manifestFile({ ...now, next: now.next + 1 })]), []);
        return { rows, name: String(now.next) };
      });
      if (plan.rows.length === 0) return false;
      const contents = await Promise.all(plan.rows.map((row) => storage.read(fileNames(row))));
      if (contents.flat().some((file) => !file)) return true;
      const stored = plan.rows.map((row, at) => ({ row, contents: (contents[at] ?? []) as Uint8Array[] }));
      const made = await done(merged(plan.name, stored));
      return inTurn(async () => {
        const now = await readManifest(storage);
        const dead: number[] = [];
        for (const [at, before] of plan.rows.entries()) {
          const row = now.segments.find(({ name }) => name === before.name);
          // Another tab was faster.
          if (!row) return true;
          const known = new Set(before.dead);
          dead.push(
            ...row.dead.filter((number) => !known.has(number)).map((number) => made.numbers[at]?.[number] ?? -1),
          );
        }
        const names = new Set(plan.rows.map(({ name }) => name));
        const first = now.segments.findIndex(({ name }) => names.has(name));
        const segments = now.segments.flatMap((row, at) =>
          at === first ? [{ ...made.row, dead }] : names.has(row.name) ? [] : [row],
        );
        await storage.write(new Map([...made.files, manifestFile({ ...now, segments })]), plan.rows.flatMap(fileNames));
        return true;
      });
    },

    /**
     * The documents that match words, `"a phrase"` and `-word`, by their fields `within`, or by any. A query of excluded
     * words only gives all other documents. If the last search was at the revision `upTo`, the storage is not asked for
     * the current state.
     */
    async search(
      text: string,
      { within = [], upTo }: { within?: readonly OwnField[]; upTo?: number } = {},
    ): Promise<OwnFound> {
      const query = parseWords(text);
      for (let attempt = 1; ; attempt += 1) {
        try {
          const view = attempt === 1 && searched?.upTo === upTo && searched ? searched : await viewNow();
          return await searchOwn({ parts: view.parts, files, lists, within }, query);
        } catch (error) {
          // The index was written since it was read, so it is read again.
          if (!(error instanceof Outdated) || attempt === 3) throw error;
        }
      }
    },
  };
}

export type OwnIndex = ReturnType<typeof openOwnIndex>;

function partOf(segment: Segment, marked: readonly number[]): SearchView['parts'][number] {
  const dead = new Uint8Array(segment.documents.count);
  for (const document of marked) dead[document] = 1;
  return { segment, dead, alive: segment.documents.count - marked.length };
}
