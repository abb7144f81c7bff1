import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSession } from '../../../src/people/browser/session.ts';
import type { DeviceStorage } from '../../../src/platform/browser/device-storage.ts';
import { forbiddenStorage, memoryArea, memoryStorage } from '../../support/browser/storage.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';

const ada = { id: 'u_1', handle: 'ada', name: 'Ada Lovelace', email: 'ada@example.org' };
const servers: { stop(): Promise<void> }[] = [];
vi.stubGlobal('navigator', { onLine: true });

/** Signs Ada in. After that first answer, the server fails. */
async function signedIn(storage: DeviceStorage) {
  const answers = [{ user: ada }];
  const server = await startHttpServer((_, response) => {
    const body = answers.shift();
    response.writeHead(body ? 200 : 503, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? {}));
  });
  servers.push(server);
  const session = createSession(server.url, storage);
  await session.fetch();
  return session;
}

afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

describe('after signing out in another tab', () => {
  test('a page is empty, and what its tab stored of the person is gone', async () => {
    const session = await signedIn(memoryStorage());
    const texts = memoryArea({ 'commonplace:text:u_1:c_1': 'Hers', 'commonplace:draft:u_2:new': 'Of another person' });
    vi.stubGlobal('sessionStorage', texts);
    session.hear(null);
    expect(session.getSnapshot()).toEqual({ ready: true });
    expect(Object.keys(texts)).toEqual(['commonplace:draft:u_2:new']);
  });

  test('a page that comes back from the browser’s memory is empty, even offline', async () => {
    const storage = memoryStorage();
    const session = await signedIn(storage);
    storage.write('commonplace:session', undefined);
    const seen: unknown[] = [];
    session.subscribe(() => seen.push(session.user));
    session.comeBack();
    expect(seen).toEqual([undefined]);
    expect(await session.fetch()).toEqual({ ready: true, unsure: 'failing' });
  });
});

test('a page that comes back stays theirs where the device stores nothing, unless the server says otherwise', async () => {
  const session = await signedIn(forbiddenStorage);
  const seen: unknown[] = [];
  session.subscribe(() => seen.push(session.user?.id));
  session.comeBack();
  await session.fetch();
  expect(seen).toEqual([ada.id]);
});
