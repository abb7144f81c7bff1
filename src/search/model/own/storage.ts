import { headName, openSegment, type Segment, type SegmentRow } from './segment.ts';

/** Where the files of an index are. */
export interface OwnStorage {
  /** The files of these names, in one round trip; undefined for what is not there. */
  read(names: readonly string[]): Promise<(Uint8Array | undefined)[]>;
  /** Writes and removes all of these, or nothing: rejects where it cannot. */
  write(files: ReadonlyMap<string, Uint8Array>, removed: readonly string[]): Promise<void>;
}

/** What an index is made of now. `upTo`: the revision of the change log that it holds; `next` names a segment. */
export interface Manifest {
  version: typeof version;
  upTo: number;
  next: number;
  segments: SegmentRow[];
}

/** Another form of files has another version: an index of another one is made anew. */
const version = 1;
const manifestName = 'manifest';
const emptyManifest: Manifest = { version, upTo: 0, next: 0, segments: [] };

/** A file of an index is not there any more: another tab has written the index since. */
export class Outdated extends Error {}

export async function readManifest(storage: OwnStorage): Promise<Manifest> {
  const [bytes] = await storage.read([manifestName]);
  if (!bytes) return emptyManifest;
  const found = JSON.parse(new TextDecoder().decode(bytes)) as Omit<Manifest, 'version'> & { version: number };
  return found.version === version ? { ...found, version } : emptyManifest;
}

export function manifestFile(manifest: Manifest): [string, Uint8Array] {
  return [manifestName, new TextEncoder().encode(JSON.stringify(manifest))];
}

/** Files by their names, of which those that were used last stay in memory, up to so many bytes. No file ever changes. */
export function remembering(storage: OwnStorage, most: number) {
  const known = new Map<string, Uint8Array>();
  let size = 0;
  const keep = (name: string, file: Uint8Array) => {
    known.delete(name);
    known.set(name, file);
  };
  return {
    /** Rejects with Outdated where one is missing. */
    async read(names: readonly string[]): Promise<Uint8Array[]> {
      const missing = [...new Set(names.filter((name) => !known.has(name)))];
      const fresh = new Map<string, Uint8Array>();
      for (const [at, file] of (missing.length > 0 ? await storage.read(missing) : []).entries()) {
        if (!file) throw new Outdated(`${missing[at]} is not there.`);
        fresh.set(missing[at] ?? '', file);
      }
      const found = names.map((name) => {
        const file = fresh.get(name) ?? known.get(name);
        if (!file) throw new Outdated(`${name} is not there.`);
        if (!known.has(name)) size += file.length;
        keep(name, file);
        return file;
      });
      for (const [name, file] of known) {
        if (size <= most) break;
        known.delete(name);
        size -= file.length;
      }
      return found;
    },
  };
}

export type Files = ReturnType<typeof remembering>;

/** The segments of an index, of which each is opened once. */
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
