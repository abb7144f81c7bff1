import type { Config } from '@netlify/functions';
import { Appointment } from '../src/people/model/role.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { appoint, knownPerson } from '../src/moderation/server/people.ts';
import { requireSession } from '../src/people/server/session.ts';
import { requireModerator, requireOwner } from '../src/people/server/suspension.ts';

const maxBytes = 1024;
const nobody = new HttpError(404, 'Not Found', 'Nobody here has this handle and an account to sign in with.');

export default endpoint({
  async GET(request, { params }) {
    const { user } = await requireSession(request);
    requireModerator(user);
    const person = await knownPerson(database(), params['handle'] ?? '');
    if (!person) throw nobody;
    return Response.json({ person });
  },

  /** Owners appoint, and take roles back: there is always one owner. */
  async PUT(request, { params }) {
    const { user } = await requireSession(request);
    requireOwner(user);
    const { role } = await readJson(request, Appointment, maxBytes);
    const appointed = await appoint(database(), params['handle'] ?? '', role, new Date());
    if (appointed.ok) return Response.json({ person: appointed.person });
    throw {
      missing: nobody,
      owned: nobody,
      banned: new HttpError(409, 'Conflict', 'Nothing was changed: this person may not write at the moment.'),
      last: new HttpError(
        409,
        'Conflict',
        'Nothing was changed: somebody has to own this site. Appoint another owner first.',
      ),
    }[appointed.reason];
  },
});

export const config: Config = { path: '/api/moderation/people/:handle' };
