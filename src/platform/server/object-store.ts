import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Store } from '@netlify/blobs';

/** Storage for nightly backups, pictures and requested export files: bytes by names such as `{backup}/0001`. */
export interface ObjectStore {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if nothing has this name. */
  get(name: string): Promise<Uint8Array | undefined>;
  has(name: string): Promise<boolean>;
  names(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** A folder on this machine that only its owner may read. */
export function folderObjectStore(folder: string): ObjectStore {
  const fileOf = (name: string) => path.join(folder, name);
  return {
    async put(name, bytes) {
      const file = fileOf(name);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const handle = await open(`${file}.unfinished`, 'w', 0o600);
      try {
        await handle.writeFile(bytes);
        // The file must survive a power failure, since the caller relies on it from now on.
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}.unfinished`, file);
    },
    get: (name) => readFile(fileOf(name)).catch(ifMissing(fileOf(name), undefined)),
    has: async (name) => existsSync(fileOf(name)),
    async names() {
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing(folder, []));
      const files = found.filter((entry) => entry.isFile());
      return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
    },
    async remove(name) {
      await rm(fileOf(name), { force: true });
      // The folder of a backup is removed with its last part.
      const rest = await readdir(path.dirname(fileOf(name))).catch(() => ['?']);
      if (rest.length === 0) await rm(path.dirname(fileOf(name)), { recursive: true });
    },
  };
}

/**
 * `value` if there is nothing at `place`, after reading it failed. Otherwise a backup would leave out what its user may
 * not read, or everything if a folder disappears while all are listed.
 */
const ifMissing =
  <Value>(place: string, value: Value) =>
  (error: unknown): Value => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(place)) return value;
    throw error;
  };

/**
 * One of the platform's object stores, with strong consistency: a read after a write never returns an older copy. Its
 * package is loaded on first use, since most functions that import this never need it.
 */
export function blobObjectStore(named: 'backups' | 'exports' | 'pictures' | Store): ObjectStore {
  const opened = async () => {
    if (typeof named !== 'string') return named;
    const { getStore } = await import('@netlify/blobs');
    return getStore({ name: named, consistency: 'strong' });
  };
  return {
    async put(name, bytes) {
      await (await opened()).set(name, new Blob([bytes as Uint8Array<ArrayBuffer>]));
    },
    async get(name) {
      // The library's types omit what its documentation says: null if nothing has this name.
      const found = (await (await opened()).get(name, { type: 'arrayBuffer' })) as ArrayBuffer | null;
      return found === null ? undefined : new Uint8Array(found);
    },
    has: async (name) => (await (await opened()).getMetadata(name)) !== null,
    async names() {
      const { blobs } = await (await opened()).list();
      return blobs.map(({ key }) => key).sort();
    },
    remove: async (name) => (await opened()).delete(name),
  };
}
