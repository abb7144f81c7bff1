import { existsSync } from 'node:fs';
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Files of a release by their name in it, with `/` between folders. */
export interface ReleaseFiles {
  /** The path of the file with this name; undefined if the release has none. */
  find(name: string): Promise<string | undefined>;
  /** The path of each file, by its name. */
  all(): Promise<Map<string, string>>;
}

/** A build's own files, and the names of those that it removed from the layers below. */
export type Layer = { dir: string; removed: readonly string[] };

/** A layer above others, with the names of its files, so that a lookup accesses the disk once. */
export type Overlay = Layer & { names: ReadonlySet<string> };

export async function readOverlay(layer: Layer): Promise<Overlay> {
  return { ...layer, names: new Set(await namesIn(layer.dir)) };
}

/** A release as readers see it: the whole site at the bottom, and the overlays above it, newest first. */
export function layeredFiles(overlays: readonly Overlay[], whole: string): ReleaseFiles {
  const changed = new Map<string, string | undefined>();
  for (const overlay of overlays.toReversed()) {
    for (const name of overlay.removed) changed.set(name, undefined);
    for (const name of overlay.names) changed.set(name, path.join(overlay.dir, name));
  }
  return {
    async find(name) {
      if (changed.has(name)) return changed.get(name);
      const file = path.join(whole, name);
      // `name` contains no `..`, so this is only a second safeguard.
      if (!file.startsWith(whole + path.sep)) return undefined;
      // The name is too long, a file is where a folder should be: whatever the error, the file does not exist.
      const found = await stat(file).catch(() => undefined);
      return found?.isFile() ? file : undefined;
    },
    async all() {
      const files = new Map((await namesIn(whole)).map((name) => [name, path.join(whole, name)]));
      for (const [name, file] of changed) {
        if (file === undefined) files.delete(name);
        else files.set(name, file);
      }
      return files;
    },
  };
}

/**
 * Merges a release's layers into one whole site in `target`: every file is a hard link, so it takes up names but no bytes.
 * Throws if `target` exists, since another process is making it.
 */
export async function flatten(release: ReleaseFiles, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists.`);
  const files = await release.all();
  try {
    const folders = new Set([...files.keys()].map((name) => path.dirname(name)));
    for (const folder of folders) await mkdir(path.join(target, folder), { recursive: true });
    const names = [...files];
    // A few at a time, since requests are being answered meanwhile.
    const worker = async () => {
      for (let next = names.pop(); next; next = names.pop()) await link(next[1], path.join(target, next[0]));
    };
    await Promise.all(Array.from({ length: 4 }, worker));
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

async function namesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}
