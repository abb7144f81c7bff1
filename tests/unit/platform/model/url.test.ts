import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalUrl } from '../../../../src/platform/model/url.ts';

describe('normalUrl', () => {
  test.each([
    ['HTTPS://Example.ORG', 'https://example.org/'],
    ['https://example.org:443/a', 'https://example.org/a'],
    ['http://example.org:80/a', 'http://example.org/a'],
    ['http://example.org:8080/a', 'http://example.org:8080/a'],
    ['https://example.org./a', 'https://example.org/a'],
    ['https://example.org.:8443/a', 'https://example.org:8443/a'],
    ['https://example.org/a///', 'https://example.org/a'],
    ['https://example.org/a/#part', 'https://example.org/a'],
    ['https://example.org/a#:~:text=words', 'https://example.org/a'],
    ['https://example.org/#!/room/1/', 'https://example.org/#!/room/1'],
    ['https://example.org/#/', 'https://example.org/'],
    ['https://example.org/#!/', 'https://example.org/'],
    ['https://example.org/?', 'https://example.org/'],
    ['https://example.org/a?utm_source=x&UTM_Medium=y&id=3&fbclid=z', 'https://example.org/a?id=3'],
    ['https://example.org/a?b=2&a=1&b=1', 'https://example.org/a?a=1&b=2&b=1'],
    ['https://example.org/a?%75tm_source=x', 'https://example.org/a'],
    ['https://example.org/%7euser/%2f/%c3%a9', 'https://example.org/~user/%2F/%C3%A9'],
    ['https://example.org/é', 'https://example.org/%C3%A9'],
    ['https://example.org/a/../b/./c', 'https://example.org/b/c'],
    ['https://Bücher.example/a', 'https://xn--bcher-kva.example/a'],
    ['https://bücher。example/a', 'https://xn--bcher-kva.example/a'],
    ['https://name:secret@example.org/a', 'https://example.org/a'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['  https://example.org/a\n', 'https://example.org/a'],
  ])('%s is %s', (address, normal) => {
    expect(normalUrl(address)).toBe(normal);
  });

  test.each([
    '',
    'example.org',
    '/a',
    'ftp://example.org/',
    'javascript:alert(1)',
    'data:text/html,a',
    'https://',
    'http://./',
    'https://a b/',
  ])('%j is not the address of a page', (address) => {
    expect(normalUrl(address)).toBeUndefined();
  });

  test('keeps what distinguishes pages: scheme, host, port, path and all other parameters', () => {
    const apart = ['http://a.example/', 'https://a.example/', 'https://www.a.example/', 'https://a.example:8443/'];
    const more = ['https://a.example/A', 'https://a.example/a', 'https://a.example/?id=1', 'https://a.example/?id=2'];
    const all = [...apart, ...more, 'https://a.example/?ref=1', 'https://a.example/#/one', 'https://a.example/%2F'];
    expect(new Set(all.map(normalUrl)).size).toBe(all.length);
  });

  const segment = fc.string({ unit: 'binary', maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed()));
  const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
  const pairs = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'q', 'page'), segment), { maxLength: 4 });
  const host = fc.constantFrom('example.org', 'sub.example.org', 'bücher.example', '例え.テスト', '[::1]', '192.0.2.1');

  test('is stable when applied again', () => {
    const addresses = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.webUrl().map((url) => `${url}/..%2e/%25%37e?%`),
    );
    fc.assert(
      fc.property(addresses, (address) => {
        const normal = normalUrl(address);
        expect(normal).toBeDefined();
        expect(normalUrl(normal ?? '')).toBe(normal);
      }),
    );
  });

  test('never throws, and returns an http address', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((text) => `https://${text}`),
        ),
        (text) => {
          const normal = normalUrl(text);
          if (normal === undefined) return;
          expect(normal).toMatch(/^https?:\/\/[^/]/);
          expect(normalUrl(normal)).toBe(normal);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('ignores tracking parameters, fragments, default ports, trailing slashes, user names and parameter order', () => {
    const noise = fc.record({
      tracker: fc.constantFrom('utm_source', 'utm_anything', 'fbclid', 'gclid', 'mc_eid', 'mtm_kwd', 'igshid'),
      fragment: fc.string({ unit: fc.constantFrom('a', '-', '=', '1'), maxLength: 5 }),
      slashes: fc.nat({ max: 3 }),
      user: fc.constantFrom('', 'ann@', 'ann:secret@'),
    });
    fc.assert(
      fc.property(host, path, pairs, noise, (name, at, query, { tracker, fragment, slashes, user }) => {
        const joined = (list: readonly (readonly [string, string])[]) => list.map((pair) => pair.join('=')).join('&');
        const clean = `https://${name}${at}?${joined(query)}`;
        const byName = [...query].sort(([one], [other]) => (one < other ? 1 : -1));
        const orders = new Map<string, string[]>();
        for (const [key, value] of query) orders.set(key, [...(orders.get(key) ?? []), value]);
        const shuffled = byName.map(([key]) => [key, orders.get(key)?.shift() ?? ''] as const);
        const noisy = [...shuffled, [tracker, 'x'] as const];
        const dirty = `HTTPS://${user}${name.toUpperCase()}:443${at}${'/'.repeat(slashes)}?${joined(noisy)}#${fragment}`;
        expect(normalUrl(dirty)).toBe(normalUrl(clean));
      }),
    );
  });
});
