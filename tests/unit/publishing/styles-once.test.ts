import type { Plugin } from 'vite';
import { expect, test } from 'vitest';
import { stylesOnce } from '../../../netlify/build/renderer/renderer-adapter.ts';

/** What a plugin makes of files of styles, in the order in which they are asked for. */
async function resultsOf(apply: 'build' | 'serve', ids: string[]): Promise<string[]> {
  let made = 0;
  const handler = (_: string, id: string) => Promise.resolve(`${id} ${++made}`);
  const plugins: Plugin[] = stylesOnce([{ name: 'styles', apply, transform: { handler } }]);
  const [{ transform }] = plugins as unknown as [{ transform: { handler: typeof handler } }];
  return Promise.all(ids.map((id) => transform.handler('', id)));
}

test('a build compiles each file once, whoever asks for it', async () => {
  expect(await resultsOf('build', ['a.css', 'b.css', 'a.css'])).toEqual(['a.css 1', 'b.css 2', 'a.css 1']);
});

test('while developing, each is compiled whenever it is asked for', async () => {
  expect(await resultsOf('serve', ['a.css', 'a.css'])).toEqual(['a.css 1', 'a.css 2']);
});
