import { describe, expect, test } from 'vitest';
import { StartFailure } from '../../../netlify/local/settings.ts';
import { clientAddress } from '../../../netlify/local/server/http.ts';

/** The client address of a request with this connection and headers, for a site that trusts these proxies. */
function seen(trusted: string | undefined, remoteAddress: string, headers: Record<string, string> = {}): string {
  const socket = { remoteAddress } as Parameters<ReturnType<typeof clientAddress>>[0]['socket'];
  return clientAddress(trusted)({ socket, headers });
}

describe('the address of a client', () => {
  test('is that of the connection if no proxy is trusted, whatever the headers say', () => {
    expect(seen(undefined, '203.0.113.9', { 'x-forwarded-for': '198.51.100.1' })).toBe('203.0.113.9');
    expect(seen('', '::ffff:203.0.113.9')).toBe('203.0.113.9');
  });

  test('is taken from trusted proxies only', () => {
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    expect(seen('loopback', '127.0.0.1', headers)).toBe('198.51.100.1');
    expect(seen('private', '::ffff:172.18.0.3', headers)).toBe('198.51.100.1');
    expect(seen('loopback', '172.18.0.3', headers)).toBe('172.18.0.3');
    expect(seen('2001:db8::/32', '2001:db8::7', { 'x-forwarded-for': '[2001:db9::1]:4711' })).toBe('2001:db9::1');
  });

  test('is the last one that is not a proxy: the client may have forged those before it', () => {
    const headers = { 'x-forwarded-for': '192.0.2.66, 198.51.100.1:52100, 10.0.0.2' };
    expect(seen('private', '10.0.0.1', headers)).toBe('198.51.100.1');
    expect(seen('10.0.0.1', '10.0.0.1', headers)).toBe('10.0.0.2');
  });

  test('is read from one header only, because proxies pass on headers that they do not set', () => {
    const both = { forwarded: 'for=192.0.2.66', 'x-forwarded-for': '198.51.100.1' };
    expect(seen('loopback', '127.0.0.1', both)).toBe('198.51.100.1');
    expect(seen('loopback forwarded', '127.0.0.1', both)).toBe('192.0.2.66');
    const standard = { forwarded: 'for=192.0.2.66, proto=https;For="[2001:db9::1]:4711";by=_x' };
    expect(seen('loopback, forwarded', '127.0.0.1', standard)).toBe('2001:db9::1');
  });

  test('is the proxy’s own if the header contains no address', () => {
    for (const claimed of ['unknown', '_hidden', '', '999.1.1.1', '1']) {
      expect(seen('loopback', '127.0.0.1', { 'x-forwarded-for': claimed }), claimed).toBe('127.0.0.1');
    }
  });
});

test('invalid proxy settings are refused in one sentence', () => {
  for (const word of ['true', '10.0.0.0/99', 'proxy.example.org']) {
    expect(() => clientAddress(word), word).toThrow(StartFailure);
  }
});
