import { hkdfSync } from 'node:crypto';
import { jwtDecrypt } from 'jose/jwt/decrypt';
import { EncryptJWT } from 'jose/jwt/encrypt';

/** A session id sealed for a cookie: encrypted, authenticated and void after `seconds`. */
export async function seal(sid: string, secret: string, seconds: number, now = new Date()): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new EncryptJWT({ sid })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .encrypt(await keyOf(secret));
}

/** The session id in a sealed value, or undefined when it is broken, altered, expired or sealed with another secret. */
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

/** Made once a secret: a key that is not in the runtime's own form is brought into it at every use. */
function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', 'commonplace session v1', 32));
  const key = crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  keys.set(secret, key);
  return key;
}
