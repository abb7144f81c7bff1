import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';

export type Encoding = 'br' | 'gzip';

export interface CompressedFiles {
  /** The compressed form of `content`, made once for each `hash`. `lasting`: worth the slowest level. */
  of(hash: string, encoding: Encoding, lasting: boolean, content: () => Promise<Buffer>): Promise<Buffer>;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const endings = { br: '.br', gzip: '.gz' } as const;

/**
 * Compressed files on disk, by the hash of their content, so that a new release costs only what changed in it. `limitBytes`
 * is exceeded for at most one write: the least recently used files are deleted, and made again when needed.
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
  const readKept = async (name: string): Promise<Buffer | undefined> => {
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
      const found = await readKept(name);
      if (found) return found;
      const pending = making.get(name) ?? compress(await content(), encoding, lasting ? 'lasting' : 'kept');
      if (!making.has(name)) {
        making.set(name, pending);
        // If the disk is full, only the copy is lost.
        void pending.then((bytes) => keep(name, bytes).catch(() => undefined)).finally(() => making.delete(name));
      }
      return pending;
    },
  };
}

const compressible = /^(text\/|application\/(json|xml|javascript|manifest\+json|wasm)|.*\+(json|xml)\b|image\/svg)/;

/** Whether content of this type can be compressed. Pictures, archives and books are compressed already. */
export const isCompressible = (type: string) => compressible.test(type);

/** The encoding for a client that accepts these; undefined for none. */
export function encodingOf(accepted = ''): Encoding | undefined {
  const wanted = new Map(
    accepted.split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, quality ? Number(quality.slice(2)) : 1];
    }),
  );
  return (['br', 'gzip'] as const).find((encoding) => (wanted.get(encoding) ?? wanted.get('*') ?? 0) > 0);
}

/**
 * How long an answer is used: sent once, sent again while cached, or for years. Compressing for one use takes a quarter of
 * the work of `kept`, for a tenth more bytes.
 */
export type Reuse = 'once' | 'kept' | 'lasting';
const levels = { br: { once: 3, kept: 6, lasting: 11 }, gzip: { once: 3, kept: 6, lasting: 9 } };

const brotliOptions = (reuse: Reuse) => ({
  [constants.BROTLI_PARAM_QUALITY]: levels.br[reuse],
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
});

/** Up to this size, handing the work to a thread takes longer than doing it. */
const maxAtOnce = 32 * 1024;

export async function compress(content: Uint8Array, encoding: Encoding, reuse: Reuse): Promise<Buffer> {
  const isLittle = reuse === 'once' && content.length <= maxAtOnce;
  if (encoding === 'gzip') {
    const options = { level: levels.gzip[reuse] };
    return isLittle ? gzipSync(content, options) : compressGzip(content, options);
  }
  const options = { params: { ...brotliOptions(reuse), [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
  return isLittle ? brotliCompressSync(content, options) : compressBrotli(content, options);
}

/** A stream that compresses. `flush` makes it pass on everything received so far. */
export function compressing(encoding: Encoding) {
  const through =
    encoding === 'gzip'
      ? createGzip({ level: levels.gzip.once })
      : createBrotliCompress({ params: brotliOptions('once') });
  const kind = encoding === 'gzip' ? constants.Z_SYNC_FLUSH : constants.BROTLI_OPERATION_FLUSH;
  return { through, flush: () => through.flush(kind) };
}

/** The stored files, by name, least recently used first. Remains of a killed write are removed. */
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
