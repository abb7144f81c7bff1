import { expect, test, vi } from 'vitest';
import { kitRoute } from '../../../netlify/build/renderer/integrations.ts';

function routesWhen(command: string, env: NodeJS.ProcessEnv): unknown[] {
  const injectRoute = vi.fn();
  const setup = kitRoute(env).hooks['astro:config:setup'] as (options: object) => void;
  setup({ command, injectRoute });
  return injectRoute.mock.calls.map(([route]) => route.pattern);
}

test.each([
  ['dev', {}, ['/kit']],
  ['build', { KIT: '1' }, ['/kit']],
  ['build', {}, []],
  ['build', { KIT: '' }, []],
  ['build', { KIT: '0' }, []],
])('%s with %j defines the routes %j', (command, env, routes) => {
  expect(routesWhen(command, env)).toEqual(routes);
});
