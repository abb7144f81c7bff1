import { createHash, hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';

/**
 * The format of a backup. It consists of parts. Each part is a line of JSON that describes the bytes after it, with their
 * hash, followed by these bytes: lines of JSON, compressed, and encrypted with age for the owner's key. So a backup can be
 * checked for completeness without the key, but read only with it. A file is the parts one after the other.
 */
export const Frame = z.object({
  backup: z.string().regex(/^[\w-]+$/),
  format: z.literal(1),
  part: z.int().positive(),
  bytes: z.int().nonnegative(),
  sha256: z.hex().length(64),
  encrypted: z.boolean(),
  /** Only in the last part: the hash of the hashes of all parts, including this one. */
  end: z.hex().length(64).optional(),
});
export type Frame = z.infer<typeof Frame>;

export const Piece = z.object({
  name: z.string(),
  /** `file`: a file of a picture in base64, which is not a key of the store. */
  type: z.enum(['string', 'hash', 'list', 'set', 'zset', 'file']),
  from: z.int().nonnegative(),
  values: z.array(z.string()),
  expiresAt: z.int().optional(),
});

/** The first line inside the encryption of each part, so that parts cannot be exchanged. */
const Heading = z.object({ backup: z.string(), part: z.int().positive() });

/** The last line of the last part, about the whole backup. */
export const Summary = z.object({
  /** The head revision, and the time by the store's clock, in milliseconds, of the state that the backup has. */
  revision: z.int().nonnegative(),
  at: z.int().positive(),
  schema: z.int().positive(),
  keys: z.int().nonnegative(),
  digest: z.hex().length(64),
});
export type Summary = z.infer<typeof Summary>;

/** A backup is unreadable, or was changed. The message says which part, and what to do. */
export class BadBackup extends Error {
  override name = 'BadBackup';
}

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Parts have a few megabytes; one that expands to more is not a backup of ours. */
const maxExpanded = 256 * 1024 * 1024;

/** A part as it is stored. `before`: only for the last part, the hashes of the parts before it. */
export async function sealPart(
  { backup, part, lines, before }: { backup: string; part: number; lines: string[]; before?: string[] },
  recipient: string | undefined,
): Promise<{ bytes: Buffer; sha256: string }> {
  const heading = JSON.stringify({ backup, part } satisfies z.infer<typeof Heading>);
  const compressed = await compress(`${[heading, ...lines].join('\n')}\n`, { level: 6 });
  const body = recipient === undefined ? compressed : await encrypted(compressed, recipient);
  const sha256 = hash('sha256', body);
  const frame: Frame = {
    backup,
    format: 1,
    part,
    bytes: body.length,
    sha256,
    encrypted: recipient !== undefined,
    ...(before && { end: endOf([...before, sha256]) }),
  };
  return { bytes: Buffer.concat([Buffer.from(`${JSON.stringify(frame)}\n`), body, Buffer.from('\n')]), sha256 };
}

export function endOf(hashes: string[]): string {
  const all = createHash('sha256');
  for (const one of hashes) all.update(one);
  return all.digest('hex');
}

/** Loaded only when needed: it is a megabyte of code. */
const ageEncryption = () => import('age-encryption');

async function encrypted(bytes: Uint8Array, recipient: string): Promise<Uint8Array> {
  const { Encrypter } = await ageEncryption();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(bytes);
}

/** The lines of a part after its heading. Throws `BadBackup`. */
export async function openPart(frame: Frame, body: Uint8Array, identities: string[]): Promise<unknown[]> {
  const { part, backup } = frame;
  if (hash('sha256', body) !== frame.sha256) throw damaged(part);
  const compressed = frame.encrypted ? await decrypted(part, body, identities) : body;
  const text = await expand(compressed, { maxOutputLength: maxExpanded }).catch(() => {
    throw damaged(part);
  });
  const [first, ...rest] = linesOf(part, text.toString('utf8'));
  const heading = Heading.safeParse(first);
  if (!heading.success || heading.data.part !== part || heading.data.backup !== backup) {
    throw new BadBackup(`Part ${part} belongs to another place or another backup: ${again}`);
  }
  return rest;
}

function linesOf(part: number, text: string): unknown[] {
  try {
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  } catch {
    throw damaged(part);
  }
}

async function decrypted(part: number, body: Uint8Array, identities: string[]): Promise<Uint8Array> {
  if (identities.length === 0) {
    throw new BadBackup(
      `Part ${part} is encrypted: name the file that holds the key with --key, or give it in BACKUP_IDENTITY.`,
    );
  }
  const { Decrypter } = await ageEncryption();
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return await decrypter.decrypt(body);
  } catch (error) {
    const wrong = error instanceof Error && /no identity matched/i.test(error.message);
    throw wrong
      ? new BadBackup(`Part ${part} was encrypted for another key: use the key of this backup.`)
      : damaged(part);
  }
}

const again = 'use another copy of this backup, or an earlier one.';

export function damaged(part: number): BadBackup {
  return new BadBackup(`Part ${part} is damaged: ${again}`);
}

export function cutOff(part: number): BadBackup {
  return new BadBackup(`Part ${part} is missing or cut off: ${again}`);
}
