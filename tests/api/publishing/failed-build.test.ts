import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildCommand } from '../../../netlify/local/publishing/build-service.ts';
import { projectRoot } from '../../support/builds/site-builds.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-failed-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

type Ended = { code: unknown; stderr: string };

function build(env: Record<string, string>): Promise<Ended> {
  const [program = '', ...args] = buildCommand;
  const place = { PATH: process.env.PATH, CACHE_DIR: path.join(dir, 'cache'), OUT_DIR: path.join(dir, 'out') };
  return new Promise((resolve) => {
    execFile(program, args, { cwd: projectRoot, env: { ...place, ...env } }, (error, _, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
}

test('a build with missing settings names them before it starts', async () => {
  const ended = await build({});
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('The build failed: UPSTASH_REDIS_REST_URL is missing');
  expect(existsSync(path.join(dir, 'cache/renderer'))).toBe(false);
});

test('a build that cannot reach its store says so before it compiles anything', async () => {
  const ended = await build({
    UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:1',
    UPSTASH_REDIS_REST_TOKEN: 'none',
    SESSION_SECRET: 'a secret of the tests, long enough for all',
  });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('The build failed: The store');
  expect(existsSync(path.join(dir, 'cache/renderer'))).toBe(false);
  expect(existsSync(path.join(dir, 'out'))).toBe(false);
});
