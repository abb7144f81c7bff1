import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewFactor } from '../../../src/people/model/sign-in.ts';
import { putRole } from '../../../src/people/server/store/roles.ts';
import { Secret, TOTP } from 'otpauth';
import { defaultPassword, startApi, type Api, type Person } from '../../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const webdav = { kind: 'webdav', url: 'https://files.invalid/notes', username: 'ann' };
const nothing = () => Promise.resolve();

async function turnFactorOn({ cookie }: Person) {
  const begun = await api.call('POST', '/api/account/factor', { body: { current: defaultPassword }, cookie });
  const { secret, token } = begun.body as unknown as NewFactor;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await api.call('PUT', '/api/account/factor', { body: { token, code }, cookie })).status).toBe(200);
}

async function makeMostTokens({ cookie }: Person) {
  for (let made = 0; made < 20; made += 1) await api.call('POST', '/api/tokens', { body: { name: 'One' }, cookie });
}

const ownTheSite = ({ user }: Person) => putRole(api.store.redis, user.id, 'owner');

describe('a valid proof of identity in a request that is refused for another reason changes nothing', () => {
  type Refused = {
    what: string;
    call: string;
    status: number;
    given: (person: Person) => Promise<unknown>;
    body?: object;
  };
  test.each<Refused>([
    { what: 'new codes without a second step', call: 'POST /api/account/factor/codes', status: 404, given: nothing },
    { what: 'turning off what is not on', call: 'POST /api/account/factor/removal', status: 404, given: nothing },
    { what: 'turning on what is on', call: 'POST /api/account/factor', status: 409, given: turnFactorOn },
    {
      ...{ what: 'an export without its password', call: 'PUT /api/account/export', status: 400, given: nothing },
      body: webdav,
    },
    {
      ...{ what: 'one token too many', call: 'POST /api/tokens', status: 409, given: makeMostTokens },
      body: { name: 'More' },
    },
    {
      ...{ what: 'the only owner who leaves', call: 'POST /api/account/deletion', status: 409, given: ownTheSite },
      body: { writings: 'keep' },
    },
  ])('$what', async ({ what, call, status, given, body }) => {
    const person = await api.signUp(`refused_${what.length}`);
    await given(person);
    const before = await api.dump();
    const [method = '', path = ''] = call.split(' ');
    const answer = await api.call(method, path, { body: { ...body, current: defaultPassword }, cookie: person.cookie });
    expect([answer.status, await api.dump()]).toEqual([status, before]);
  });
});
