import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { log } from '../../../../src/platform/server/log.ts';

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void written.push(line));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('a line is JSON with time, level, event and fields', () => {
  log('error', 'request', { requestId: 'r1', route: 'note', status: 500, ms: 12, error: new Error('two\nlines') });
  expect(written).toHaveLength(1);
  expect(written[0]).not.toContain('\n');
  const line = JSON.parse(written[0] ?? '') as Record<string, unknown>;
  expect(line).toMatchObject({ level: 'error', event: 'request', requestId: 'r1', route: 'note', status: 500, ms: 12 });
  expect(Date.parse(String(line['time']))).toBeGreaterThan(0);
  expect(line['error']).toContain('two');
});

test.each([
  ['an e-mail address', 'The address ada@example.org is taken', 'ada'],
  ['an IPv4 address', 'refused by 203.0.113.7 at once', '203.0'],
  ['an IPv6 address', 'refused by 2001:db8::17 at once', 'db8'],
  ['a query', 'GET https://x.example/reset?token=abcdefgh failed', 'abcdefgh'],
  ['a bearer token', 'sent Authorization: Bearer abc.def-ghi', 'abc.def'],
  ['a token in words', '{"token":"abcdefghijk"}', 'abcdefghijk'],
  ['a password in an address', 'redis://user:hunter22@store.example:6379', 'hunter22'],
])('%s is not logged', (_, text, secret) => {
  log('warn', 'a call failed', { error: text, cause: new Error(text), deep: { list: [text] } });
  expect(written.join()).not.toContain(secret);
});

test('useful details are logged', () => {
  const text = 'ECONNREFUSED 127.0.0.1:81 at file:///app/node_modules/@upstash/redis/a.mjs:12:34 at 04:52:35';
  log('warn', 'a call failed', { error: text });
  expect(written[0]).toContain(text);
});

test('LOG_LEVEL sets the lowest level, and by default successes are not logged', () => {
  log('info', 'request');
  expect(written).toEqual([]);
  vi.stubEnv('LOG_LEVEL', 'info');
  log('info', 'request');
  expect(written).toHaveLength(1);
  vi.stubEnv('LOG_LEVEL', 'error');
  log('warn', 'request');
  expect(written).toHaveLength(1);
});
