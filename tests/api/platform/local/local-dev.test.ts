import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../../../support/app.ts';
import { withLongTimeout } from '../../../support/long-timeout.ts';

const projectDir = path.resolve(import.meta.dirname, '../../../..');
let dir: string;
let url: string;
let child: ChildProcess;
let printed = '';

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-dev-'));
  url = `http://localhost:${await freePort()}`;
  const env = { ...process.env, DATA_DIR: dir, PORT: new URL(url).port, SITE_URL: url, NODE_ENV: 'development' };
  // Astro serves no pages if vitest's own variable is set.
  const { VITEST: _, ...plain } = env as Record<string, string | undefined>;
  child = spawn(process.execPath, ['netlify/local/dev.ts', '--empty'], { cwd: projectDir, env: plain });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
});
afterEach(async () => {
  if (child.exitCode === null && child.kill('SIGINT')) await once(child, 'exit');
  await rm(dir, { recursive: true, force: true });
});

function write(at: string, body: object, cookie = ''): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Origin: url, Cookie: cookie };
  return fetch(url + at, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function read(at: string): Promise<string> {
  return (await fetch(url + at, { headers: { Accept: 'text/html' } })).text();
}

test('pages are rendered from source, and a new note appears without a build', async () => {
  await vi.waitFor(() => expect(printed).toContain(`ready ${url}`), withLongTimeout);
  const person = { email: 'ada@example.org', handle: 'ada_reads', password: 'a long enough passphrase' };
  const cookie = (await write('/api/auth/signup', person)).headers.getSetCookie()[0]?.split(';')[0];
  const written = await write('/api/notes', { title: 'Written while developing', body: 'Now.' }, cookie);
  const { path: at } = (await written.json()) as { path: string };
  expect(await read(at)).toContain('Written while developing');
  await vi.waitFor(async () => expect(await read('/note/list/1')).toContain(at), withLongTimeout);
  expect((await fetch(`${url}/no/such/page`, { headers: { Accept: 'text/html' } })).status).toBe(404);
  // No route has this path, and the body must still be readable for whatever handles it.
  expect((await write('/no/such/page', { text: 'Hello.' })).status).toBe(404);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
