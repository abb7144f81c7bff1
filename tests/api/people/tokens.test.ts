import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TokenScope, type OwnApiToken } from '../../../src/people/model/account.ts';
import { readCaller } from '../../../src/people/server/callers.ts';
import { continueAllDeletions, deleteAccount } from '../../../src/transfer/server/account/account-deletion.ts';
import { startApi, type Api, type ApiRequest, type Person } from '../../support/api.ts';

let api: Api;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  api = await startApi();
  [ann, ben] = [await api.signUp('ann'), await api.signUp('ben')];
});
afterAll(() => api.stop());

async function make(person: Person, name: string, scope: TokenScope = 'write') {
  const answer = await api.call('POST', '/api/tokens', { body: { name, scope }, cookie: person.cookie });
  expect(answer.status).toBe(201);
  return answer.body as unknown as { token: OwnApiToken; secret: string };
}

/** Calls as a program does: without an origin, with nothing but the token. */
function byToken(secret: string, method: string, path: string, call: ApiRequest = {}) {
  return api.call(method, path, { ...call, headers: { 'Sec-Fetch-Site': 'none', Authorization: `Bearer ${secret}` } });
}

const tokensOf = async (person: Person) => {
  const { body } = await api.call('GET', '/api/tokens', { cookie: person.cookie });
  return (body as unknown as { tokens: OwnApiToken[] }).tokens;
};

describe('a personal token', () => {
  test('reads and writes as its person from anywhere, and shows when it was last used', async () => {
    const { token, secret } = await make(ann, 'Laptop');
    const body = { title: 'From a script', visibility: 'private' };
    const written = await byToken(secret, 'POST', '/api/notes', { body });
    expect(written).toMatchObject({ status: 201, body: { note: { authorId: ann.user.id } } });
    const uuid = written.body.note?.uuid ?? '';
    expect((await byToken(secret, 'GET', `/api/notes/${uuid}`)).status).toBe(200);
    expect((await byToken(secret, 'GET', '/api/notes?author=ann')).body.notes?.map((note) => note.uuid)).toContain(
      uuid,
    );
    expect((await byToken(secret, 'PATCH', `/api/notes/${uuid}`, { body: { rev: 1, title: 'New' } })).status).toBe(200);
    expect((await byToken(secret, 'DELETE', `/api/notes/${uuid}`)).status).toBe(204);
    const [listed] = await tokensOf(ann);
    expect(listed).toMatchObject({ id: token.id, name: 'Laptop', scope: 'write' });
    expect(Date.now() - Date.parse(listed?.lastUsedAt ?? '')).toBeLessThan(120_000);
  });

  test('is stored as a hash, and its secret is shown once', async () => {
    const { secret } = await make(ann, 'Phone');
    expect(JSON.stringify([...(await api.dump())])).not.toContain(secret);
    expect(JSON.stringify(await tokensOf(ann))).not.toContain(secret);
    expect(JSON.stringify(await tokensOf(ann))).toContain('Phone');
    expect(await tokensOf(ben)).toEqual([]);
  });

  test('for reading cannot write', async () => {
    const { secret } = await make(ann, 'Reader', 'read');
    const refused = await byToken(secret, 'POST', '/api/notes', { body: { title: 'No' } });
    expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining('reading only') } });
    expect(refused.headers.get('WWW-Authenticate')).toContain('insufficient_scope');
    expect((await byToken(secret, 'GET', '/api/notes?author=ann')).status).toBe(200);
  });

  test('does not use up its person’s rate limits when a call exceeds its scope', async () => {
    const fay = await api.signUp('fay');
    const [reads, writes] = [await make(fay, 'Reader', 'read'), await make(fay, 'Writer')];
    const body = JSON.stringify({ title: 'A note' });
    const times = `rate:notes:${fay.user.id}`;
    for (const length of [{ 'Content-Length': `${body.length}` }, undefined]) {
      const headers = { ...length, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'none' };
      const post = ({ secret }: { secret: string }) =>
        api.call('POST', '/api/notes', { body, headers: { ...headers, Authorization: `Bearer ${secret}` } });
      const before = await api.store.redis.llen(times);
      expect((await post(reads)).status).toBe(403);
      expect(await api.store.redis.llen(times)).toBe(before);
      expect((await post(writes)).status).toBe(201);
      expect(await api.store.redis.llen(times)).toBe(before + 1);
    }
  });

  test('is checked before the request body is read', async () => {
    const { secret } = await make(ann, 'Known');
    const called = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Content-Length': '13' };
      const sent = new Request('http://localhost/api/notes', { method: 'POST', headers, body: '{"title":"A"}' });
      let isRead = false;
      const rate = async () => {
        isRead = true;
        return Promise.resolve('notes' as const);
      };
      const caller = await readCaller(sent, 'write', rate).catch(({ message }: Error) => message);
      return { caller, isRead };
    };
    expect(await called(`cp_${'a'.repeat(43)}`)).toMatchObject({
      caller: expect.stringMatching(/doesn’t exist or was revoked/) as string,
      isRead: false,
    });
    expect(await called(secret)).toMatchObject({ caller: { id: ann.user.id }, isRead: true });
  });

  test('is not accepted where a call requires a request from this site', async () => {
    const { secret } = await make(ann, 'Anywhere');
    for (const path of ['signup', 'signin', 'forgot', 'reset', 'verify', 'undo', 'passkey/options']) {
      const answer = await byToken(secret, 'POST', `/api/auth/${path}`, { body: {} });
      expect([answer.status, answer.body.detail], path).toEqual([
        403,
        expect.stringMatching(/from a page of this site/),
      ]);
    }
    expect((await byToken(secret, 'DELETE', '/api/_auth/session')).status).toBe(403);
  });

  test('for exporting exports everything and does nothing else; for importing, it imports', async () => {
    const [takes, brings] = [await make(ann, 'Backup', 'export'), await make(ann, 'Bringer', 'import')];
    await api.call('POST', '/api/notes', { cookie: ann.cookie, body: { title: 'Taken by a script' } });
    const all = await byToken(takes.secret, 'GET', '/api/export?format=json');
    expect(all).toMatchObject({ status: 200, body: { notes: [{ title: 'Taken by a script' }] } });
    const form = new FormData();
    form.set('file', new File(['---\ntitle: Brought by a script\n---\n\nText.'], 'brought.md'));
    const sent = new Request('http://localhost', { method: 'POST', body: form });
    const body = new Uint8Array(await sent.arrayBuffer());
    const headers = {
      'Content-Type': sent.headers.get('Content-Type') ?? '',
      Authorization: `Bearer ${brings.secret}`,
    };
    const imported = await api.call('POST', '/api/import', { body, headers });
    expect(imported.status).toBe(200);
    const { id } = (imported.body as unknown as { import: { id: string } }).import;
    expect((await byToken(brings.secret, 'POST', `/api/imports/${id}/undo`)).status).toBe(403);
    expect((await byToken(takes.secret, 'GET', '/api/export?format=json')).body.notes).toHaveLength(2);
    const refused = await byToken(takes.secret, 'POST', '/api/notes', { body: { title: 'No' } });
    expect(refused.body.detail).toContain('this token allows exporting only');
  });

  test('allows exactly the operations that the API description lists for its scope', async () => {
    const { paths } = (await api.call('GET', '/api/openapi.json')).body as unknown as {
      paths: Record<string, Record<string, { operationId: string; security?: Record<string, string[]>[] }>>;
    };
    const eve = await api.signUp('eve');
    const made = await Promise.all(TokenScope.options.map((scope) => make(eve, scope, scope)));
    const secrets = new Map(made.map(({ token, secret }) => [token.scope, secret]));
    const id = '018f0000-0000-7000-8000-000000000000';
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { operationId, security }] of Object.entries(methods)) {
        const needed = security?.flatMap(({ token = [] }) => token)[0];
        if (!security) continue;
        for (const [scope, secret] of secrets) {
          const may = scope === needed || (scope === 'write' && needed === 'read');
          const { status } = await byToken(secret, method.toUpperCase(), path.replace(/\{\w+\}/g, id));
          const refusal = needed === undefined ? 401 : 403;
          expect(status === refusal, `${operationId} with a token for ${scope}: ${status}`).toBe(!may);
        }
      }
    }
  });

  test('never manages the account, and a cookie next to it is ignored', async () => {
    const { secret } = await make(ann, 'Nosy');
    for (const [method, path] of [
      ['GET', '/api/tokens'],
      ['POST', '/api/tokens'],
      ['GET', '/api/account'],
      ['GET', '/api/account/data'],
      ['DELETE', '/api/account'],
    ] as const) {
      const answer = await byToken(secret, method, path, {
        cookie: ann.cookie,
        ...(method === 'POST' ? { body: { name: 'x' } } : {}),
      });
      expect(answer.status, `${method} ${path}`).toBeGreaterThanOrEqual(401);
      expect(answer.status, `${method} ${path}`).toBeLessThan(406);
    }
    const wrong = { body: { title: 'No' }, cookie: ann.cookie };
    for (const secretOf of ['', 'cp_wrong', `cp_${'a'.repeat(43)}`]) {
      expect((await byToken(secretOf, 'POST', '/api/notes', wrong)).status).toBe(401);
    }
  });

  test('stops working when it is revoked, which only its person can do', async () => {
    const { token, secret } = await make(ann, 'Lost');
    const revoke = (person: Person) => api.call('DELETE', `/api/tokens/${token.id}`, { cookie: person.cookie });
    expect((await revoke(ben)).status).toBe(404);
    expect((await byToken(secret, 'GET', '/api/notes?author=ann')).status).toBe(200);
    expect((await revoke(ann)).status).toBe(204);
    expect((await byToken(secret, 'GET', '/api/notes?author=ann')).status).toBe(401);
    expect((await revoke(ann)).status).toBe(404);
  });

  test('is deleted with the account and leaves nothing behind', async () => {
    const cyd = await api.signUp('cyd');
    const { secret } = await make(cyd, 'Old');
    await deleteAccount(api.store.redis, cyd.user.id, 'keep', new Date());
    await continueAllDeletions(api.store.redis, new Date(), () => true);
    expect((await byToken(secret, 'POST', '/api/notes', { body: { title: 'No' } })).status).toBe(401);
    expect(
      [...(await api.dump()).keys()].filter((key) => key.includes(cyd.user.id) && key.includes('apitoken')),
    ).toEqual([]);
  });

  test('requires a name, and there are at most 20', async () => {
    const dan = await api.signUp('dan');
    const named = (name: string) => api.call('POST', '/api/tokens', { body: { name }, cookie: dan.cookie });
    expect((await named(' ')).status).toBe(400);
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => (await named(`T${index}`)).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  });
});
