import { hkdfSync } from 'node:crypto';
import { jwtDecrypt } from 'jose/jwt/decrypt';
import { EncryptJWT } from 'jose/jwt/encrypt';
import * as z from 'zod';
import { environment } from '../../platform/server/env.ts';

/** A session id sealed for a cookie: encrypted, authenticated and void after `seconds`. */
export async function seal(sid: string, secret: string, seconds: number, now = new Date()): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new EncryptJWT({ sid })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .encrypt(await keyOf(secret));
}

/** The session id in a sealed value; undefined if it is broken, altered, expired or sealed with another secret. */
export async function unseal(sealed: string, secret: string): Promise<string | undefined> {
  const options = {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  };
  const opened = await jwtDecrypt(sealed, await keyOf(secret), options).catch(() => undefined);
  const sid = opened?.payload['sid'];
  return typeof sid === 'string' ? sid : undefined;
}

const keys = new Map<string, Promise<CryptoKey>>();

/** Imported once per secret: a key in another form would be converted at every use. */
function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', 'commonplace session v1', 32));
  const key = crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  keys.set(secret, key);
  return key;
}

/** The purposes of sealing. Each has its own key, so that nothing sealed for one opens under another. */
type Purpose = 'secret' | 'setup' | 'signin' | 'export';

/** Seals a text for one purpose and person: encrypted, authenticated, and void after `seconds` if given. */
export async function sealFor(
  purpose: Purpose,
  userId: string,
  text: string,
  now: Date,
  seconds?: number,
): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  const token = new EncryptJWT({ text })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setSubject(userId)
    .setIssuedAt(issued);
  if (seconds !== undefined) token.setExpirationTime(issued + seconds);
  return token.encrypt(keyFor(purpose));
}

const Opened = z.object({ sub: z.string(), text: z.string() });

/** The person and the text that were sealed; undefined if it is broken, expired, or sealed for something else. */
export async function unsealFor(
  purpose: Purpose,
  sealed: string,
  now: Date,
): Promise<{ userId: string; text: string } | undefined> {
  const options = {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
    currentDate: now,
  };
  const opened = await jwtDecrypt(sealed, keyFor(purpose), options).catch(() => undefined);
  const read = Opened.safeParse(opened?.payload);
  return read.success ? { userId: read.data.sub, text: read.data.text } : undefined;
}

function keyFor(purpose: Purpose): Uint8Array {
  const { SESSION_SECRET } = environment();
  return new Uint8Array(hkdfSync('sha256', SESSION_SECRET, '', `commonplace second factor ${purpose} v1`, 32));
}
