import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSchema } from '../../../src/maintenance/schema/schema.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { lockDataDir } from '../../../netlify/local/data-dir.ts';
import { freePort, startApp } from '../../support/app.ts';
import { startApi, type Api } from '../../support/api.ts';
import { startNightlyBackup, contentOf } from '../../support/backups.ts';
import { placeRelease } from '../../support/builds/placed-release.ts';
import { startStore, type TestStore } from '../../support/store.ts';

const root = path.resolve(import.meta.dirname, '../../..');
let api: Api;
let empty: TestStore;
let dir: string;

beforeAll(async () => {
  [api, empty, dir] = await Promise.all([
    startApi(),
    startStore(),
    mkdtemp(path.join(tmpdir(), 'commonplace-backup-')),
  ]);
  await openSchema(api.store.redis);
  const ada = await api.signUp('ada');
  const body = { title: 'Kept', body: 'What is to be kept.', tags: ['kept'] };
  await api.call('POST', '/api/notes', { cookie: ada.cookie, body });
  await api.settled();
});
afterAll(async () => {
  await Promise.all([api.stop(), empty.stop()]);
  await rm(dir, { recursive: true, force: true });
});

/** Runs a command as npm does, with only the given environment, and returns its output. */
async function run(
  command: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ ok: boolean; said: string }> {
  const options = { cwd: dir, env: { PATH: process.env['PATH'], HOME: dir, ...env } };
  const file = path.join(root, 'netlify/local', `${command}.ts`);
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args], options);
    return { ok: true, said: stdout + stderr };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { ok: false, said: stdout + stderr };
  }
}

const over = ({ url, token }: TestStore) => ({ UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token });

test('a key is created, a backup encrypted with it while the site runs, and restored into another store', async () => {
  const made = await run('backup', ['--make-key'], {});
  const recipient = /BACKUP_RECIPIENT=(age1\S+)/.exec(made.said)?.[1] ?? '';
  await writeFile(path.join(dir, 'key.txt'), made.said);
  const taken = await run('backup', ['one.backup'], { ...over(api.store), BACKUP_RECIPIENT: recipient });
  expect(taken.said).toMatch(/one\.backup: the store as of revision \d+, \d+ keys in \d+ parts, .* MB, encrypted, in/);
  expect((await readFile(path.join(dir, 'one.backup'))).includes('ada@example.org')).toBe(false);

  const restored = await run('restore', ['one.backup', '--key', 'key.txt'], over(empty));
  expect(restored.said).toMatch(/The store is what it was at revision \d+, .*Z: \d+ keys compared/);
  expect(restored.said).toMatch(/Next: start the product, which publishes it, or deploy the site anew/);
  expect(await contentOf(empty.redis)).toEqual(await contentOf(api.store.redis));
  expect(await examine(empty.redis)).toEqual([]);

  const again = await run('restore', ['one.backup', '--key', 'key.txt'], over(empty));
  expect(again).toEqual({ ok: false, said: expect.stringMatching(/^The store is not empty [^\n]*\n$/) });
});

test('an unencrypted backup must be requested explicitly, and never overwrites another', async () => {
  const refused = await run('backup', ['two.backup'], over(api.store));
  expect(refused.ok).toBe(false);
  expect(refused.said).toMatch(
    /^BACKUP_RECIPIENT is not set: make a key with .* or add --plain for a file that anyone/,
  );
  expect((await run('backup', ['two.backup', '--plain'], over(api.store))).said).toContain('not encrypted');
  const over2 = await run('backup', ['two.backup', '--plain'], over(api.store));
  expect(over2).toEqual({ ok: false, said: expect.stringMatching(/two\.backup exists: name another file\.\n$/) });
  expect((await readdir(dir)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
});

test('a backup without enough disk space fails with a message, and no file has its name', async () => {
  await run('backup', ['whole.backup', '--plain'], over(api.store));
  // Writing beyond this size is refused, as on a full disk.
  const blocks = Math.floor((await stat(path.join(dir, 'whole.backup'))).size / 512);
  const file = path.join(root, 'netlify/local/backup.ts');
  const command = `ulimit -f ${blocks}; exec "${process.execPath}" "${file}" cut.backup --plain`;
  const env = { PATH: process.env['PATH'], HOME: dir, ...over(api.store) };
  await expect(promisify(execFile)('sh', ['-c', command], { cwd: dir, env })).rejects.toThrow(/too large|EFBIG/);
  expect((await readdir(dir)).filter((name) => name.startsWith('cut.backup'))).toEqual([]);
});

test('a restore reports pictures that it left out and secrets that the new installation cannot open', async () => {
  const sealed = 'user:u_ada:factor';
  await api.store.redis.hset(sealed, { secret: 'sealed' });
  await run('backup', ['sealed.backup', '--plain'], over(api.store));
  await api.store.redis.del(sealed);
  const data = path.join(dir, 'with-pictures');
  const name = `ab/${'ab'.repeat(16)}-64.webp`;
  await run('restore', ['sealed.backup'], { DATA_DIR: data });
  await mkdir(path.join(data, 'pictures/ab'), { recursive: true });
  await writeFile(path.join(data, 'pictures', name), 'A picture');
  await run('backup', ['pictures.backup', '--plain'], { DATA_DIR: data });
  await empty.redis.flushall();
  const restored = await run('restore', ['pictures.backup'], over(empty));
  expect(restored.said).toMatch(/^1 file of pictures left away, .*PICTURES_DIR/m);
  expect(restored.said).toMatch(/^1 secret .* can be opened only with the SESSION_SECRET of before/m);
});

test('the store under DATA_DIR is restored while the product is stopped, and refused while it runs', async () => {
  await run('backup', ['three.backup', '--plain'], over(api.store));
  const data = path.join(dir, 'data');
  const restored = await run('restore', ['three.backup'], { DATA_DIR: data });
  expect(restored.said).toMatch(/^The store is what it was/);
  expect((await run('doctor', [], { DATA_DIR: data })).said).toContain('The store is sound.');
  const unlock = await lockDataDir(data);
  const refused = await run('restore', ['three.backup'], { DATA_DIR: data });
  expect(refused.said).toMatch(/is in use by process \d+: stop it first, or choose another DATA_DIR\.\n$/);
  await unlock();
});

test('root uses no store of another user, who could not read what root would leave there', async () => {
  const data = path.join(dir, 'of-another-user');
  await run('restore', [path.join(root, 'tests/fixtures/stores/6.backup')], { DATA_DIR: data });
  // Only root can give files away, and for others every folder that they can use is their own.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(data, 65_534, 65_534);
  const { said } = await run('doctor', [], { DATA_DIR: data });
  if (isRoot) expect(said).toMatch(/of-another-user belongs to another user: run this as them, .*\n$/);
  else expect(said).toMatch(/^The store was written by an earlier version/);
});

test('the doctor judges no store of another version', async () => {
  const data = { DATA_DIR: path.join(dir, 'earlier') };
  await run('restore', [path.join(root, 'tests/fixtures/stores/2.backup')], data);
  for (const args of [[], ['--repair']]) {
    const { ok, said } = await run('doctor', args, data);
    expect({ ok, said }).toEqual({
      ok: false,
      said: expect.stringMatching(/^The store was written by an earlier version, [^\n]+\n$/),
    });
  }
});

test('the running product makes a nightly backup that can be restored', async () => {
  const made = await run('backup', ['--make-key'], {});
  await writeFile(path.join(dir, 'nightly.txt'), made.said);
  const [, recipient = ''] = /BACKUP_RECIPIENT=(age1\S+)/.exec(made.said) ?? [];
  const [dataDir, port] = [path.join(dir, 'running'), await freePort()];
  const url = `http://localhost:${port}`;
  await placeRelease(dataDir, url);
  const env = { SITE_URL: url, BACKUP_RECIPIENT: recipient };
  const app = await startApp({ args: ['--empty'], dataDir, port, env });
  try {
    const who = { email: 'ada@example.org', handle: 'ada', password: 'a long enough passphrase' };
    const headers = { Origin: url, 'Content-Type': 'application/json' };
    const signedUp = await fetch(`${url}/api/auth/signup`, { method: 'POST', headers, body: JSON.stringify(who) });
    const Cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    // The owner, who signed up first, is notified after it was verified.
    const told = async () => (await fetch(`${url}/api/backups`, { headers: { Cookie } })).json();
    expect(await told()).toMatchObject({ days: 30, last: null });
    await startNightlyBackup(app);
    await expect.poll(told).toMatchObject({ last: { verifiedAt: expect.any(String) } });
  } finally {
    await app.stop();
  }
  const [kept = ''] = await readdir(path.join(dataDir, 'backups'));
  const anew = { DATA_DIR: path.join(dir, 'anew') };
  const restored = await run('restore', [path.join(dataDir, 'backups', kept), '--key', 'nightly.txt'], anew);
  expect(restored.said).toMatch(/^The store is what it was at revision \d+, .*: \d{2,} keys compared/);
  expect((await run('doctor', [], anew)).said).toContain('The store is sound.');
});

test('invalid and missing backups are reported in one clear sentence each', async () => {
  await writeFile(path.join(dir, 'letter.txt'), 'Dear all');
  for (const [args, says] of [
    [['letter.txt'], /^This is no backup of Commonplace\.\n$/],
    [['nothing.backup'], /nothing\.backup does not exist\.\n$/],
    [[], /^Name the backup: npm run restore file/],
  ] as const) {
    expect(await run('restore', [...args], over(empty))).toEqual({ ok: false, said: expect.stringMatching(says) });
  }
});
