import type { Config } from '@netlify/functions';
import { authorOf } from '../src/people/model/user.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { checked } from '../src/platform/server/http/read-json.ts';
import { PeopleAnswer, peopleNamed, PeopleQuery } from '../src/people/server/people.ts';
import { requireSession } from '../src/people/server/session.ts';
import { usersWithPrefix } from '../src/people/server/store/users.ts';

export default endpoint({
  async GET(request) {
    await requireSession(request);
    const { prefix } = checked(Object.fromEntries(new URL(request.url).searchParams), PeopleQuery);
    const people = await usersWithPrefix(database(), prefix, peopleNamed);
    return Response.json(PeopleAnswer.parse({ people: people.map(authorOf) }));
  },
});

export const config: Config = { path: '/api/people' };
