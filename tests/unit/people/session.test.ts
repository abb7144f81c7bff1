import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSession } from '../../../src/people/browser/session.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';
import { memoryStorage } from '../../support/browser/storage.ts';
import { withLongTimeout } from '../../support/long-timeout.ts';

const ada = { id: 'u_1', handle: 'ada', name: 'Ada Lovelace', email: 'ada@example.org' };
const servers: { stop(): Promise<void> }[] = [];

async function sessionWith(listener: RequestListener, storage = memoryStorage(), timeoutMs?: number) {
  const server = await startHttpServer(listener);
  servers.push(server);
  return { session: createSession(server.url, storage, timeoutMs), storage, calls: server.calls };
}

function json(response: ServerResponse, body: unknown, status = 200) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

vi.stubGlobal('navigator', { onLine: true });
const forgotten: string[] = [];
vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => void forgotten.push(name) });

afterEach(async () => {
  forgotten.length = 0;
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

describe('before the first response', () => {
  test('the session is not ready, and nobody is signed in', () => {
    const session = createSession();
    expect([session.ready, session.loggedIn, session.user]).toEqual([false, false, undefined]);
  });
});

describe('fetch', () => {
  test('a response with a user means signed in', async () => {
    const { session } = await sessionWith((_, response) => json(response, { user: ada }));
    await session.fetch();
    expect([session.ready, session.loggedIn, session.user]).toEqual([true, true, ada]);
  });

  test('the owner of the page stays the same after somebody else has signed in', async () => {
    const ben = { ...ada, id: 'u_ben', handle: 'ben' };
    const people = [ada, ben];
    const { session } = await sessionWith((_, response) => json(response, { user: people.shift() }));
    await session.fetch();
    await session.fetch({ force: true });
    expect([session.user?.id, session.person]).toEqual([ben.id, ada.id]);
  });

  test('a response without a user means signed out', async () => {
    const { session } = await sessionWith((_, response) => json(response, {}));
    await session.fetch();
    expect([session.ready, session.loggedIn, session.user]).toEqual([true, false, undefined]);
  });

  test('requests text/json', async () => {
    let accept: string | undefined;
    const { session, calls } = await sessionWith((request, response) => {
      accept = request.headers.accept;
      json(response, {});
    });
    await session.fetch();
    expect([accept, calls]).toEqual(['text/json', ['GET /api/_auth/session']]);
  });

  test('concurrent callers share one request', async () => {
    const { session, calls } = await sessionWith((_, response) => json(response, { user: ada }));
    const [one, other] = await Promise.all([session.fetch(), session.fetch()]);
    await session.fetch();
    expect(calls).toHaveLength(1);
    expect(one).toBe(other);
  });

  test('force makes another request and uses its response', async () => {
    let user: typeof ada | undefined = ada;
    const { session } = await sessionWith((_, response) => json(response, { user }));
    await session.fetch();
    user = undefined;
    await session.fetch({ force: true });
    expect([session.ready, session.loggedIn]).toEqual([true, false]);
  });

  test.each([
    ['an error', (response: ServerResponse) => json(response, { title: 'Service Unavailable' }, 503)],
    ['no JSON', (response: ServerResponse) => response.end('<!doctype html>')],
    ['null', (response: ServerResponse) => json(response, null)],
    ['a user without a handle', (response: ServerResponse) => json(response, { user: { ...ada, handle: undefined } })],
    ['a broken connection', (response: ServerResponse) => response.destroy()],
  ])('%s is an empty session after one request, without a retry', async (_, answer) => {
    const { session, calls } = await sessionWith((_request, response) => void answer(response));
    await session.fetch();
    expect([session.ready, session.loggedIn, calls.length]).toEqual([true, false, 1]);
  });
});

describe('the last signed-in person', () => {
  const known = { id: 'u_1', handle: 'ada', name: 'Ada Lovelace', email: '' };
  async function afterSigningIn() {
    const { session, storage } = await sessionWith((_, response) =>
      json(response, { user: { ...ada, role: 'owner' } }),
    );
    await session.fetch();
    return storage;
  }

  test('stays signed in with public data only while the server fails', async () => {
    const { session } = await sessionWith((_, response) => json(response, {}, 503), await afterSigningIn());
    expect(await session.fetch()).toEqual({ ready: true, user: known, unsure: 'failing' });
    expect(session.last).toEqual(known);
  });

  test('stays signed in while the server is slow, until it responds', async () => {
    const held: ServerResponse[] = [];
    const { session } = await sessionWith((_, response) => void held.push(response), await afterSigningIn(), 1);
    expect(await session.fetch()).toEqual({ ready: true, user: known, unsure: 'slow' });
    await vi.waitFor(() => expect(held).toHaveLength(1), withLongTimeout);
    json(held[0] as ServerResponse, {});
    await vi.waitFor(() => expect(session.getSnapshot()).toEqual({ ready: true }), withLongTimeout);
    expect(session.last).toBeUndefined();
  });

  test('is not used where certainty is required, which waits for the slow response', async () => {
    const held: ServerResponse[] = [];
    const { session } = await sessionWith((_, response) => void held.push(response), await afterSigningIn(), 1);
    const asked = session.fetch({ certain: true });
    await vi.waitFor(() => expect([session.getSnapshot().unsure, held.length]).toEqual(['slow', 1]), withLongTimeout);
    json(held[0] as ServerResponse, { user: ada });
    expect(await asked).toMatchObject({ ready: true, user: ada });
  });

  test.each([
    ['nobody is here', {}, ['commonplace:library']],
    ['somebody else is here', { user: { ...ada, id: 'u_2' } }, ['commonplace:library']],
    ['they are here', { user: ada }, []],
  ])('had a library on the device, now %s: it is removed unless it is theirs', async (_, answer, gone) => {
    const { session } = await sessionWith((_request, response) => json(response, answer), await afterSigningIn());
    await session.fetch();
    expect(forgotten).toEqual(gone);
  });

  test('is forgotten along with all their data once the server has ended the session itself, as for a deleted account', async () => {
    const storage = await afterSigningIn();
    storage.write('commonplace:unsent:u_1', '{"count":1,"change":""}');
    const texts = [
      'commonplace:draft:u_1:new',
      'commonplace:text:u_1:c_1:tab:1',
      'commonplace:text:highlight:h_1',
      'commonplace:draft:u_12:new',
    ];
    for (const key of texts) storage.write(key, 'Words');
    const { session } = await sessionWith((_, response) => json(response, { user: ada }), storage);
    await session.fetch();
    session.leave();
    expect(forgotten).toEqual(['commonplace:library', 'commonplace:outbox:u_1']);
    expect(session.last).toBeUndefined();
    expect(storage.read('commonplace:unsent:u_1')).toBeUndefined();
    // What another person typed here stays.
    expect(texts.map((key) => storage.read(key))).toEqual([undefined, undefined, undefined, 'Words']);
    expect(session.getSnapshot()).toEqual({ ready: true, left: true });
  });

  test('is awaited from a slow server if nobody was signed in before', async () => {
    const held: ServerResponse[] = [];
    const { session } = await sessionWith((_, response) => void held.push(response), memoryStorage(), 1);
    const asked = session.fetch();
    await vi.waitFor(() => expect(session.getSnapshot()).toEqual({ ready: false, unsure: 'slow' }), withLongTimeout);
    json(held[0] as ServerResponse, { user: ada });
    expect(await asked).toMatchObject({ ready: true, user: ada });
  });

  test('is forgotten after signing out', async () => {
    const { session } = await sessionWith((_, response) => json(response, { loggedOut: true }), await afterSigningIn());
    await session.clear();
    expect(session.last).toBeUndefined();
  });

  test.each(['', '[]', '{"id":1}', '"ada"'])('is nobody if the stored text is damaged (%s)', async (text) => {
    const storage = memoryStorage();
    storage.write('commonplace:session', text);
    const { session } = await sessionWith((_, response) => json(response, {}, 503), storage);
    expect(await session.fetch()).toEqual({ ready: true, unsure: 'failing' });
  });
});

describe('clear', () => {
  test('signs out on the server and empties the session here', async () => {
    const { session, calls } = await sessionWith((request, response) =>
      json(response, request.method === 'DELETE' ? { loggedOut: true } : { user: ada }),
    );
    await session.fetch();
    expect(await session.clear()).toBe(true);
    expect([session.ready, session.loggedIn, session.user]).toEqual([true, false, undefined]);
    expect(calls.at(-1)).toBe('DELETE /api/_auth/session');
  });

  test('without the server’s confirmation, tells the visitor and keeps them signed in', async () => {
    const { session } = await sessionWith((request, response) =>
      request.method === 'DELETE' ? json(response, {}, 503) : json(response, { user: ada }),
    );
    await session.fetch();
    expect(await session.clear()).toBe(false);
    expect(session.user).toEqual(ada);
  });

  test('a pending response does not sign the visitor in again', async () => {
    const held: ServerResponse[] = [];
    const { session } = await sessionWith((request, response) =>
      request.method === 'DELETE' ? json(response, { loggedOut: true }) : void held.push(response),
    );
    const late = session.fetch();
    await vi.waitFor(() => expect(held).toHaveLength(1), withLongTimeout);
    await session.clear();
    for (const response of held) json(response, { user: ada });
    await late;
    expect(session.loggedIn).toBe(false);
  });
});

describe('subscribe', () => {
  test('a listener is called on every change until it unsubscribes, and snapshots change only then', async () => {
    const { session } = await sessionWith((_, response) => json(response, { user: ada }));
    const snapshots = [session.getSnapshot()];
    const leave = session.subscribe(() => snapshots.push(session.getSnapshot()));
    await session.fetch();
    leave();
    await session.fetch({ force: true });
    expect(snapshots).toEqual([{ ready: false }, expect.objectContaining({ ready: true, user: ada })]);
  });
});
