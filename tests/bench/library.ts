import { chromium } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';
import { chromiumOptions } from '../support/browser/chromium.ts';
import { startHttpServer } from '../support/servers/http-server.ts';
import { percentile } from './person.ts';

const heapMb = 16_000;
const engineTimeoutMs = 3_600_000;

/**
 * `npm run bench -- library`: finding in one's own notes, beside MiniSearch and FlexSearch on the same notes in
 * milliseconds of processor time; then by the server, from a real store; and then on a device, in a browser's worker with its database.
 */
export async function benchLibrary(sizes: number[], { json }: { json: boolean }): Promise<void> {
  const rows: unknown[] = [];
  for (const size of sizes) {
    for (const name of ['own', 'minisearch', 'flexsearch', 'api', 'device']) {
      console.error(`${name}, ${size} notes …`);
      for (const row of name === 'device' ? [await onDevice(size)] : measured(name, size)) {
        rows.push(row);
        if (json) console.log(JSON.stringify(row));
      }
    }
  }
  if (!json) console.table(rows);
}

/** If an engine cannot hold this many notes, it is also measured with half of them, and so on. */
function measured(engine: string, notes: number): object[] {
  const row = measuredOnce(engine, notes);
  return 'failed' in row && notes >= 2000 ? [row, ...measured(engine, Math.round(notes / 2))] : [row];
}

function measuredOnce(engine: string, notes: number): object {
  const program = path.resolve(import.meta.dirname, engine === 'api' ? 'library-api.ts' : 'library-engine.ts');
  const { stdout, signal, status } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, program, String(notes), engine],
    { encoding: 'utf8', timeout: engineTimeoutMs, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  if (status === 0) return JSON.parse(stdout) as object;
  const failed = signal === 'SIGTERM' ? `not within ${engineTimeoutMs / 60_000} min` : `not within ${heapMb} MB`;
  return { engine, notes, failed };
}

type OnDevice = { indexMs: number; answers: number[]; changes: number[] };

async function onDevice(notes: number): Promise<unknown> {
  const entry = path.resolve(import.meta.dirname, 'library-page.ts');
  const bundled = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  const server = await startHttpServer((request, response) => {
    const script = request.url === '/worker.js';
    response.writeHead(200, { 'Content-Type': script ? 'text/javascript' : 'text/html' });
    response.end(script ? bundled.outputFiles[0]?.text : '<!doctype html><title>Bench</title>');
  });
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    const { indexMs, answers, changes } = await page.evaluate(async (count) => {
      const { port1, port2 } = new MessageChannel();
      new Worker('/worker.js', { type: 'module' }).postMessage(count, [port2]);
      return new Promise<OnDevice>((resolve) => (port1.onmessage = ({ data }) => resolve(data as OnDevice)));
    }, notes);
    const rounded = (ms: number) => Number(ms.toFixed(1));
    return {
      engine: 'device',
      notes,
      indexS: rounded(indexMs / 1000),
      p50Ms: rounded(percentile(answers, 0.5)),
      p99Ms: rounded(percentile(answers, 0.99)),
      changeMs: rounded(percentile(changes, 0.5)),
      changeMaxMs: rounded(Math.max(...changes)),
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}
