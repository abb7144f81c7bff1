import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { listFunctions } from '@netlify/zip-it-and-ship-it';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import * as z from 'zod';

const folder = path.resolve(import.meta.dirname, '../../../functions');

/** The paths and schedule in a function's source. */
async function declared(file: string) {
  const source = await readFile(path.join(folder, file), 'utf8');
  const whole = /export const config: Config = (\{[\s\S]*?\});/.exec(source)?.[1] ?? '';
  const config = whole.replace(/excludedPath: \[[^\]]*\]/, '');
  const [, schedule] = /schedule: '([^']+)'/.exec(config) ?? [];
  return { paths: [...config.matchAll(/'(\/[^']*)'/g)].map(([, each]) => each), schedule };
}

test('the platform finds the paths and schedule of every function without running it', async () => {
  const files = (await readdir(folder)).sort();
  const listed = await listFunctions(folder, { parseISC: true });
  expect(listed.map(({ mainFile }) => path.basename(mainFile)).sort()).toEqual(files);
  for (const { mainFile, routes = [], schedule } of listed) {
    const own = await declared(path.basename(mainFile));
    expect({ paths: routes.map(({ pattern }) => pattern), schedule }, mainFile).toEqual(own);
  }
});

test('the busiest function loads few packages at start, and the others when they are used', async () => {
  // Bundled as on the platform: our files become one, and statically imported packages load at once.
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
  ]);
});

test('a start loads no reader of HTML or YAML, which only imports, captures and books need', async () => {
  const names = await readdir(folder);
  // Bundled as for one's own machine: what is imported late is a file of its own.
  const { metafile } = await build({
    entryPoints: names.map((name) => path.join(folder, name)),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    outdir: 'bundles',
    metafile: true,
  });
  const outputs = new Map(Object.entries(metafile.outputs));
  const entries = [...outputs].filter(([, { entryPoint }]) => entryPoint?.startsWith('functions/'));
  expect(entries).toHaveLength(names.length);
  const files = new Set(entries.map(([file]) => file));
  const packages = new Set<string>();
  // A set also visits what is added meanwhile.
  for (const file of files) {
    for (const { kind, path: name } of outputs.get(file)?.imports ?? []) {
      if (kind === 'import-statement') (outputs.has(name) ? files : packages).add(name);
    }
  }
  expect([...packages].filter((name) => /linkedom|readability|parse5|^hast|^xast|yaml|toml/.test(name))).toEqual([]);
});

test('serving loads only production packages, except compilers and what the platform provides', async () => {
  const root = path.resolve(folder, '..');
  const commands = (await readdir(path.join(root, 'netlify/local'))).filter(
    (name) => name.endsWith('.ts') && !['dev.ts', 'compile.ts'].includes(name),
  );
  const { metafile } = await build({
    entryPoints: [
      ...(await readdir(folder)).map((name) => path.join(folder, name)),
      ...commands.map((name) => path.join(root, 'netlify/local', name)),
      path.join(root, 'netlify/build/build.ts'),
      path.join(root, 'netlify/build/workers/build-worker.ts'),
    ],
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
    write: false,
    outdir: 'serving',
    metafile: true,
  });
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  const loaded = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external, path: name }) => external && !isBuiltin(name)),
  );
  const missing = loaded.filter(({ path: name }) => !((/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name) in dependencies));
  expect(loaded.length).toBeGreaterThan(30);
  expect(new Set(missing.map(({ kind, path: name }) => `${kind} ${name}`))).toEqual(
    new Set(['dynamic-import esbuild', 'dynamic-import @netlify/blobs']),
  );
});

test('no address belongs to two functions, between which the platform would choose arbitrarily', async () => {
  const listed = await listFunctions(folder, { parseISC: true });
  const matches = (patterns: string[], pathname: string) =>
    patterns.some((pattern) => new URLPattern({ pathname: pattern }).test({ pathname }));
  const takers = (pathname: string) =>
    listed
      .filter(
        ({ routes = [], excludedRoutes = [] }) =>
          matches(
            routes.map(({ pattern }) => pattern),
            pathname,
          ) &&
          !matches(
            excludedRoutes.map(({ pattern }) => pattern),
            pathname,
          ),
      )
      .map(({ name }) => name);
  // An address for each path, and a longer one where the path allows it.
  const patterns = listed.flatMap(({ routes = [] }) => routes.map(({ pattern }) => pattern));
  const addresses = patterns.flatMap((pattern) => {
    const named = pattern.replaceAll(/:\w+/g, 'x');
    return named.endsWith('*') ? ['one', 'one/two', 'one/two/three'].map((end) => named.replace('*', end)) : [named];
  });
  expect(addresses.length).toBeGreaterThan(40);
  const shared = addresses.map((address) => [address, ...takers(address)]).filter(({ length }) => length !== 2);
  expect(shared).toEqual([]);
});
