import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareProduct } from './browser/e2e-place.ts';
import { playwrightCount, stageCount, vitestCount, type Count } from './results.ts';

/**
 * Runs all stages, stopping at the first that fails. Of the long tests it runs a sample, or with `--all` all of them.
 * A static stage counts as one test. The last line printed is `N passed, N failed`.
 */
const everything = process.argv.includes('--all');
const root = path.resolve(import.meta.dirname, '../..');
const scratch = await mkdtemp(path.join(tmpdir(), 'commonplace-test-'));
const products = path.join(scratch, 'products');

type Print = (text: string) => void;
type Stage = { name: string; run: (print: Print) => Promise<Count> };

/** The rows run one after another; the columns of a row run in parallel, one per processor. */
const rows: Stage[][][] = [
  [
    [{ name: 'lint', run: lint }],
    [
      { name: 'format', run: (print) => tool(print, 'prettier', ['--check', '--log-level', 'warn', '.']) },
      { name: 'types', run: types },
      { name: 'build', run: build },
    ],
  ],
  [[{ name: 'unit, api', run: vitest }]],
  [[{ name: 'e2e', run: journeys }]],
];

/** Generates the types of the content collections, which a fresh clone lacks; once, before anything reads them. */
let written: Promise<Count> | undefined;
const writeTypes = (print: Print) => (written ??= tool(print, 'astro', ['sync', '--silent']));

async function lint(print: Print): Promise<Count> {
  const first = await writeTypes(print);
  if (first.failed > 0) return first;
  const linted = await tool(print, 'eslint', ['--max-warnings', '0', '.']);
  return linted.failed > 0 ? linted : tool(print, 'knip', ['--no-progress']);
}

async function types(print: Print): Promise<Count> {
  const first = await writeTypes(print);
  return first.failed > 0 ? first : tool(print, 'astro', ['check', '--noSync', '--minimumSeverity', 'warning']);
}

async function tool(print: Print, name: string, args: string[]): Promise<Count> {
  return stageCount(await exitCode(print, name, args));
}

/** Unit and API tests run together, so that both workers stay busy until the end. */
async function vitest(print: Print): Promise<Count> {
  const file = path.join(scratch, 'vitest.json');
  const reporters = ['--reporter', 'default', '--reporter', 'json', `--outputFile.json=${file}`];
  const sample = everything ? [] : ['--tags-filter', '!long'];
  const code = await exitCode(print, 'vitest', ['run', ...reporters, ...sample]);
  return stageCount(code, { file, read: vitestCount });
}

/** Compiles, seeds and builds the product that the journeys run copies of. */
async function build(print: Print): Promise<Count> {
  try {
    await prepareProduct(products);
    return stageCount(0);
  } catch (error) {
    print(`${String(error)}\n`);
    return stageCount(1);
  }
}

async function journeys(print: Print): Promise<Count> {
  const file = path.join(scratch, 'e2e.json');
  const env = { E2E_DATA_DIR: products, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const sample = everything ? [] : ['--grep-invert', '@long'];
  const code = await exitCode(print, 'playwright', ['test', '--reporter', 'list,json', ...sample], env);
  return stageCount(code, { file, read: playwrightCount });
}

async function exitCode(print: Print, name: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(path.join(root, 'node_modules/.bin', name), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print);
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

const lines: string[] = [];
const total: Count = { passed: 0, failed: 0 };

/** Prints a stage's output as it comes, or, if another stage runs in parallel, all of it at its end. */
async function runStage({ name, run }: Stage, isAlone: boolean): Promise<void> {
  const head = `\n── ${name}\n`;
  const said: string[] = [];
  if (isAlone) process.stdout.write(head);
  const began = performance.now();
  const { passed, failed } = await run((text) => (isAlone ? process.stdout.write(text) : said.push(text)));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (!isAlone) process.stdout.write(head + said.join(''));
  lines.push(`${name.padEnd(9)} ${passed} passed, ${failed} failed, ${seconds} s`);
  total.passed += passed;
  total.failed += failed;
}

async function runLane(stages: readonly Stage[], isAlone: boolean): Promise<void> {
  for (const stage of stages) {
    if (total.failed > 0) lines.push(`${stage.name.padEnd(9)} not run`);
    else await runStage(stage, isAlone);
  }
}

for (const lanes of rows) await Promise.all(lanes.map((stages) => runLane(stages, lanes.length === 1)));

await rm(scratch, { recursive: true, force: true });
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
