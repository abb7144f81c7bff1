import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);
const module = path.resolve(import.meta.dirname, '../../../netlify/build/code-digest.ts');
let cacheDir: string;

beforeEach(async () => {
  cacheDir = await mkdtemp(path.join(tmpdir(), 'commonplace-modules-'));
});
afterEach(async () => {
  await rm(cacheDir, { recursive: true, force: true });
});

/** A program that caches the modules of `code` and loads one. */
async function start(code: string): Promise<string> {
  const program = `
    const { keepCompiledModules } = await import(${JSON.stringify(module)});
    await keepCompiledModules(${JSON.stringify(cacheDir)}, ${JSON.stringify(code)});
    await import(${JSON.stringify(path.join(cacheDir, 'loaded.mjs'))});`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program];
  return (await run(process.execPath, args)).stdout;
}

test('modules are cached for the next start of the same code, and those of other code are removed', async () => {
  await writeFile(path.join(cacheDir, 'loaded.mjs'), `console.log('loaded');`);
  expect(await start('one')).toBe('loaded\n');
  const kept = await readdir(path.join(cacheDir, 'modules'), { recursive: true, withFileTypes: true });
  expect(kept.filter((entry) => entry.isFile())).not.toEqual([]);
  expect(await start('two')).toBe('loaded\n');
  expect(await readdir(path.join(cacheDir, 'modules'))).toEqual(['two']);
});

test('everything is loaded even where nothing can be cached', async () => {
  await writeFile(path.join(cacheDir, 'loaded.mjs'), `console.log('loaded');`);
  await writeFile(path.join(cacheDir, 'modules'), 'a file where the folder would be');
  expect(await start('one')).toBe('loaded\n');
});
