import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

export interface CompressedFiles {
  /** The compressed form of `content`, made once for each `hash`. `lasting`: worth the slowest, smallest way. */
  of(hash: string, encoding: Encoding, lasting: boolean, content: () => Promise<Buffer>): Promise<Buffer>;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const endings = { br: '.br', gzip: '.gz' } as const;

/**
 * Compressed files on disk, by the hash of what they hold, so that a new release costs only what changed in it.
 * `limitBytes` is never passed for longer than one write: what was not asked for longest goes first, and comes back
 * when it is asked for again.
 */
export async function compressedFiles(dir: string, limitBytes = 256 * 1024 * 1024): Promise<CompressedFiles> {
  await mkdir(dir, { recursive: true });
  const sizes = await oldestFirst(dir);
  let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const making = new Map<string, Promise<Buffer>>();

  const forget = (name: string) => {
    total -= sizes.get(name) ?? 0;
    sizes.delete(name);
  };
  const keep = async (name: string, content: Buffer) => {
    const partial = path.join(dir, `.${name}.${process.pid}`);
    await writeFile(partial, content);
    await rename(partial, path.join(dir, name));
    sizes.set(name, content.length);
    total += content.length;
    for (const oldest of sizes.keys()) {
      if (total <= limitBytes) break;
      forget(oldest);
      await rm(path.join(dir, oldest), { force: true });
    }
  };
  const kept = async (name: string): Promise<Buffer | undefined> => {
    const size = sizes.get(name);
    if (size === undefined) return undefined;
    sizes.delete(name);
    sizes.set(name, size);
    const content = await readFile(path.join(dir, name)).catch(() => undefined);
    if (!content) forget(name);
    return content;
  };
  return {
    async of(hash, encoding, lasting, content) {
      const name = hash + endings[encoding];
      const found = await kept(name);
      if (found) return found;
      const made = making.get(name) ?? compress(await content(), encoding, lasting);
      if (!making.has(name)) {
        making.set(name, made);
        // A full disk only costs the copy.
        void made.then((bytes) => keep(name, bytes).catch(() => undefined)).finally(() => making.delete(name));
      }
      return made;
    },
  };
}

function compress(content: Buffer, encoding: Encoding, lasting: boolean): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(content, { level: lasting ? 9 : 6 });
  return compressBrotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: lasting ? 11 : 6,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

/** What is there, by name, the longest unused first. What a killed write left is removed. */
async function oldestFirst(dir: string): Promise<Map<string, number>> {
  const files = await Promise.all(
    (await readdir(dir)).map(async (name) => {
      if (name.startsWith('.')) await rm(path.join(dir, name), { force: true });
      const found = await stat(path.join(dir, name)).catch(() => undefined);
      return { name, size: found?.size ?? -1, usedAt: found?.mtimeMs ?? 0 };
    }),
  );
  const present = files.filter((file) => file.size >= 0).sort((a, b) => a.usedAt - b.usedAt);
  return new Map(present.map((file) => [file.name, file.size]));
}
