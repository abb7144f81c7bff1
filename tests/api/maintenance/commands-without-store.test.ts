import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir, signal, startTime } from '../../../netlify/local/data-dir.ts';
import { startRedis } from '../../../netlify/local/redis/redis.ts';
import { nowhere } from '../../support/servers/origin.ts';
import { projectRoot } from '../../support/builds/site-builds.ts';

let dir: string;
beforeEach(async () => (dir = await mkdtemp(path.join(tmpdir(), 'commonplace-commands-'))));
afterEach(() => rm(dir, { recursive: true, force: true }));

type Ended = { code: unknown; printed: string[] };

/** The output of a command of the project, without Node's own warnings, and its exit code. */
function run(script: string, env: Record<string, string>): Promise<Ended> {
  const args = ['--disable-warning=ExperimentalWarning', path.join(projectRoot, script)];
  const own = { PATH: process.env.PATH, DATA_DIR: dir, CACHE_DIR: path.join(dir, 'cache'), SMTP_URL: '', ...env };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: dir, env: own }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, printed: `${stdout}${stderr}`.split('\n').filter(Boolean) }),
    );
  });
}

/** A store where nothing listens. */
const away = {
  UPSTASH_REDIS_REST_URL: nowhere,
  UPSTASH_REDIS_REST_TOKEN: 'none',
  SESSION_SECRET: 'a secret of the tests, long enough for all',
  PORT: '0',
};

test.each([
  ['doctor', 'netlify/local/doctor.ts', /^The store at http:\/\/[\d.]+(:\d+)? cannot be reached: .*\.$/],
  ['start', 'netlify/local/start.ts', /^The store at http:\/\/[\d.]+(:\d+)? cannot be reached: .*\.$/],
  ['build', 'netlify/build/build.ts', /^The build failed: The store cannot be reached\.$/],
  ['rollback', 'netlify/local/rollback.ts', /no.*release/i],
])('%s says in one sentence that its store is down', { timeout: 120_000 }, async (_, script, sentence) => {
  const { code, printed } = await run(script, away);
  expect(printed).toEqual([expect.stringMatching(sentence)]);
  expect(code).toBe(1);
});

test.each(['doctor', 'backup'])(
  'the command %s creates no store where there is none',
  { timeout: 120_000 },
  async (name) => {
    const { code, printed } = await run(`netlify/local/${name}.ts`, {
      DATA_DIR: path.join(dir, 'misspelt'),
      BACKUP_RECIPIENT: 'age1abc',
    });
    expect(printed).toEqual([expect.stringMatching(/^There is no store under .*misspelt: name its folder .*\.$/)]);
    expect(code).toBe(1);
    expect(await readdir(dir)).toEqual([]);
  },
);

test('of many starts that find the lock of a killed process, one gets the folder', async () => {
  for (let round = 0; round < 6; round += 1) {
    await writeFile(path.join(dir, 'lock'), JSON.stringify({ pid: 999_999_999, startedAt: '1' }));
    const start = async (turns: number) => {
      for (let turn = 0; turn < turns; turn += 1) await readdir(dir);
      return lockDataDir(dir);
    };
    const starts = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6, 8].map(start));
    const [won, ...others] = starts.filter((one) => one.status === 'fulfilled');
    expect(others).toEqual([]);
    expect(won).toBeDefined();
    await won?.value();
  }
});

test('a folder that a process of the previous version uses is refused until that has ended', async () => {
  const lock = (startedAt: string) =>
    writeFile(path.join(dir, 'lock'), JSON.stringify({ pid: process.pid, startedAt }));
  await lock(await startTime(process.pid));
  for (const _ of [1, 2]) await expect(lockDataDir(dir)).rejects.toThrow(` is in use by process ${process.pid}: stop`);
  // Another process has its id now.
  await lock('1');
  await (
    await lockDataDir(dir)
  )();
});

test('a folder that a process of another container uses is refused, although its id means nothing here', async () => {
  const unlock = await lockDataDir(dir);
  await writeFile(path.join(dir, 'lock'), JSON.stringify({ pid: 999_999_999, startedAt: '1', host: 'other' }));
  await expect(lockDataDir(dir)).rejects.toThrow(/ is in use by process 999999999 of other: stop it first/);
  await unlock();
  await (
    await lockDataDir(dir)
  )();
});

test('the doctor leaves alone a store that the running product is restarting', { timeout: 120_000 }, async () => {
  const unlock = await lockDataDir(dir);
  await mkdir(path.join(dir, 'redis'));
  await writeFile(path.join(dir, 'redis/redis.pid'), '');
  const { code, printed } = await run('netlify/local/doctor.ts', {});
  expect(printed).toEqual([expect.stringMatching(/^The store under .* does not answer: .*\.$/)]);
  expect(code).toBe(1);
  await unlock();
});

test('the doctor says if a store does not respond', { timeout: 120_000 }, async () => {
  const server = await startRedis({ dir: path.join(dir, 'redis') });
  try {
    expect(await readFile(path.join(dir, 'redis/redis.pid'), 'utf8')).toContain(String(server.pid));
    signal(server.pid, 'SIGSTOP');
    const { code, printed } = await run('netlify/local/doctor.ts', {});
    expect(printed).toEqual([expect.stringMatching(/^The store under .* does not answer: .*\.$/)]);
    expect(code).toBe(1);
  } finally {
    signal(server.pid, 'SIGCONT');
    await server.stop();
  }
});
