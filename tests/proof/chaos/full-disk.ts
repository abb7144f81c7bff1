import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../support/app.ts';
import { killAtOnce, processTree, pollUntil } from '../running.ts';
import { ChaosWriter } from './writers.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const healedWithinMs = 15_000;

/**
 * Runs the product with its store on a disk of 24 MB, fills that, sees writes refused, makes room again, and says how long
 * it took until writes were acknowledged without anybody's help. Needs a mount of its own, which not every machine gives.
 */
export async function fullDisk(env: Record<string, string>): Promise<string> {
  const mounting = ['--user', '--map-root-user', '--mount'];
  if (spawnSync('unshare', [...mounting, 'true']).status !== 0) return 'cannot be tried here: no mount of our own';
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-full-'));
  const disk = path.join(folder, 'data/redis');
  await mkdir(disk, { recursive: true });
  const port = await freePort();
  const begin = 'mount -t tmpfs -o size=24m tmpfs "$1" && exec "$2" netlify/local/start.ts --empty';
  const child = spawn('unshare', [...mounting, 'sh', '-c', begin, 'sh', disk, process.execPath], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      RATE_LIMIT_SCALE: '1000',
      ...env,
      UPSTASH_REDIS_REST_URL: '',
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(port),
    },
  });
  try {
    const url = `http://localhost:${port}`;
    const ready = await pollUntil(async () => (await fetch(`${url}/api/publish`)).status === 200, 300_000);
    if (ready === undefined) return 'the product did not start';
    const writer = new ChaosWriter(url);
    await writer.signUp('full_disk');
    const filler = path.join(`/proc/${child.pid}/root`, disk, 'filler');
    await writeFile(filler, Buffer.alloc(30 * 2 ** 20)).catch(() => undefined);
    const refused = await pollUntil(async () => (await writer.write().catch(() => undefined)) === undefined, 60_000);
    if (refused === undefined) return 'writes went on although the disk was full';
    await rm(filler);
    const healed = await pollUntil(async () => (await writer.write()) !== undefined, 4 * healedWithinMs);
    if (healed === undefined) return 'nothing could be written after there was room again';
    const lost = await writer.lost();
    if (lost.length > 0) return `${lost.length} acknowledged writes are lost`;
    return healed <= healedWithinMs
      ? `healed in ${(healed / 1000).toFixed(1)} s`
      : `only after ${(healed / 1000).toFixed(1)} s`;
  } finally {
    if (child.pid) killAtOnce(await processTree(child.pid));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
