import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hostileFiles } from '../../support/hostile/hostile-files.ts';
import { pause, processTree, startProduct, isBuild, isStore } from '../running.ts';
import { sendRequest, byKind, latencies, openLoop, type Measured } from './requests.ts';
import { trafficMix, fileOf, sendPart, populateSite, type Site } from './site.ts';

type Options = {
  seconds: number;
  seed: number;
  rate?: number | undefined;
  members?: number;
  log?: (text: string) => void;
};
const p99Ms = 100;
const longestWaitMs = 250;
const maxMb = 600;
/** Memory limits of the idle product before any request, and after all of them. */
const restingMb = { before: 150, after: 300 };
/** Idle threads end after twenty seconds. */
const restMs = 30_000;
const overload = 5;

/** Runs the product under a day's traffic, under hostile imports, and under overload. */
export async function load({ seconds, seed, rate, members = 20, log = () => undefined }: Options) {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-load-'));
  const monitor = path.join(folder, 'delays');
  const env = {
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, 'monitor.mjs')).href}`,
    LOAD_MONITOR: monitor,
  };
  const product = await startProduct({ dataDir: path.join(folder, 'data'), env });
  const broken: string[] = [];
  const memory = watchMemory(product.pid);
  const resting = async () => {
    await pause(restMs);
    return memory.nowMb();
  };
  try {
    const restMb = await resting();
    const site = await populateSite(product.url, members);
    const day = trafficMix(site);
    const run = (perSecond: number, forSeconds: number) =>
      openLoop(product.url, day, { rate: perSecond, seconds: forSeconds, seed });
    const part = Math.max(2, Math.min(10, seconds / 10));
    await run(20, part);
    const held = rate ?? (await highestRate(run, part, log));
    const steadyRate = Math.max(1, Math.round(held * (rate === undefined ? 0.7 : 1)));
    memory.restart();
    const steady = await run(steadyRate, seconds);
    const grownMb = memory.grownMb();
    const figures = latencies(steady);
    log(`steady: ${JSON.stringify(figures)}`);
    if (figures.errors > 0)
      broken.push(`${figures.errors} requests failed at a rate that is held: ${errorsIn(steady)}`);
    if (figures.p99 > p99Ms) broken.push(`p99 was ${figures.p99} ms at ${steadyRate} requests a second`);
    if (grownMb > 50) broken.push(`Memory grew by ${grownMb} MB between the second and the last third`);
    const memoryMb = memory.peakMb();

    memory.restart();
    const hostile = await hostileImports(product.url, site, run, monitor);
    const hostileMb = memory.peakMb();
    log(`hostile imports: ${JSON.stringify(hostile)}`);
    if (hostile.unanswered.length > 0) broken.push(`Hostile files got no answer: ${hostile.unanswered.join(', ')}`);
    if (hostile.workedMs > longestWaitMs)
      broken.push(
        `While hostile files were imported, the event loop stood still for ${hostile.workedMs} ms of its own work`,
      );
    if (hostileMb > maxMb) broken.push(`While hostile files were imported, the process had ${hostileMb} MB`);

    const crowd = await run(Math.max(50, held * overload), part);
    const shed = crowd.filter(({ status, retryAfter }) => status === 503 && retryAfter !== undefined).length;
    const other = crowd.filter(
      ({ status, retryAfter }) => status === 0 || (status >= 500 && retryAfter === undefined),
    ).length;
    await pause(2000);
    const after = latencies(await run(steadyRate, part));
    if (other > 0)
      broken.push(
        `${other} of ${crowd.length} requests of the crowd were neither answered nor shed: ${errorsIn(crowd)}`,
      );
    if (after.errors > 0 || after.p99 > 2 * p99Ms)
      broken.push(`After the crowd: p99 ${after.p99} ms, ${after.errors} errors`);
    const restedMb = await resting();
    if (restMb > restingMb.before) broken.push(`At rest, before anything, the process had ${restMb} MB`);
    if (restedMb > restingMb.after) broken.push(`At rest, after all of it, the process had ${restedMb} MB`);
    return {
      ...{
        heldPerSecond: held,
        steadyPerSecond: steadyRate,
        ...figures,
        memoryMb,
        grownMb,
        eventLoopMs: (await longestDelay(monitor, 0)).stoodMs,
      },
      ...{
        hostileFiles: hostile.files,
        importStoodMs: hostile.stoodMs,
        importWorkedMs: hostile.workedMs,
        importOthersP99: hostile.p99,
        importMb: hostileMb,
      },
      ...{
        crowdServedP99: latencies(crowd).p99,
        crowdServed: crowd.length - latencies(crowd).errors,
        shed,
        crowdOther: other,
        afterP99: after.p99,
        restMb,
        restedMb,
      },
      kinds: byKind(steady),
      broken,
    };
  } finally {
    memory.stop();
    await product.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The highest of some rates at which 99 % of requests are answered within the limit, and none wrongly. */
async function highestRate(
  run: (rate: number, seconds: number) => Promise<Measured[]>,
  seconds: number,
  log: (text: string) => void,
): Promise<number> {
  let held = 10;
  for (const rate of [25, 50, 100, 150, 200, 300, 400, 600, 800]) {
    const done = await run(rate, seconds);
    const { p99, errors } = latencies(done);
    log(`${rate} a second: p99 ${p99} ms, ${errors} errors${errors > 0 ? `: ${errorsIn(done)}` : ''}`);
    if (p99 > p99Ms || errors > 0) break;
    held = rate;
  }
  return held;
}

/**
 * Ten members bring hostile files and parts at once, each from another one on, until every one of the corpus was brought;
 * others go on as on any day.
 */
async function hostileImports(
  url: string,
  { cookies }: Site,
  run: (rate: number, seconds: number) => Promise<Measured[]>,
  monitor: string,
) {
  const from = Date.now();
  // Hostile pages come from sites, not from members.
  const files = hostileFiles().filter(({ form }) => form !== 'page');
  const answers: { name: string; status: number }[] = [];
  const importers = cookies.slice(0, 10);
  const missing = new Set(files);
  const imports = Promise.all(
    importers.map(async (cookie, member) => {
      const first = Math.floor((member * files.length) / importers.length);
      for (const file of [...files.slice(first), ...files.slice(0, first)]) {
        if (missing.size === 0) return;
        const { name, form, bytes } = file;
        const made = Buffer.from(bytes());
        const { status } = await (form === 'file'
          ? sendRequest(url, { ...fileOf(name, made), cookie })
          : sendPart(url, cookie, name, made));
        answers.push({ name, status });
        missing.delete(file);
      }
    }),
  );
  let others: Measured[] = [];
  const still = () => Promise.race([imports.then(() => false), pause(0).then(() => true)]);
  while (await still()) others = [...others, ...(await run(20, 2))];
  await pause(1100);
  const isAnswered = ({ status }: { status: number }) => status !== 0 && (status < 500 || status === 503);
  return {
    files: files.length,
    unanswered: answers.filter((one) => !isAnswered(one)).map(({ name, status }) => `${name} ${status || 'no answer'}`),
    turnedAway: answers.filter(({ status }) => status === 503).length,
    ...latencies(others),
    ...(await longestDelay(monitor, from)),
  };
}

/** The longest time that the event loop was blocked, and the longest by its own work. */
async function longestDelay(monitor: string, from: number): Promise<{ stoodMs: number; workedMs: number }> {
  const lines = (await readFile(monitor, 'utf8').catch(() => '')).trim().split('\n');
  const delays = lines.map((line) => line.split(' ').map(Number)).filter(([at = 0]) => at >= from);
  return {
    stoodMs: Math.max(0, ...delays.map(([, stood = 0]) => stood)),
    workedMs: Math.max(0, ...delays.map(([, , worked = 0]) => worked)),
  };
}

/** Samples the memory of the product with its workers, without its store and builds, every second. */
function watchMemory(pid: number) {
  let samples: number[] = [];
  const timer = setInterval(() => {
    void processTree(pid).then((tree) => {
      const own = tree.filter((one) => !isStore(one) && !isBuild(one));
      samples.push(own.reduce((sum, { kb }) => sum + kb, 0) / 1024);
    });
  }, 1000);
  const mean = (some: readonly number[]) => some.reduce((sum, mb) => sum + mb, 0) / (some.length || 1);
  return {
    restart: () => void (samples = []),
    peakMb: () => Math.round(Math.max(0, ...samples)),
    nowMb: () => Math.round(samples.at(-1) ?? 0),
    /** How much the last third is above the second one; the first fills the caches. */
    grownMb: () => {
      const third = Math.floor(samples.length / 3);
      return third === 0 ? 0 : Math.round(mean(samples.slice(-third)) - mean(samples.slice(third, 2 * third)));
    },
    stop: () => clearInterval(timer),
  };
}

function errorsIn(all: readonly Measured[]): string {
  const counted = Map.groupBy(
    all.filter(({ status }) => status === 0 || status >= 400),
    ({ kind, status }) => `${kind} ${status || 'no answer'}`,
  );
  return [...counted].map(([what, some]) => `${what} × ${some.length}`).join(', ');
}
