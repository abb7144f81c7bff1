import { spawnSync } from 'node:child_process';
import path from 'node:path';

const heapMb = 9000;
const engineTimeoutMs = 900_000;

/** `npm run bench -- library`: finding in one's own notes, beside MiniSearch and FlexSearch on the same notes. */
export async function benchLibrary(sizes: number[], { json }: { json: boolean }): Promise<void> {
  const rows: unknown[] = [];
  for (const size of sizes) {
    for (const name of ['own', 'minisearch', 'flexsearch']) {
      console.error(`${name}, ${size} notes …`);
      const row = measured(name, size);
      rows.push(row);
      if (json) console.log(JSON.stringify(row));
    }
  }
  if (!json) console.table(rows);
}

function measured(engine: string, notes: number): unknown {
  const program = path.resolve(import.meta.dirname, 'library-engine.ts');
  const { stdout, signal, status } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, program, engine, String(notes)],
    { encoding: 'utf8', timeout: engineTimeoutMs, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  if (status === 0) return JSON.parse(stdout);
  const failed = signal === 'SIGTERM' ? `not within ${engineTimeoutMs / 60_000} min` : `not within ${heapMb} MB`;
  return { engine, notes, failed };
}
