import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, startApp } from './app.ts';
import { playwrightCount, stageCount, vitestCount, type Count } from './results.ts';

/**
 * The whole proof, in order, ending at the first stage that fails. A static stage counts as one test. The last line
 * printed is `N passed, N failed`.
 */
const root = path.resolve(import.meta.dirname, '../..');
const scratch = await mkdtemp(path.join(tmpdir(), 'commonplace-test-'));
const dataDir = path.join(scratch, 'data');
// The address of the site is part of its pages, so both starts have the same port.
const port = await freePort();

type Stage = { name: string; run: () => Promise<Count> };

const stages: Stage[] = [
  { name: 'format', run: () => tool('prettier', ['--check', '--log-level', 'warn', '.']) },
  { name: 'lint', run: lint },
  { name: 'types', run: () => tool('astro', ['check', '--minimumSeverity', 'warning']) },
  { name: 'unit', run: () => vitest('unit') },
  { name: 'api', run: () => vitest('api') },
  { name: 'build', run: build },
  { name: 'e2e', run: journeys },
];

/** The typed rules read the types of the content collections, which Astro writes: a fresh clone has none yet. */
async function lint(): Promise<Count> {
  const written = await tool('astro', ['sync', '--silent']);
  return written.failed > 0 ? written : tool('eslint', ['--max-warnings', '0', '.']);
}

async function tool(name: string, args: string[], env: Record<string, string> = {}): Promise<Count> {
  return stageCount(await exitCode(name, args, env));
}

async function vitest(project: string): Promise<Count> {
  const file = path.join(scratch, `${project}.json`);
  const reporters = ['--reporter', 'default', '--reporter', 'json', `--outputFile.json=${file}`];
  return stageCount(await exitCode('vitest', ['run', '--project', project, ...reporters]), { file, read: vitestCount });
}

/** The first start builds the site and seeds the first collection; the journeys then start on what it left. */
async function build(): Promise<Count> {
  try {
    const app = await startApp({ dataDir, port });
    return stageCount((await app.stop()) ?? 1);
  } catch (error) {
    console.error(error);
    return stageCount(1);
  }
}

async function journeys(): Promise<Count> {
  const file = path.join(scratch, 'e2e.json');
  const env = { E2E_DATA_DIR: dataDir, E2E_PORT: String(port), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  return stageCount(await exitCode('playwright', ['test', '--reporter', 'list,json'], env), {
    file,
    read: playwrightCount,
  });
}

async function exitCode(name: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(path.join(root, 'node_modules/.bin', name), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

const lines: string[] = [];
const total: Count = { passed: 0, failed: 0 };

for (const { name, run } of stages) {
  if (total.failed > 0) {
    lines.push(`${name.padEnd(8)} not run`);
    continue;
  }
  console.log(`\n── ${name}`);
  const began = performance.now();
  const { passed, failed } = await run();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  lines.push(`${name.padEnd(8)} ${passed} passed, ${failed} failed, ${seconds} s`);
  total.passed += passed;
  total.failed += failed;
}

await rm(scratch, { recursive: true, force: true });
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
