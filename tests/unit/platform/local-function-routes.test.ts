import { describe, expect, test } from 'vitest';
import { bySpecificity, FunctionConfig, plainPath, routesOf } from '../../../netlify/local/functions/routes.ts';

function match(configs: Record<string, unknown>, pathname: string, method = 'GET') {
  const routes = Object.entries(configs).flatMap(([name, config]) =>
    routesOf(name, FunctionConfig.parse(config), name),
  );
  for (const route of routes.sort(bySpecificity)) {
    const params = route.params(plainPath(pathname), method);
    if (params) return { name: route.target, params };
  }
  return undefined;
}

describe('a path pattern', () => {
  test('gives its parameters as they are encoded in the address', () => {
    const note = { path: '/note/detail/:uuid/:title' };
    expect(match({ note }, '/note/detail/1/%E6%96%B9')).toEqual({
      name: 'note',
      params: { uuid: '1', title: '%E6%96%B9' },
    });
    expect(match({ note }, '/note/detail/1')).toBeUndefined();
  });

  test('may be one of several, contain groups, and be optional', () => {
    const config = { path: ['/a/:id(\\d+)', '/b/:rest*', '/c/:maybe?'] };
    expect(match({ config }, '/a/12')?.params).toEqual({ id: '12' });
    expect(match({ config }, '/a/x')).toBeUndefined();
    expect(match({ config }, '/b/1/2')?.params).toEqual({ rest: '1/2' });
    expect(match({ config }, '/c')?.params).toEqual({});
  });

  test('matches with a trailing slash and in any case, as on the platform', () => {
    expect(match({ f: { path: '/api/notes' } }, '/API/notes/')?.name).toBe('f');
  });

  test('does not match excludedPath or other methods', () => {
    const f = { path: '/*', excludedPath: ['/api/*'], method: ['GET', 'HEAD'] };
    expect(match({ f }, '/page')?.name).toBe('f');
    expect(match({ f }, '/api/notes')).toBeUndefined();
    expect(match({ f }, '/page', 'POST')).toBeUndefined();
  });

  test('defaults to the function’s name, and scheduled functions have none', () => {
    expect(match({ plain: {} }, '/.netlify/functions/plain')?.name).toBe('plain');
    expect(match({ clock: { schedule: '@hourly' } }, '/.netlify/functions/clock')).toBeUndefined();
  });
});

test('the more specific of two patterns wins, in any order', () => {
  const configs = {
    all: { path: '/*' },
    anyNote: { path: '/notes/*' },
    note: { path: '/notes/:id' },
    number: { path: '/notes/:id(\\d+)' },
    fresh: { path: '/notes/new' },
    deep: { path: '/notes/:id/comments' },
  };
  const expected = {
    '/notes/new': 'fresh',
    '/notes/12': 'number',
    '/notes/x': 'note',
    '/notes/x/comments': 'deep',
    '/notes/x/other': 'anyNote',
    '/elsewhere': 'all',
  };
  for (const [at, name] of Object.entries(expected)) {
    expect(match(configs, at)?.name).toBe(name);
    expect(match(Object.fromEntries(Object.entries(configs).reverse()), at)?.name).toBe(name);
  }
});

test('a setting of the wrong type is refused', () => {
  expect(FunctionConfig.safeParse({ path: 'no/slash' }).success).toBe(false);
  expect(FunctionConfig.safeParse({ preferStatic: 'yes' }).success).toBe(false);
});
