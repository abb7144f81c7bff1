import { describe, expect, test } from 'vitest';
import { cookie, readCookie } from '../../../../src/platform/server/http/endpoint.ts';

const withCookies = (header: string) => new Request('https://x.example', { headers: { Cookie: header } });

describe('readCookie', () => {
  test.each([
    ['a=1', '1'],
    ['b=2; a=1', '1'],
    ['b=2;a=1 ;c=3', '1'],
    ['a=x=y', 'x=y'],
    ['a=', ''],
    ['aa=1', undefined],
    ['a', undefined],
    ['A=1', undefined],
    ['', undefined],
  ])('in %j the value of a is %j', (header, value) => {
    expect(readCookie(withCookies(header), 'a')).toBe(value);
  });

  test('a request without cookies has none', () => {
    expect(readCookie(new Request('https://x.example'), 'a')).toBeUndefined();
  });
});

test('a cookie is limited to this site, hidden from scripts, and secure if the site is', () => {
  expect(cookie('a', '1', { maxAge: 60, secure: true })).toBe(
    'a=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
  expect(cookie('a', '1', { maxAge: 0, secure: false })).toBe('a=1; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
});
