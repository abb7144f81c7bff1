import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);
const local = 'netlify/local/without-types.mjs';
let project: string;

beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'without-types-'));
  await mkdir(path.join(project, 'netlify/local'), { recursive: true });
  await mkdir(path.join(project, 'src'));
  await writeFile(path.join(project, 'package.json'), '{ "type": "module" }');
  await cp(path.resolve(import.meta.dirname, '../../..', local), path.join(project, local));
});
afterEach(() => rm(project, { recursive: true, force: true }));

const write = (script: string) => writeFile(path.join(project, 'src/a.ts'), script);
const strip = () =>
  run(process.execPath, ['--input-type=module', '-e', `(await import('./${local}')).stripTypes()`], { cwd: project });
/** The script's output, and whether Node itself stripped any types. */
async function loaded(): Promise<{ printed: string; stripped: boolean }> {
  const watched = `process.on('exit', () => console.log(process.moduleLoadList.some((name) => name.includes('amaro'))));`;
  const { stdout } = await run(
    process.execPath,
    ['--import', `./${local}`, '--input-type=module', '-e', `${watched} await import('./src/a.ts');`],
    { cwd: project },
  );
  const [printed = '', stripped] = stdout.trim().split('\n');
  return { printed, stripped: stripped === 'true' };
}

test('a script with its types stripped in advance loads without stripping again, at the same lines', async () => {
  await write(
    `interface A {\n  a: number;\n}\nconst a: A = { a: 1 };\nconsole.log(a.a, /a\\.ts:5/.test(new Error().stack ?? ''));\n`,
  );
  expect(await loaded()).toEqual({ printed: '1 true', stripped: true });
  await strip();
  expect(await loaded()).toEqual({ printed: '1 true', stripped: false });
});

test('a changed script is loaded in its current version', async () => {
  await write(`const a: number = 1;\nconsole.log(a);\n`);
  await strip();
  await write(`const a: number = 2;\nconsole.log(a);\n`);
  expect(await loaded()).toEqual({ printed: '2', stripped: true });
  await strip();
  expect(await loaded()).toEqual({ printed: '2', stripped: false });
});
