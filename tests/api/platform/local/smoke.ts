import { expect, test } from 'vitest';
import { origin } from '../../../support/servers/origin.ts';

/** Sends a request to the platform under test. `path` starts with a slash. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

function jsonFrom(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    throw new Error(`The platform answered: ${answer.slice(0, 500)}`);
  }
}

/**
 * The calls whose responses depend on the platform between client and function: routes and their parameters, methods,
 * bodies, cookies and statuses. Every platform that serves our functions has to pass.
 */
export function smoke(send: Send): void {
  let cookie = '';
  let uuid = '';
  const text = `Ünïcode 読書 👩‍👩‍👧‍👦 ${'long '.repeat(20_000)}`;

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await send(path, {
      method,
      headers: {
        ...(method === 'GET' || method === 'HEAD' ? {} : { Origin: origin }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(cookie ? { Cookie: cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = await response.text();
    return { response, status: response.status, body: answer ? jsonFrom(answer) : undefined };
  }

  test('a visitor has an empty session, cacheable by the CDN but not by browsers', async () => {
    const { response, status, body } = await call('GET', '/api/_auth/session', undefined, { Accept: 'text/json' });
    expect([status, body]).toEqual([200, {}]);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(response.headers.get('Netlify-Vary')).toBe('cookie=__Host-session');
  });

  test('signing up sets the session cookie as one header', async () => {
    const person = { email: 'smoke@example.org', handle: 'smoke', password: 'a long enough passphrase' };
    const { response, status } = await call('POST', '/api/auth/signup', person);
    expect(status).toBe(201);
    const cookies = response.headers.getSetCookie();
    expect(cookies).toEqual([expect.stringMatching(/^__Host-session=.+; HttpOnly; SameSite=Lax; Secure$/)]);
    cookie = cookies[0]?.split(';')[0] ?? '';
  });

  test('the cookie identifies the user', async () => {
    const { body } = await call('GET', '/api/_auth/session');
    expect(body).toMatchObject({ user: { handle: 'smoke' } });
  });

  test('a long body in every script arrives unchanged', async () => {
    const { response, status, body } = await call('POST', '/api/notes', {
      title: 'Über 読書',
      body: text,
      tags: ['smoke'],
    });
    expect(status).toBe(201);
    const { note, path } = body as { note: { uuid: string; body: string }; path: string };
    expect(note.body).toBe(text.normalize('NFC'));
    expect(response.headers.get('Location')).toBe(path);
    expect(decodeURIComponent(path)).toBe(`/note/detail/${note.uuid}/uber-読書`);
    uuid = note.uuid;
  });

  test('a path parameter reaches the function', async () => {
    const { status, body } = await call('GET', `/api/notes/${uuid}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ note: { uuid }, author: { handle: 'smoke' } });
  });

  test('a picture is drawn, with the native module and fonts outside the bundle', async () => {
    const response = await send(`/note/image/${uuid}/1.png`, {});
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(5000);
  });

  test('the query string reaches the function', async () => {
    expect((await call('GET', '/api/notes?tag=smoke&author=smoke')).body).toMatchObject({
      notes: [{ uuid }],
      next: null,
    });
  });

  test('a parameter within a path segment reaches the function, and packages outside the bundle are found', async () => {
    const { status, body } = await call('GET', '/api/_icon/simple-icons.json?icons=wikipedia');
    expect(status).toBe(200);
    expect(body).toMatchObject({ prefix: 'simple-icons', icons: { wikipedia: { width: 24 } }, not_found: [] });
    expect((await call('GET', '/api/_icon/search?q=wikipedia')).status).toBe(200);
  });

  test('a stale edit is 409 with the current note', async () => {
    const { response, status, body } = await call('PATCH', `/api/notes/${uuid}`, { rev: 7, title: 'Late' });
    expect(status).toBe(409);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
    expect(body).toMatchObject({ current: { uuid, rev: 1 } });
  });

  test('malformed JSON is 400', async () => {
    expect((await call('POST', '/api/notes', '{"title":')).status).toBe(400);
  });

  test('a request from another site is 403', async () => {
    const { status } = await call('POST', '/api/notes', { title: 'x' }, { Origin: 'https://evil.example' });
    expect(status).toBe(403);
  });

  test('a wrong method is 405 from our code, with the allowed ones', async () => {
    const { response, status } = await call('PUT', '/api/notes', {});
    expect([status, response.headers.get('Allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
  });

  test('HEAD has no body', async () => {
    const { status, body } = await call('HEAD', '/api/publish');
    expect([status, body]).toEqual([200, undefined]);
  });

  test('an id that is not a UUID is 404 with the path', async () => {
    const { status, body } = await call('GET', '/api/notes/caf%C3%A9');
    expect(status).toBe(404);
    expect(body).toMatchObject({ detail: 'Page Not Found: /api/notes/caf%C3%A9' });
  });

  test('a deletion is 204 without a body, and the note is 410 from then on', async () => {
    const removed = await call('DELETE', `/api/notes/${uuid}`);
    expect([removed.status, removed.body]).toEqual([204, undefined]);
    expect((await call('GET', `/api/notes/${uuid}`)).status).toBe(410);
  });

  test('signing out clears the cookie, and a copy of it is useless', async () => {
    const { response, body } = await call('DELETE', '/api/_auth/session');
    expect(body).toEqual({ loggedOut: true });
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-session=; .*Max-Age=0/)]);
    expect((await call('GET', '/api/_auth/session')).body).toEqual({});
  });
}
