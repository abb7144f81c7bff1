import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '../support/site-builds.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-failed-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('a build that has no store says so, and ends the compiler that it began with', async () => {
  const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    const env = { PATH: process.env.PATH, CACHE_DIR: path.join(dir, 'cache'), OUT_DIR: path.join(dir, 'out') };
    const program = ['--disable-warning=ExperimentalWarning', 'netlify/build/build.ts'];
    execFile(process.execPath, program, { cwd: projectRoot, env }, (error, _, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('The build failed: UPSTASH_REDIS_REST_URL is missing');
  expect(await readdir(path.join(dir, 'cache/renderer'))).toEqual([]);
  expect(existsSync(path.join(dir, 'out'))).toBe(false);
});
