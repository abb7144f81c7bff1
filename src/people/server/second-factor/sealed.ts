import { hkdfSync } from 'node:crypto';
import { jwtDecrypt } from 'jose/jwt/decrypt';
import { EncryptJWT } from 'jose/jwt/encrypt';
import { z } from 'zod';
import { environment } from '../../../platform/server/env.ts';

/** What is sealed: each purpose has a key of its own, so that nothing made for one opens under another. */
export type Purpose = 'secret' | 'setup' | 'signin' | 'export';

/** Text for one purpose and person, encrypted and authenticated, void after `seconds` where they are given. */
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

/** Whom it is about and what was sealed; undefined for what is broken, too old, or sealed for something else. */
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
