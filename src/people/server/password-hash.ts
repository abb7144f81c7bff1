import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/**
 * The cost of one hash: memory in KiB, passes and lanes, as OWASP recommends for argon2id. Raising it rehashes on
 * sign-in.
 */
interface PasswordCost {
  memory: number;
  passes: number;
  parallelism: number;
}

/** API tests lower it. */
export const presentCost: PasswordCost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash` (the PHC string format) for a password, with a fresh salt. */
export async function hashPassword(password: string, cost = presentCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  return phcString(cost, salt, await derived(password, salt, cost, hashBytes));
}

/** Whether this is the hash of the password, compared in constant time. A hash in another format matches nothing. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const known = parsedHash(hash);
  if (!known) return false;
  const derivedHash = await derived(password, known.salt, known.cost, known.hash.length);
  return timingSafeEqual(derivedHash, known.hash);
}

/** Whether the hash was made with another cost than the current one. */
export function needsRehash(hash: string): boolean {
  const cost = parsedHash(hash)?.cost;
  return (
    cost?.memory !== presentCost.memory ||
    cost.passes !== presentCost.passes ||
    cost.parallelism !== presentCost.parallelism
  );
}

/**
 * A hash that no password has. Verifying against it takes as long as against a real one, so an unknown address takes the
 * same time.
 */
export const dummyHash = () => phcString(presentCost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));

function derived(password: string, nonce: Buffer, { memory, passes, parallelism }: PasswordCost, tagLength: number) {
  // The same password typed on two keyboards may differ in the composition of accents.
  const message = password.normalize('NFKC');
  return derive('argon2id', { message, nonce, memory, passes, parallelism, tagLength });
}

function phcString({ memory, passes, parallelism }: PasswordCost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

function parsedHash(text: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } | undefined {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text);
  if (!parts) return undefined;
  const [, memory, passes, parallelism, salt = '', hash = ''] = parts;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
