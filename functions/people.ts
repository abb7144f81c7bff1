import type { Config } from '@netlify/functions';
import { authorOf } from '../src/domain/user.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { checked } from '../src/server/http/read-json.ts';
import { PeopleAnswer, peopleNamed, PeopleQuery } from '../src/server/people.ts';
import { requireSession } from '../src/server/session.ts';
import { usersWithPrefix } from '../src/server/store/users.ts';

export default endpoint({
  async GET(request) {
    await requireSession(request);
    const { prefix } = checked(Object.fromEntries(new URL(request.url).searchParams), PeopleQuery);
    const people = await usersWithPrefix(database(), prefix, peopleNamed);
    return Response.json(PeopleAnswer.parse({ people: people.map(authorOf) }));
  },
});

export const config: Config = { path: '/api/people' };
