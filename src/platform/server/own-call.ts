import { hkdfSync } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { environment } from './env.ts';

/** What goes on in the background begins with a call that only the site itself can make: nobody else starts its work. */
const header = 'X-Own-Call';
const seconds = 5 * 60;
/** The clocks of two machines differ. */
const skewSeconds = 30;

/** Starts one of the site's own background functions. Gives the status of its answer. */
export async function startInBackground(name: string, now: Date): Promise<number> {
  const { SITE_URL, SESSION_SECRET } = environment();
  const headers = { [header]: await ownCall(name, SESSION_SECRET, now) };
  const { status } = await fetch(`${SITE_URL}/.netlify/functions/${name}`, { method: 'POST', headers });
  return status;
}

/** The refusal of a background function to whoever is not the site itself; undefined for the site's own call. */
export async function refusalOf(request: Request, name: string, now: Date): Promise<Response | undefined> {
  const sent = request.headers.get(header) ?? '';
  const clock = { currentDate: now, maxTokenAge: seconds, clockTolerance: skewSeconds };
  const options = { audience: name, algorithms: ['HS256'], ...clock };
  const known = await jwtVerify(sent, keyOf(environment().SESSION_SECRET), options).catch(() => undefined);
  return known ? undefined : new Response('Not Found\n', { status: 404 });
}

/** The value of the header, good for one function and five minutes. */
export function ownCall(name: string, secret: string, now: Date): Promise<string> {
  return new SignJWT().setProtectedHeader({ alg: 'HS256' }).setAudience(name).setIssuedAt(now).sign(keyOf(secret));
}

function keyOf(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'commonplace own call v1', 32));
}
