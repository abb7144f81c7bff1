import type { Config } from '@netlify/functions';
import { Proof } from '../src/people/model/account.ts';
import { ConfirmFactor, type Factor } from '../src/people/model/second-factor.ts';
import { maxAccountBytes, maxPasskeyBytes } from '../src/people/server/accounts.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint, later } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireProof } from '../src/people/server/proof.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { confirmFactor, newFactor } from '../src/people/server/second-factor/second-factor.ts';
import { requireSession, sessionEnded } from '../src/people/server/session.ts';
import { readFactor } from '../src/people/server/store/second-factor.ts';
import { tellOfMade } from '../src/people/server/undo.ts';

const on = 'The second step is on already. Turn it off first, if another app is to make the codes.';
const problems = {
  expired: [410, 'Gone', 'That took too long. Begin again: the app gets a new secret.'],
  on: [409, 'Conflict', on],
} as const satisfies Record<string, readonly [number, string, string]>;

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    const { since = null, codesLeft = 0 } = (await readFactor(database(), user.id)) ?? {};
    return Response.json({ since, codesLeft } satisfies Factor);
  },

  /** Begins: what an app needs, which counts for nothing until its first code comes. */
  async POST(request) {
    const session = await requireSession(request);
    const now = new Date();
    await requireProof(session, await readJson(request, Proof, maxPasskeyBytes), now, async () => {
      if (await readFactor(database(), session.user.id)) throw new HttpError(409, 'Conflict', on);
    });
    return Response.json(await newFactor(session.user, now));
  },

  async PUT(request, context) {
    const session = await requireSession(request);
    const { user } = session;
    const given = await readJson(request, ConfirmFactor, maxAccountBytes);
    await requireRate('confirm', user.id);
    const now = new Date();
    const activity = activityOf(request, 'second-factor-on', now);
    const done = await confirmFactor(database(), session, given, activity, now);
    if (done.ok) {
      const made = { kind: 'factor', id: done.since, name: 'The second step' } as const;
      await later(context, () => tellOfMade(database(), user, made, activity.device, now));
      return Response.json({ codes: done.codes });
    }
    if (done.reason === 'ended') throw sessionEnded();
    if (done.reason === 'wrong') {
      const message =
        'This is not the code that the app should show now. Check the clock of the device, and try again.';
      throw new HttpError(403, 'Forbidden', message, { errors: [{ path: 'code', message }] });
    }
    const [status, title, detail] = problems[done.reason];
    throw new HttpError(status, title, detail);
  },
});

export const config: Config = { path: '/api/account/factor' };
