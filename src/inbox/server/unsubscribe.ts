import { hkdfSync } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import * as z from 'zod';
import { MailKind } from '../model/notification.ts';

export { stopMail } from './store/delivery.ts';

const Claims = z.object({ sub: z.string(), batch: MailKind });
const audience = 'unsubscribe';

/** Which mail of which person a link stops, without signing in. */
export type Unsubscription = { userId: string; batch: MailKind };

/** The token of a link that stops one kind of mail for one person. It never expires: links in old mails must work too. */
export function unsubscribeToken({ userId, batch }: Unsubscription, secret: string): Promise<string> {
  return new SignJWT({ batch })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setAudience(audience)
    .sign(keyOf(secret));
}

/** What a token allows; undefined if its signature is not valid. */
export async function readUnsubscribeToken(token: string, secret: string): Promise<Unsubscription | undefined> {
  const opened = await jwtVerify(token, keyOf(secret), { audience, algorithms: ['HS256'] }).catch(() => undefined);
  const claims = Claims.safeParse(opened?.payload);
  return claims.success ? { userId: claims.data.sub, batch: claims.data.batch } : undefined;
}

function keyOf(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'commonplace unsubscribe v1', 32));
}
