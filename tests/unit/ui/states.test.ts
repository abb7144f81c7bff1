import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fixedPages, guardedPaths } from '../../../src/platform/model/fixed-pages.ts';
import { unfurnished } from '../../support/browser/furnished.ts';
import { states } from '../../support/browser/states/states.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The path of each state without its query; that of the note of the first collection is found by looking for it. */
const seen = states.map(({ as, at }) => ({ as, at: (at(unfurnished) || unfurnished.note).replace(/[?#].*/, '') }));

/** The routes of the pages that are files, and of those that only a function answers, with `:name` for what varies. */
async function routes(): Promise<string[]> {
  const files = await Array.fromAsync(glob('**/*.astro', { cwd: path.join(root, 'src/pages') }));
  const ofFiles = files
    .filter((file) => !path.basename(file).startsWith('_'))
    .map((file) => `/${file.replace(/(^|\/)index\.astro$|\.astro$/, '').replaceAll(/\[(\.{3})?(\w+)\]/g, '$1:$2')}`);
  const paths = /path: \[([^\]]+)\]/.exec(textOf('functions/pages.ts'))?.[1] ?? '';
  const ofFunctions = [...paths.matchAll(/'([^']+)'/g)].map(([, route = '']) => route);
  // These are of pages that are files as well, of data, and of an address that only redirects.
  return [...ofFiles, ...ofFunctions.filter((route) => !/\*|_payload|^\/note\/detail\/:uuid$/.test(route))];
}

const patternOf = (route: string) =>
  new RegExp(`^${route.replaceAll(/\/\.{3}:\w+/g, '(/[^/]+)*').replaceAll(/:\w+/g, '[^/]+')}$`);
/** How much of a route's addresses is always the same: of two that match, the one with more is meant. */
const fixedPart = (route: string) => route.replaceAll(/:\w+/g, '').length;

test('every route has a state that is looked at', async () => {
  const all = (await routes()).toSorted((one, other) => fixedPart(other) - fixedPart(one));
  expect(all.length).toBeGreaterThan(30);
  const routeOf = (at: string) => all.find((route) => patternOf(route).test(at)) ?? '/404';
  const looked = new Set(seen.map(({ at }) => routeOf(at)));
  expect(all.filter((route) => !looked.has(route))).toEqual([]);
});

test('every page that always exists has one, as somebody sees it who may', () => {
  const looked = (page: string) =>
    seen.some(({ as, at }) => at === page && (guardedPaths[page] === undefined || as !== 'visitor'));
  expect(fixedPages.filter((page) => !looked(page))).toEqual([]);
});

test('every dialog and menu of the code has one', async () => {
  const files = await Array.fromAsync(glob('src/!(ui)/**/*.{ts,tsx}', { cwd: root }));
  const lacking = files.flatMap((file) => {
    const opens = textOf(file).match(/\bopenModal\(|<Menu(\.Root)?[\s>]/g)?.length ?? 0;
    const shown = states.filter(({ shows }) => shows === file.slice('src/'.length)).length;
    return opens > shown ? [`${file}: ${opens} are opened, ${shown} looked at`] : [];
  });
  expect(lacking).toEqual([]);
});

test('states have names of their own', () => {
  const names = states.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
