import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { compileFunctions, loadFunctions } from '../../../../netlify/local/functions/bundles.ts';
import { connectTo } from '../../../../netlify/local/redis/gateway.ts';
import { findRedis } from '../../../../netlify/local/setup/programs.mjs';
import { freePort, startApp, type App } from '../../../support/app.ts';
import { placeRelease } from '../../../support/builds/placed-release.ts';
import { withLongTimeout } from '../../../support/long-timeout.ts';

/** How `npm run serve` works for other people, with a store run by somebody else. */
const siteUrl = 'https://notes.example.org';
let dir: string;
let storePort: number;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-serve-'));
  storePort = await freePort();
  await placeRelease(dir, siteUrl);
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await rm(dir, { recursive: true, force: true });
});

async function serve(env: Record<string, string>): Promise<App> {
  const app = await startApp({ args: ['--serve'], dataDir: dir, env: { SITE_URL: siteUrl, ...env } });
  stops.push(app.stop);
  return app;
}

/** The output of a start that cannot work, after it has exited. */
async function refusal(env: Record<string, string>): Promise<string> {
  const error = await serve(env).catch((reason: unknown) => reason);
  const [head = '', ...printed] = error instanceof Error ? error.message.split('\n') : [];
  expect(head).toMatch(/ended with code [1-9]/);
  return printed.filter(Boolean).join('\n');
}

/** A Redis with a password that accepts only TLS, with a self-signed certificate for localhost. */
async function foreignStore(): Promise<{
  url: string;
  env: Record<string, string>;
  start: () => Promise<ChildProcess>;
}> {
  const inDir = (name: string) => path.join(dir, name);
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2', '-nodes'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', inDir('key.pem'), '-out', inDir('cert.pem'), ...subject],
    { stdio: 'ignore' },
  );
  const listen = ['--port', '0', '--tls-port', String(storePort), '--bind', '127.0.0.1', '--tls-auth-clients', 'no'];
  const files = ['--tls-cert-file', inDir('cert.pem'), '--tls-key-file', inDir('key.pem'), '--dir', dir];
  const start = async () => {
    const child = spawn(
      findRedis() ?? '',
      [...listen, ...files, '--requirepass', 'open sesame', '--appendonly', 'yes'],
      {
        stdio: 'ignore',
      },
    );
    stops.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    return child;
  };
  const url = `rediss://:${encodeURIComponent('open sesame')}@localhost:${storePort}/1`;
  return { url, env: { NODE_EXTRA_CA_CERTS: inDir('cert.pem') }, start };
}

async function signUp(app: App, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${app.url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: siteUrl, ...headers },
    body: JSON.stringify({ email: 'ada@example.org', handle: 'ada_reads', password: 'a long enough passphrase' }),
  });
  await response.body?.cancel();
  return response.status;
}

const statusOf = async (app: App, at: string) => (await fetch(app.url + at, { redirect: 'manual' })).status;

test('it uses a remote Redis with TLS and a password, and pages still work while that is down', async () => {
  const store = await foreignStore();
  const first = await store.start();
  await writeFile(path.join(dir, 'store-url'), `${store.url}\n`);
  const env = { ...store.env, REDIS_URL_FILE: path.join(dir, 'store-url'), SIGNUP_WITHOUT_MAIL: 'on' };
  const app = await serve(env);
  expect(app.output()).toMatch(/^SMTP_URL is not set: no mail is sent.*\.$/m);
  expect(await signUp(app)).toBe(201);
  expect(await statusOf(app, '/readyz')).toBe(200);

  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(await statusOf(app, '/')).toBe(200);
  expect(await statusOf(app, '/healthz')).toBe(200);
  expect(await statusOf(app, '/readyz')).toBe(503);

  await store.start();
  await vi.waitFor(async () => expect(await statusOf(app, '/readyz')).toBe(200), withLongTimeout);
  expect(await signUp(app)).toBe(409);
  expect(await app.stop()).toBe(0);
});

test('without mail nobody can sign up, which is said at the start, and there is no mailbox', async () => {
  const app = await serve({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: 'loopback' });
  const sentences = app.output().trim().split('\n').slice(0, -1);
  expect(sentences).toEqual([expect.stringMatching(/^SMTP_URL is not set, so nobody can open an account: .*\.?$/)]);
  expect(await statusOf(app, '/_mail')).not.toBe(200);
  // Each client behind the proxy has its own rate limits, and cannot use up another's.
  const from = (client: string) => signUp(app, { 'X-Forwarded-For': client });
  for (let tries = 0; tries < 5; tries += 1) expect(await from('198.51.100.1')).toBe(403);
  expect(await from('198.51.100.1')).toBe(429);
  expect(await from('198.51.100.1, 198.51.100.2')).toBe(403);
  expect(await from('198.51.100.2, 198.51.100.1')).toBe(429);
});

test('npm start at a public address has neither a mailbox nor open metrics: behind a plain proxy anybody would read them', async () => {
  const app = await startApp({ args: ['--empty'], dataDir: dir, env: { SITE_URL: siteUrl } });
  stops.push(app.stop);
  expect(app.output()).toMatch(/^SMTP_URL is not set, so nobody can open an account: /m);
  // What a proxy sends that passes on no host name and no client.
  expect(await statusOf(app, '/_mail')).toBe(404);
  expect(await statusOf(app, '/metrics')).toBe(401);
});

test('others can reach it at HOST, local pages stay local, and it needs no host name of its own', async () => {
  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal);
  const shell = '<head><!--head--><!--/head--></head><!--content--><!--/content-->';
  await writeFile(path.join(dir, 'releases/b0-placed/404.html'), shell);
  const app = await serve({ HOST: '0.0.0.0' });
  const { port } = new URL(app.url);
  expect(await statusOf(app, '/')).toBe(200);
  // The page about local problems is a file of the site, with no link to it from here.
  const missing = await fetch(`${app.url}/note/detail/00000000-0000-4000-8000-000000000000/none`);
  expect([missing.status, missing.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
  if (!own) return;
  expect((await fetch(`http://${own.address}:${port}/`)).status).toBe(200);
  expect((await fetch(`http://${own.address}:${port}/metrics`)).status).toBe(401);
});

test('a store that refuses the login, an unusable site address and a wrong host are reported in one sentence each', async () => {
  const at = (url: string) => ({ REDIS_URL: url });
  expect(await refusal(at(`redis://me:hidden@127.0.0.1:${storePort}`))).toMatch(
    new RegExp(
      `^The store at 127\\.0\\.0\\.1:${storePort} cannot be reached \\(.*\\): check REDIS_URL and whether it runs\\.$`,
    ),
  );
  const child = spawn(findRedis() ?? '', ['--port', String(storePort), '--requirepass', 'open sesame', '--save', ''], {
    stdio: 'ignore',
  });
  stops.push(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await vi.waitFor(
    async () => (await connectTo(`redis://:${encodeURIComponent('open sesame')}@127.0.0.1:${storePort}`)).close(),
    withLongTimeout,
  );
  const wrong = await refusal(at(`redis://:hidden@127.0.0.1:${storePort}`));
  expect(wrong).toBe(`The store at 127.0.0.1:${storePort} refused the password: check REDIS_URL.`);
  expect(await refusal(at(`redis://127.0.0.1:${storePort}`))).toMatch(
    new RegExp(`^The store at 127\\.0\\.0\\.1:${storePort} refused \\(NOAUTH.*\\): check REDIS_URL, .*\\.$`),
  );
  const store = await connectTo(`redis://:${encodeURIComponent('open sesame')}@127.0.0.1:${storePort}`);
  await store.run(['REPLICAOF', '127.0.0.1', '1']);
  await store.close();
  expect(await refusal(at(`redis://:${encodeURIComponent('open sesame')}@127.0.0.1:${storePort}`))).toMatch(
    new RegExp(`^The store at 127\\.0\\.0\\.1:${storePort} takes no writes \\(READONLY .*\\): name one that does\\.$`),
  );
  expect(await refusal({ SITE_URL: 'http://notes.example.org' })).toMatch(
    /^SITE_URL must be the address that people open.*\.$/,
  );
  expect(await refusal({ HOST: '192.0.2.1' })).toBe('HOST is 192.0.2.1, which is no address of this machine.');
});

test('output compiled from this code is loaded without bundling, and output of other code is not', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'commonplace-compiled-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const source = (says: string) =>
    writeFile(path.join(root, 'functions/say.ts'), `export default () => new Response('${says}');`);
  for (const folder of ['functions', 'src']) await mkdir(path.join(root, folder));
  await writeFile(path.join(root, 'package-lock.json'), '{"packages":{}}');
  const places = { directory: path.join(root, 'functions'), projectDir: root };
  const cacheDir = path.join(root, 'cache');
  const said = async () => {
    const [one] = await loadFunctions({ ...places, cacheDir });
    return ((await one?.handler(new Request('http://localhost/'), {} as never)) as Response).text();
  };
  await source('first');
  await compileFunctions(places);
  expect(await said()).toBe('first');
  // Nothing was bundled for it.
  expect(existsSync(cacheDir)).toBe(false);
  await source('second');
  expect(await said()).toBe('second');
});
