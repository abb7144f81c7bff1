import { joined } from '../../../platform/model/bytes.ts';
import { headName, openSegment, partsOfList, type FilePart, type Segment, type SegmentRow } from './segment.ts';

/** Where the files of an index are stored. */
export interface OwnStorage {
  /** The files of these names, in one round trip; undefined for a missing one. */
  read(names: readonly string[]): Promise<(Uint8Array | undefined)[]>;
  /** Parts of files, in one round trip. Left out if reading whole files, which then stay in memory, is less work. */
  readParts?(parts: readonly FilePart[]): Promise<(Uint8Array | undefined)[]>;
  /** Writes and removes all of these, or nothing. Rejects if it fails. */
  write(files: ReadonlyMap<string, Uint8Array>, removed: readonly string[]): Promise<void>;
}

/** The current content of an index. `upTo`: its revision of the change log; `next`: the name of the next segment. */
export interface Manifest {
  version: typeof version;
  upTo: number;
  next: number;
  segments: SegmentRow[];
}

/** The version of the file format. An index of another version is rebuilt from scratch. */
const version = 2;
const manifestName = 'manifest';
/** Segment names begin with the time, so that a file of a removed index is never mistaken for one of the next index. */
const emptyManifest = (): Manifest => ({ version, upTo: 0, next: Date.now(), segments: [] });

/** A file of an index is missing, because another tab has written the index since. */
export class Outdated extends Error {}

export async function readManifest(storage: OwnStorage): Promise<Manifest> {
  const [bytes] = await storage.read([manifestName]);
  if (!bytes) return emptyManifest();
  const found = JSON.parse(new TextDecoder().decode(bytes)) as Omit<Manifest, 'version'> & { version: number };
  return found.version === version ? { ...found, version } : emptyManifest();
}

export function manifestFile(manifest: Manifest): [string, Uint8Array] {
  return [manifestName, new TextEncoder().encode(JSON.stringify(manifest))];
}

/** Values by name. */
export interface Recent<T> {
  get(name: string): T | undefined;
  set(name: string, value: T, size: number): void;
}

/** A cache of values by name: those used last, of at most the size `max` together. */
export function recent<T>(max: number) {
  const known = new Map<string, { value: T; size: number }>();
  let whole = 0;
  const all: Recent<T> = {
    get(name) {
      const found = known.get(name);
      if (!found) return undefined;
      known.delete(name);
      known.set(name, found);
      return found.value;
    },
    set(name, value, size) {
      whole += size - (known.get(name)?.size ?? 0);
      known.delete(name);
      known.set(name, { value, size });
      for (const [oldest, { size: less }] of known) {
        if (whole <= max) return;
        known.delete(oldest);
        whole -= less;
      }
    },
  };
  return {
    ...all,
    /** The same cache for names of one kind, separate from others. */
    under: (kind: string): Recent<T> => ({
      get: (name) => all.get(kind + name),
      set: (name, value, size) => all.set(kind + name, value, size),
    }),
  };
}

/** Files by name, partly from memory, since no file ever changes. Rejects with Outdated if one is missing. */
export function remembering(storage: OwnStorage, known: Recent<Uint8Array>) {
  async function read(names: readonly string[]): Promise<Uint8Array[]> {
    const found = new Map<string, Uint8Array>();
    const missing = new Set<string>();
    for (const name of names) {
      const file = known.get(name);
      if (file) found.set(name, file);
      else missing.add(name);
    }
    const toRead = [...missing];
    for (const [at, file] of (toRead.length > 0 ? await storage.read(toRead) : []).entries()) {
      const name = toRead[at] ?? '';
      if (!file) throw new Outdated(`${name} is not there.`);
      found.set(name, file);
      known.set(name, file, file.length);
    }
    return names.map((name) => found.get(name)!);
  }

  async function readParts(parts: FilePart[]): Promise<Uint8Array[]> {
    if (parts.length === 0) return [];
    if (!storage.readParts) {
      const whole = await read(parts.map(({ name }) => name));
      return parts.map(({ from, to }, at) => whole[at]!.subarray(from, to));
    }
    return (await storage.readParts(parts)).map((bytes, at) => {
      if (!bytes) throw new Outdated(`${parts[at]?.name} is not there.`);
      return bytes;
    });
  }

  return {
    read,
    /** The bytes of lists of segments. */
    async lists(wanted: readonly Parameters<typeof partsOfList>[0][]): Promise<Uint8Array[]> {
      const parts = wanted.map(partsOfList);
      const read = await readParts(parts.flat());
      let next = 0;
      return parts.map(({ length }) => {
        const bytes = read.slice(next, (next += length));
        return bytes.length === 1 ? bytes[0]! : joined(bytes);
      });
    },
  };
}

export type Files = ReturnType<typeof remembering>;

/** The segments of an index, each of which is opened once. */
export function segmentsOf(storage: OwnStorage) {
  let known = new Map<string, Segment>();
  return async ({ segments }: Manifest): Promise<Segment[]> => {
    const missing = segments.filter(({ name }) => !known.has(name));
    const heads = missing.length > 0 ? await storage.read(missing.map(({ name }) => headName(name))) : [];
    const fresh = new Map(known);
    for (const [at, { name }] of missing.entries()) {
      const head = heads[at];
      if (!head) throw new Outdated(`${name} is not there.`);
      fresh.set(name, openSegment(name, head));
    }
    const opened = segments.map(({ name }) => fresh.get(name)!);
    known = new Map(opened.map((segment) => [segment.name, segment]));
    return opened;
  };
}
