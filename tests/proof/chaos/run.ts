import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../support/app.ts';
import { pickOf } from '../fuzz/values.ts';
import {
  isBuild,
  isHelper,
  isStore,
  killAtOnce,
  pause,
  processTree,
  startProduct,
  pollUntil,
  type Product,
} from '../running.ts';
import { fullDisk } from './full-disk.ts';
import { ChaosWriter } from './writers.ts';

/** One kill: how many processes it hit, and the milliseconds until a new write was published; `startedMs` of them went into starting again. */
type Kill = { what: string; number: number; hit: number; startedMs: number | null; healedMs: number | null };
export type Chaos = {
  kills: number;
  acknowledged: number;
  lost: number;
  slowestHealMs: number | null;
  fullDisk: string;
  doctor: string;
  rows: Kill[];
  broken: string[];
};

const root = path.resolve(import.meta.dirname, '../../..');
const healedWithinMs = 15_000;
/** After this long, a killed process is considered lost, and the product is started again. */
const givenUpMs = 60_000;
/** Nothing listens there: mail and model are unreachable all the time, and nothing may wait for them. */
const away = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  AI_BASE_URL: 'http://127.0.0.1:9/v1',
  AI_MODEL: 'none',
  AI_API_KEY: 'none',
};

const ways = ['product', 'build before its claim', 'store', 'build', 'everything', 'helpers'] as const;

/** Kills this many times, in turn and at random moments, during writes; then checks what is left. */
export async function chaos({
  kills,
  seed,
  disk = true,
  log = () => undefined,
}: {
  kills: number;
  seed: number;
  disk?: boolean;
  log?: (text: string) => void;
}): Promise<Chaos> {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-chaos-'));
  const place = { dataDir: path.join(folder, 'data'), port: await freePort(), args: ['--empty'], env: away };
  const rows: Kill[] = [];
  const broken: string[] = [];
  let product = await startProduct(place);
  const writer = new ChaosWriter(product.url);
  try {
    await writer.signUp('steady_hand');
    writer.begin();
    for (let number = 0; number < kills; number += 1) {
      const pick = pickOf(seed, number);
      const what = ways[number % ways.length] ?? 'product';
      await pause(pick.int(3000));
      const hit = await strike(what, product, pick.int(1500), writer);
      const began = performance.now();
      const ended = what === 'product' || what === 'everything';
      if (ended) product = await restarted(product, place);
      const startedMs = ended ? Math.round(performance.now() - began) : null;
      const healed = await heals(writer, givenUpMs - (performance.now() - began));
      const healedMs = healed ? Math.round(performance.now() - began) : null;
      if (healedMs === null) product = await restarted(product, place);
      if (healedMs === null || healedMs > healedWithinMs)
        broken.push(
          `${what} (kill ${number}) was not healed within ${healedWithinMs / 1000} s: ${healedMs ?? 'never'}`,
        );
      rows.push({ what, number, hit, startedMs, healedMs });
      log(
        `${number + 1}: ${what}, ${hit} processes, ${healedMs === null ? 'not healed' : `healed in ${(healedMs / 1000).toFixed(1)} s`}`,
      );
    }
    await writer.stop();
    const lost = await writer.lost();
    if (lost.length > 0) broken.push(`${lost.length} acknowledged writes are lost: ${lost.slice(0, 5).join(', ')}`);
    await product.stop();
    const doctor = await doctorSays(place.dataDir);
    if (doctor !== 'sound') broken.push(`The doctor says: ${doctor}`);
    const full = disk ? await fullDisk(away) : 'not tried';
    if (full !== 'not tried' && !full.startsWith('healed') && !full.startsWith('cannot'))
      broken.push(`A full disk: ${full}`);
    const times = rows.flatMap(({ healedMs }) => (healedMs === null ? [] : [healedMs]));
    return {
      ...{ kills, acknowledged: writer.acknowledged.length, lost: lost.length, fullDisk: full, doctor, rows, broken },
      slowestHealMs: times.length > 0 ? Math.max(...times) : null,
    };
  } finally {
    await writer.stop();
    killAtOnce(await processTree(product.pid));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Kills the processes of this kind, and returns how many there were. A build is waited for. */
async function strike(
  what: (typeof ways)[number],
  { pid }: Product,
  delayMs: number,
  writer: ChaosWriter,
): Promise<number> {
  const tree = await processTree(pid);
  if (what === 'product') return killed(tree.filter((one) => one.pid === pid));
  if (what === 'everything') return killed(tree);
  if (what === 'store') return killed(tree.filter(isStore));
  if (what === 'helpers') return killed(tree.filter(isHelper));
  await writer.write().catch(() => undefined);
  let builds = tree.filter(isBuild);
  await pollUntil(async () => (builds = (await processTree(pid)).filter(isBuild)).length > 0, 10_000);
  // Before it claims the pending changes, or at any moment of the build.
  if (what === 'build') await pause(delayMs);
  return killed(builds);
}

function killed(processes: readonly { pid: number }[]): number {
  killAtOnce(processes);
  return processes.length;
}

/** Whether a note written from now on is published within the timeout. */
async function heals(writer: ChaosWriter, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  let page: string | undefined;
  const accepted = await pollUntil(async () => (page = await writer.write()) !== undefined, withinMs);
  if (accepted === undefined) return false;
  const published = await pollUntil(async () => writer.isPublished(page ?? ''), deadline - performance.now());
  return published !== undefined;
}

async function restarted(product: Product, place: Parameters<typeof startProduct>[0]): Promise<Product> {
  killAtOnce(await processTree(product.pid));
  return startProduct(place);
}

async function doctorSays(dataDir: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, UPSTASH_REDIS_REST_URL: '', UPSTASH_REDIS_REST_TOKEN: '' };
  try {
    await promisify(execFile)(process.execPath, ['netlify/local/doctor.ts'], { cwd: root, env });
    return 'sound';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout).slice(0, 500) : String(error);
  }
}
