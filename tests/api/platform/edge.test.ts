import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { operations } from '../../../src/app/api-description.ts';
import { loadFunctions, type LoadedFunction } from '../../../netlify/local/functions/bundles.ts';
import { functionHost, type FunctionHost } from '../../../netlify/local/functions/functions.ts';
import { buildHookPath, openServer, type LocalServer, type Site } from '../../../netlify/local/server/server.ts';
import { startMailbox, type Mailbox } from '../../../netlify/local/server/mailbox.ts';
import { noteFrom } from '../../../src/notes/model/note.ts';
import { securityHeaders } from '../../../src/platform/server/http/html.ts';
import { createNote } from '../../../src/notes/server/store/notes.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { sendRaw, type RawAnswer } from '../../support/servers/raw-http.ts';
import { sharedRenderer } from '../../support/builds/site-builds.ts';
import { startStoreFor } from '../../support/platform/smoke-store.ts';
import type { TestStore } from '../../support/store.ts';

/** The server in front of all functions, with requests that no browser sends. */

let siteUrl: string;
const projectDir = path.resolve(import.meta.dirname, '../../..');
const uuid = '01890000-0000-7000-8000-000000000001';
const hook = vi.fn();
let dir: string;
let store: TestStore;
let loaded: LoadedFunction[];
let host: FunctionHost;
let server: LocalServer;
let mailbox: Mailbox;
let site: Site;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-edge-'));
  server = await openServer(0);
  siteUrl = `http://localhost:${server.port}`;
  store = await startStoreFor(siteUrl);
  process.env['RENDERER_ENTRY'] = (await sharedRenderer()).entry;
  const user = { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '', createdAt: new Date(0).toISOString() };
  await createUser(store.redis, user, null);
  const draft = { title: 'On tea', body: 'Text.', tags: ['web'], visibility: 'public' as const };
  await createNote(store.redis, noteFrom(draft, { uuid, authorId: user.id, now: new Date() }));
  loaded = await loadFunctions({
    directory: path.join(projectDir, 'functions'),
    projectDir,
    cacheDir: path.join(dir, 'cache'),
  });
  host = functionHost(loaded, { siteUrl });
  await mkdir(path.join(dir, 'mail'));
  mailbox = await startMailbox(path.join(dir, 'mail'));
  site = {
    siteUrl,
    functions: host,
    files: { serve: async () => undefined, notFound: async () => new Response('Not Found\n', { status: 404 }) },
    hookToken: 'token-of-the-hook',
    onBuildHook: hook,
    mailbox,
  };
}, 300_000);
afterAll(async () => {
  await server.stop(100);
  await host.stop(100);
  await mailbox.stop();
  await store.stop();
  await rm(dir, { recursive: true, force: true });
});

const send = (...[request]: [Parameters<typeof sendRaw>[1]]) => sendRaw(server.port, request);

/** Required on every response; a page may have a stricter policy. */
function expectProtected({ headers }: RawAnswer, what: string): void {
  for (const name of Object.keys(securityHeaders)) expect.soft(headers.get(name), `${name} of ${what}`).not.toBeNull();
}

/** Path segments that no link of the site contains. */
const undecodable = ['%', '%f', '%ff', '%c3%28', '%ed%a0%80'];
const decodable = [
  '%25',
  '%00',
  '%2e%2e%2f%2e%2e',
  '%0d%0aX-Evil:%201',
  '%F0%9F%98%80',
  '%5c',
  '%252e',
  '%25ff',
  '%E2%80%AE',
  'a'.repeat(3000),
  '%25'.repeat(300),
];

test('responses before the site is ready have the security headers too', async () => {
  const answer = await send({ path: '/' });
  expect(answer.status).toBe(503);
  expectProtected(answer, 'the start');
  server.serve(site);
});

describe('percent-encoded paths', () => {
  const forms = () =>
    [
      ...loaded.filter(({ config }) => config.schedule === undefined).flatMap(({ config }) => config.path ?? []),
      ...operations.map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')),
    ].flatMap((form) => {
      const parts = form.split('/');
      // One segment is malformed at a time, the others are valid.
      return parts.flatMap((part, index) =>
        /[:*]/.test(part)
          ? [parts.map((other, at) => (at === index ? other.replace(/:\w+(\(.*\))?|\*/, 'X') : named(other))).join('/')]
          : [],
      );
    });
  const named = (part: string) => part.replace(':uuid', uuid).replace(/^(:\w+|\*)$/, '1');
  const pages = [
    '/u/X',
    '/u/X/_payload.json',
    '/u/X/2/_payload.json',
    '/u/ada/X/_payload.json',
    '/u/ada/comments/X',
    '/u/ada/comments/X/_payload.json',
    '/u/X/feed.xml',
    '/note/list/X/_payload.json',
    `/note/detail/${uuid}/X/_payload.json`,
    `/note/detail/${uuid}/X.md`,
    '/note/detail/X/x/_payload.json',
    '/tag/X/1/_payload.json',
    '/tag/web/X',
    '/tag/X/feed.json',
    '/moderation/log/X',
  ];

  test('that decode to text but name nothing are 404 on every page and in its data', async () => {
    for (const form of pages) {
      for (const part of decodable) {
        const what = form.replace('X', part);
        const answer = await send({ path: what });
        // The title in an address is informational: a wrong one redirects to the right one.
        expect.soft([301, 404], what.slice(0, 90)).toContain(answer.status);
        if (answer.status === 301) expect.soft(answer.headers.get('Location')).toMatch(/\/on-tea(\.md)?$|^\/u\/ada$/);
        expect.soft(answer.headers.get('X-Evil'), what).toBeNull();
        expectProtected(answer, what.slice(0, 90));
      }
    }
  });

  test('that cannot be decoded are 400, and no function address answers 500', { timeout: 300_000 }, async () => {
    expect(forms().length).toBeGreaterThan(40);
    for (const form of [...forms(), ...pages]) {
      for (const part of [...undecodable, '%25', '%00', '%2e%2e', '%0d%0aX-Evil:1']) {
        const what = form.replace('X', part);
        const answer = await send({ path: what });
        expect.soft(answer.status, what).toBeLessThan(500);
        if (undecodable.includes(part)) expect.soft([400, 405], what).toContain(answer.status);
        expectProtected(answer, what);
      }
    }
  });
});

describe('methods', () => {
  const addresses = ['/', '/u/ada', '/api/notes', '/api/none', '/_mail', '/_astro/x.js', buildHookPath('guess')];

  test.each(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'FOO'])(
    '%s is 405 everywhere, with the allowed methods',
    async (method) => {
      for (const at of addresses) {
        const answer = await send({ method, path: at });
        expect.soft(answer.status, at).toBe(405);
        expect.soft(answer.headers.get('Allow'), at).toContain('GET');
        expect.soft(answer.text).not.toMatch(/localhost|Host:/);
        expectProtected(answer, `${method} ${at}`);
      }
    },
  );

  test('malformed requests are refused with the security headers too', async () => {
    for (const [path, status] of [
      ['*', 400],
      ['http://evil.example/', 400],
      ['/\xff', 400],
      [`/${'a'.repeat(20_000)}`, 431],
    ] as const) {
      const answer = await send({ path });
      expect.soft(answer.status, path.slice(0, 20)).toBe(status);
      expectProtected(answer, path.slice(0, 20));
    }
    const large = await send({ method: 'POST', path: '/api/notes', headers: { 'Content-Length': '99999999' } });
    expect(large.status).toBe(413);
    expectProtected(large, 'too large a body');
    const expecting = await send({ path: '/', headers: { Expect: 'magic' } });
    expect(expecting.status).toBe(417);
    expectProtected(expecting, 'an unknown expectation');
  });
});

describe('pages for this machine only', () => {
  test.each(['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via'])(
    'are not served through a proxy for a remote client (%s)',
    async (name) => {
      const headers = { Host: `localhost:${server.port}`, [name]: '198.51.100.9' };
      expect((await send({ method: 'GET', path: '/_mail', headers })).status).toBe(421);
    },
  );

  const addresses = ['/_mail', '/_mail/none', buildHookPath('token-of-the-hook')];

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', 'localhost', '0.0.0.0', ''])(
    'are not served under the name %j',
    async (name) => {
      for (const host of [name, name && `${name}:${server.port}`]) {
        // The right name is its own, at its own port.
        if (host === `localhost:${server.port}`) continue;
        for (const at of addresses) {
          const answer = await send({
            method: at.startsWith('/_mail') ? 'GET' : 'POST',
            path: at,
            headers: { Host: host },
          });
          expect.soft([400, 421], `${host} ${at}`).toContain(answer.status);
          expect.soft(answer.text).not.toContain('Caught mail');
          expectProtected(answer, at);
        }
      }
      expect(hook).not.toHaveBeenCalled();
      const gateway = await sendRaw(Number(new URL(store.url).port), {
        method: 'POST',
        path: '/',
        headers: { Host: name, Authorization: `Bearer ${store.token}` },
      });
      expect([400, 421]).toContain(gateway.status);
    },
  );

  test('are served under its own names', async () => {
    for (const host of [`localhost:${server.port}`, `127.0.0.1:${server.port}`, `[::1]:${server.port}`]) {
      const answer = await send({ path: '/_mail', headers: { Host: host } });
      expect.soft(answer.status, host).toBe(200);
      expectProtected(answer, '/_mail');
    }
    expect((await send({ method: 'POST', path: buildHookPath('token-of-the-hook') })).status).toBe(202);
    expect(hook).toHaveBeenCalledTimes(1);
    expect((await send({ method: 'POST', path: '/_mail' })).status).toBe(405);
  });
});
