import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A build hangs if one of its threads is found at the same thing so many times in a row. Later builds leave that out for
 * `restMs`.
 */
export type HangLimit = { times: number; everyMs: number; restMs: number };

/**
 * Watches a folder in which the threads of a build name what they are working on (netlify/build/workers/under-way.ts), and
 * calls `onHang` once with the name at which one stays. It counts its checks instead of measuring time, because a machine
 * may sleep.
 */
export async function watchForHang(
  { times, everyMs }: HangLimit,
  onHang: (name: string) => void,
): Promise<{ dir: string; stop: () => Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-build-'));
  const seen = new Map<string, { name: string; looks: number }>();
  let isOver = false;
  const look = async () => {
    for (const file of await readdir(dir).catch(() => [])) {
      const [name = ''] = (await readFile(path.join(dir, file), 'utf8').catch(() => '')).split('\n');
      const before = seen.get(file);
      const looks = before?.name === name ? before.looks + 1 : 1;
      seen.set(file, { name, looks });
      if (isOver || name === '' || looks < times) continue;
      isOver = true;
      onHang(name);
    }
    if (!isOver) timer = setTimeout(() => void look(), everyMs).unref();
  };
  let timer = setTimeout(() => void look(), everyMs).unref();
  return {
    dir,
    async stop() {
      isOver = true;
      clearTimeout(timer);
      await rm(dir, { recursive: true, force: true });
    },
  };
}
