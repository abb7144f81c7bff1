import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { environment } from '../../../../src/platform/server/env.ts';

const complete = {
  UPSTASH_REDIS_REST_URL: 'https://store.example',
  UPSTASH_REDIS_REST_TOKEN: 'token',
  SESSION_SECRET: 'x'.repeat(32),
};
const problemsOf = (source: Record<string, string>) => {
  try {
    environment(source);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};

describe('environment', () => {
  test('requires only the store and the secret', () => {
    expect(environment(complete)).toEqual({
      ...complete,
      SITE_URL: expect.stringMatching(/^http:\/\/localhost:8888$/),
      ICON_API_URL: 'https://api.iconify.design',
      SITE_NAME: 'Commonplace',
      PRERENDER_NOTES: 10_000,
      RATE_LIMIT_SCALE: 1,
      PUBLISH_EVERY: 60,
      BACKUP_DAYS: 30,
      EXPORT_HOSTS: [],
      STORAGE_QUOTA_MB: 1024,
      AI_TOKENS_MONTHLY: 2_000_000,
      AI_TOKENS_MONTHLY_PERSON: 100_000,
    });
  });

  test('treats an empty value as unset', () => {
    expect(environment({ ...complete, SITE_NAME: '', BUILD_HOOK_URL: ' ' })).toMatchObject({
      SITE_NAME: 'Commonplace',
    });
    expect(problemsOf({ ...complete, SESSION_SECRET: '' })).toEqual([
      expect.stringMatching(/^SESSION_SECRET is missing/),
    ]);
  });

  test('accepts only exact hosts for exports', () => {
    const hosts = (EXPORT_HOSTS: string) => environment({ ...complete, EXPORT_HOSTS }).EXPORT_HOSTS;
    expect(hosts('NAS.lan, git.lan:3000 192.168.1.5,[fd00::1],cloud.lan:443')).toEqual([
      ...['nas.lan', 'git.lan:3000', '192.168.1.5', '[fd00::1]', 'cloud.lan'],
    ]);
    for (const wrong of ['*.lan', '192.168.1.0/24', 'https://nas.lan', 'ann@nas.lan']) {
      expect(problemsOf({ ...complete, EXPORT_HOSTS: wrong })).toEqual([
        expect.stringMatching(/^EXPORT_HOSTS names hosts/),
      ]);
    }
  });

  test('reports all problems at once, one clear sentence each', () => {
    const problems = problemsOf({ SITE_URL: 'commonplace.dev', RATE_LIMIT_SCALE: 'fast', SESSION_SECRET: 'short' });
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual([
      'RATE_LIMIT_SCALE',
      'SESSION_SECRET',
      'SITE_URL',
      'UPSTASH_REDIS_REST_TOKEN',
      'UPSTASH_REDIS_REST_URL',
    ]);
    for (const problem of problems) expect(problem).toMatch(/\.$/);
  });

  test('never includes a secret in a message', () => {
    expect(problemsOf({ ...complete, SESSION_SECRET: 'hunter2' }).join()).not.toContain('hunter2');
  });

  test('strips the trailing slash of an address', () => {
    expect(environment({ ...complete, SITE_URL: 'https://commonplace.dev/' }).SITE_URL).toBe('https://commonplace.dev');
  });

  test.each(['0', '-1', 'NaN', 'Infinity'])('refuses a rate scale of %s', (RATE_LIMIT_SCALE) => {
    expect(problemsOf({ ...complete, RATE_LIMIT_SCALE })).toHaveLength(1);
  });

  test('has every setting in .env.example, where empty ones are optional or required', async () => {
    const example = await readFile(new URL('../../../../.env.example', import.meta.url), 'utf8');
    const named = Object.fromEntries(
      [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name ?? '', value ?? '']),
    );
    expect(Object.keys(named)).toEqual(expect.arrayContaining(Object.keys(environment(complete))));
    expect(problemsOf({ ...named, ...complete })).toEqual([]);
  });
});
