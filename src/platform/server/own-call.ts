import { hkdfSync } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { environment } from './env.ts';
import { callOwnSite } from './own-site.ts';

/** Background work is started by a call that only the site itself can make: nobody else can start it. */
const header = 'X-Own-Call';
const seconds = 5 * 60;
/** Tolerance for clocks that differ between machines. */
const skewSeconds = 30;

/** Such a call is answered before its work begins. */
const timeoutMs = 5000;

/** Starts a task in the background function. Throws if the function does not accept it. */
export async function startInBackground(task: string, now: Date): Promise<number> {
  const { ok, status } = await callForTask('/.netlify/functions/background', task, now, timeoutMs);
  if (!ok) throw new Error(`The background function answers the task ${task} with ${status}.`);
  return status;
}

/** Calls an address of this site for a task; rejects if the answer has not begun within this time. */
export async function callForTask(path: string, task: string, now: Date, withinMs: number): Promise<Response> {
  const { SITE_URL, SESSION_SECRET } = environment();
  const headers = { [header]: await ownCall(task, SESSION_SECRET, now) };
  const address = `${SITE_URL}${path}?${new URLSearchParams({ task })}`;
  return callOwnSite(address, { method: 'POST', headers, redirect: 'error', timeoutMs: withinMs });
}

/** The task that a call names; undefined unless the site itself made the call for this task. */
export async function taskOf(request: Request, now: Date): Promise<string | undefined> {
  const task = new URL(request.url).searchParams.get('task') ?? '';
  const sent = request.headers.get(header) ?? '';
  const clock = { currentDate: now, maxTokenAge: seconds, clockTolerance: skewSeconds };
  const options = { audience: task, algorithms: ['HS256'], ...clock };
  const known = await jwtVerify(sent, keyOf(environment().SESSION_SECRET), options).catch(() => undefined);
  return known && task;
}

/** The value of the header, valid for one task and five minutes. */
export function ownCall(task: string, secret: string, now: Date): Promise<string> {
  return new SignJWT().setProtectedHeader({ alg: 'HS256' }).setAudience(task).setIssuedAt(now).sign(keyOf(secret));
}

function keyOf(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'commonplace own call v1', 32));
}
