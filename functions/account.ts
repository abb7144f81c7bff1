import type { Config } from '@netlify/functions';
import { ProfilePatch } from '../src/people/model/account.ts';
import { maxAccountBytes } from '../src/people/server/accounts.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { profileProblem } from '../src/people/server/http/profile-problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { accountOf, changeProfile } from '../src/people/server/profile.ts';
import { afterProfileChange } from '../src/publishing/server/publishing.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireSession } from '../src/people/server/session.ts';
import { requireStanding } from '../src/people/server/suspension.ts';

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    return Response.json({ account: accountOf(user, new Date()) });
  },

  async PATCH(request, context) {
    const { user } = await requireSession(request);
    const patch = await readJson(request, ProfilePatch, maxAccountBytes);
    const now = new Date();
    requireStanding(user, 'profile', now);
    await requireRate('profile', user.id);
    const note = (handle: string) => activityOf(request, 'handle-changed', now, `@${handle}`);
    const changed = await changeProfile(database(), user.id, patch, note, now);
    if (!changed.ok) throw profileProblem(changed, now);
    await afterProfileChange(changed.revision, user.id, context);
    return Response.json({ account: accountOf(changed.user, now) });
  },
});

export const config: Config = { path: '/api/account' };
