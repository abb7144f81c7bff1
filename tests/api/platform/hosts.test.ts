import { afterAll, describe, expect, test, vi } from 'vitest';
import { hostOf } from '../../../src/platform/server/host.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';

const calls: string[] = [];
let status = 200;
const hook = await startHttpServer((request, response) => {
  calls.push(`${request.method} ${request.url}`);
  response.writeHead(status).end();
});
afterAll(() => hook.stop());

describe.each([
  ['Netlify', { NETLIFY_PURGE_API_TOKEN: 'a token of the tests' }],
  ['one’s own machine', {}],
])('%s', (name, environment) => {
  test('gets builds requested through its hook, and a hook that refuses is a failure', async () => {
    calls.length = 0;
    status = 200;
    await hostOf(environment).deploy(`${hook.url}/hook`);
    expect(calls).toEqual(['POST /hook']);
    status = 503;
    await expect(hostOf(environment).deploy(hook.url)).rejects.toThrow('the build hook answered 503');
  });

  test('purges what it caches in front of functions, if anything', async () => {
    vi.stubEnv('NETLIFY_PURGE_API_TOKEN', 'a token of the tests');
    vi.stubEnv('SITE_ID', 'a-site');
    const asked: string[][] = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
      asked.push((JSON.parse(init?.body as string) as { cache_tags: string[] }).cache_tags);
      return Promise.resolve(new Response(null, { status: 202 }));
    });
    await hostOf(environment).purge(['note-1', 'note-lists']);
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    expect(asked).toEqual(name === 'Netlify' ? [['note-lists'], ['note-1']] : []);
  });
});
