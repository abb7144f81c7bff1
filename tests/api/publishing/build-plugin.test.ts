import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { onError, onPostBuild, onPreBuild, onSuccess } from '../../../netlify/build/plugin/index.mjs';
import { beginBuild, publishingState } from '../../../src/publishing/server/store/publishing.ts';
import { startStore, type TestStore } from '../../support/store.ts';
import { claimBuild } from '../../support/claim-build.ts';

let store: TestStore;
let dir: string;

beforeAll(async () => {
  store = await startStore();
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-plugin-'));
  vi.stubEnv('UPSTASH_REDIS_REST_URL', store.url);
  vi.stubEnv('UPSTASH_REDIS_REST_TOKEN', store.token);
  vi.stubEnv('SESSION_SECRET', 'a secret of the tests, long enough for all');
});
beforeEach(() => store.redis.flushall());
afterEach(() => onError({ error: new Error('The test is over.') }));
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.stop();
  await rm(dir, { recursive: true, force: true });
});

const state = () => publishingState(store.redis);
const constants = () => ({ PUBLISH_DIR: path.join(dir, 'dist') });

/** Runs the platform's builder up to the build itself; returns the build's id. */
async function start(context: string, buildId: string): Promise<string> {
  vi.stubEnv('CONTEXT', context);
  vi.stubEnv('BUILD_ID', buildId);
  const netlifyConfig = { build: { environment: { BUILD_ID: '' } } };
  const utils = { cache: { restore: () => Promise.resolve(false) } };
  await onPreBuild({ utils, constants: constants(), netlifyConfig });
  return netlifyConfig.build.environment.BUILD_ID;
}

test('a build’s claim is kept while the platform prepares it, and ends if the deploy fails', async () => {
  await claimBuild(store.redis, 1);
  const buildId = await start('production', '6743a1');
  expect(buildId).toBe('6743a1');
  await expect.poll(() => store.redis.ttl('publish:waiting')).toBeGreaterThan(60);
  await beginBuild(store.redis, { buildId, now: new Date() });
  await onError({ error: new Error('The upload failed.') });
  expect(await state()).toMatchObject({
    building: null,
    failure: { buildId: '6743a1', message: 'The upload failed.', attempts: 1 },
  });
});

test('a build without an id gets one and keeps it', async () => {
  const buildId = await start('production', '0');
  expect(buildId).toMatch(/^b/);
  await onError({ error: new Error('No.') });
  expect((await state()).failure?.buildId).toBe(buildId);
});

test('a deploy preview claims and publishes nothing, and its failure is not recorded', async () => {
  await claimBuild(store.redis, 60);
  await start('deploy-preview', '6743a2');
  await writeFile(`${constants().PUBLISH_DIR}.json`, JSON.stringify({ buildId: '6743a2', revision: 7 }));
  await onSuccess({ constants: constants() });
  await onError({ error: new Error('No.') });
  expect(await state()).toMatchObject({ waiting: true, published: null, failure: null });
});

test('the deploy that is live is recorded as published', async () => {
  await start('production', '6743a3');
  await writeFile(`${constants().PUBLISH_DIR}.json`, JSON.stringify({ buildId: '6743a3', revision: 7 }));
  await onSuccess({ constants: constants() });
  expect((await state()).published).toMatchObject({ buildId: '6743a3', revision: 7 });
});

test('files are sent with their page’s content security policy as the last header', async () => {
  const html = `<html><head><meta http-equiv="content-security-policy" content="default-src 'self'; script-src 'sha256-a';"><meta charset="utf-8">`;
  await mkdir(constants().PUBLISH_DIR);
  await writeFile(path.join(constants().PUBLISH_DIR, '404.html'), html);
  const headers = [{ for: '/*', values: { 'Content-Security-Policy': "frame-ancestors 'none'" } }];
  const utils = { cache: { save: () => Promise.resolve(true) } };
  await onPostBuild({ utils, constants: constants(), netlifyConfig: { headers } });
  expect(headers.at(-1)).toEqual({
    for: '/*',
    values: { 'Content-Security-Policy': "default-src 'self'; script-src 'sha256-a'; frame-ancestors 'none'" },
  });
});
