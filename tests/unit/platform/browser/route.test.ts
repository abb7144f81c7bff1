import { describe, expect, test } from 'vitest';
import { mayBeKept } from '../../../../src/platform/model/offline.ts';
import { pictureAddress, pictureSizes } from '../../../../src/pictures/model/addresses.ts';
import { picturesIn } from '../../../../src/platform/worker/html.ts';
import { routeOf } from '../../../../src/platform/worker/pages.ts';

const origin = 'https://example.org';
const routed = (path: string, asked: { method?: string; mode?: RequestMode; headers?: Record<string, string> } = {}) =>
  routeOf(
    {
      method: asked.method ?? 'GET',
      mode: asked.mode ?? 'cors',
      url: path.startsWith('/') ? origin + path : path,
      headers: new Headers(asked.headers),
    },
    origin,
  );

describe('the service worker handles', () => {
  test('page navigations', () => {
    for (const path of ['/', '/note/detail/a/b', '/inbox', '/new?url=https%3A%2F%2Fexample.org', '/no/such/page']) {
      expect(routed(path, { mode: 'navigate' }), path).toBe('page');
    }
  });

  test('hashed files, and calls that it needs to know about', () => {
    expect(routed('/_astro/a.css')).toBe('asset');
    expect(routed('/builds/latest.json?1')).toBe('build');
    expect(routed('/api/_auth/session')).toBe('session');
    expect(routed('/api/_auth/session', { method: 'DELETE' })).toBe('session');
    expect(routed('/api/reading-list?state=toread')).toBe('list');
    expect(routed('/api/notes/a-b/save', { method: 'PUT' })).toBe('save');
    const note = '/api/notes/019ab0b4-0000-7000-8000-000000000000';
    for (const path of ['', '/copy', '/highlights', '/marks']) expect(routed(note + path)).toBe('own');
    expect(routed(`${note}/highlights`, { method: 'POST' })).toBe('other');
    expect(routed('/pictures/abc-400.webp')).toBe('picture');
  });
});

describe('the service worker ignores', () => {
  test('all other requests, in particular writes', () => {
    for (const path of ['/api/notes', '/api/inbox', '/api/notes/a/copy', '/search/index.json']) {
      expect(routed(path), path).toBe('other');
    }
    expect(routed('/api/notes', { method: 'POST' })).toBe('other');
    expect(routed('/', { method: 'POST', mode: 'navigate' })).toBe('other');
  });

  test('downloads, files in other formats, and other sites', () => {
    for (const path of ['/api/export?format=json', '/feed.xml', '/note/detail/a/b.md', 'https://other.example/']) {
      expect(routed(path, { mode: 'navigate' }), path).toBe('other');
    }
  });

  test('prefetched pages, which nobody has read yet', () => {
    expect(routed('/tag', { mode: 'navigate', headers: { 'Sec-Purpose': 'prefetch' } })).toBe('other');
  });
});

test('public reading pages may be cached; personal pages, forms and files may not', () => {
  for (const path of ['/', '/hot', '/note/list/3', '/note/detail/a/b', '/tag', '/tag/c%2523/1', '/u/tomoko_arai']) {
    expect(mayBeKept(path), path).toBe(true);
  }
  for (const path of [
    '/inbox',
    '/user',
    '/new',
    '/note/copy',
    '/note/item',
    '/signin',
    '/search',
    '/note/detail/a/b.md',
    '/hotter',
  ]) {
    expect(mayBeKept(path), path).toBe(false);
  }
});

test('the pictures of a response are those at our own addresses, found in its HTML and by name', () => {
  const html = '<img src="/pictures/a-640.webp"><img src="//example.org/b.png"><img src="https://example.org/c.png">';
  expect(picturesIn(JSON.stringify({ html: html + html }))).toEqual(['/pictures/a-640.webp']);
  const name = '0123456789abcdef0123456789abcdef';
  const named = { author: { avatar: name }, pictures: { icon: name, lead: { name, width: 1, height: 1 } } };
  expect(picturesIn(JSON.stringify(named)).sort()).toEqual(
    [...pictureSizes.avatar, ...pictureSizes.icon, ...pictureSizes.lead]
      .map((size) => pictureAddress(name, size))
      .sort(),
  );
});
