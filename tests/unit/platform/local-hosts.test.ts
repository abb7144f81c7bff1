import { describe, expect, onTestFinished, test } from 'vitest';
import { openServer } from '../../../netlify/local/server/server.ts';
import { sendRaw } from '../../support/servers/raw-http.ts';

describe('a site', () => {
  async function statusAt(siteUrl: string, host: string): Promise<number> {
    const server = await openServer(0);
    onTestFinished(() => server.stop(0));
    const call = async () => new Response('reached');
    const functions = { match: () => ({ name: 'any', route: '/*', preferStatic: false, call }) };
    const files = { serve: async () => undefined, notFound: async () => new Response(null, { status: 404 }) };
    server.serve({ siteUrl, functions, files, hookToken: 'a-token', onBuildHook: () => undefined });
    return (await sendRaw(server.port, { path: '/api/notes', headers: { Host: host } })).status;
  }

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io:81', 'evil.localhost.', 'xn--e1afmkfd.test'])(
    'on this machine only is not served to a page whose host name %s points to this machine',
    async (host) => expect(await statusAt('http://localhost', host)).toBe(421),
  );

  test.each([
    'localhost',
    '127.0.0.1',
    '[::1]:81',
    '192.168.1.5:81',
    'nas',
    'nas.local',
    'my.localhost',
    'host.docker.internal',
    'nas.home.arpa',
    '',
  ])('on this machine only is served as %j', async (host) =>
    expect(await statusAt('http://localhost', host)).toBe(200),
  );

  test('for others is served under any name that a proxy uses', async () => {
    expect(await statusAt('https://notes.example.org', 'app.internal.example')).toBe(200);
  });
});
