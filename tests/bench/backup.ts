import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { startApi, type Api, type Person } from '../support/api.ts';
import { startStore, type TestStore } from '../support/store.ts';
import { writeCollection } from './collection.ts';

const commands = path.resolve(import.meta.dirname, '../../netlify/local');

/**
 * `npm run bench -- backup`: what backing up a store of so many notes takes while somebody reads and writes, and bringing
 * it into an empty one: seconds, the size of the file, and the most memory that each command had.
 */
export async function benchBackup(sizes: number[], { json }: { json: boolean }): Promise<void> {
  for (const notes of sizes) {
    console.error(`${notes} notes …`);
    const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-bench-backup-'));
    const [api, empty] = await Promise.all([startApi({ RATE_LIMIT_SCALE: '1000000' }), startStore()]);
    try {
      await writeCollection(api.store.redis, notes);
      const writer = await api.signUp('bench_writer');
      const identity = await generateIdentity();
      const recipient = await identityToRecipient(identity);
      const file = path.join(dir, 'bench.backup');
      const before = await served(api, writer, Promise.resolve(), 200);
      const taking = run('backup', [file], api.store, { BACKUP_RECIPIENT: recipient });
      const during = await served(api, writer, taking, 20);
      const taken = await taking;
      const restored = await run('restore', [file], empty, { BACKUP_IDENTITY: identity });
      const { size } = await stat(file);
      const figures = { notes, megabytes: size / 1e6, backup: taken, restore: restored, before, during };
      console.log(json ? JSON.stringify(figures) : figures);
    } finally {
      await Promise.all([api.stop(), empty.stop()]);
      await rm(dir, { recursive: true, force: true });
    }
  }
}

/** Runs a command to its end, reading its peak memory from the system while it runs. */
async function run(name: string, args: string[], { url, token }: TestStore, env: Record<string, string>) {
  const began = performance.now();
  const store = { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token };
  const child = spawn(process.execPath, [path.join(commands, `${name}.ts`), ...args], {
    env: { ...process.env, ...store, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.pipe(process.stderr);
  let peak = 0;
  const timer = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (status) => (peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? peak * 1024) / 1024),
      () => undefined,
    );
  }, 50);
  const [code] = (await once(child, 'exit')) as [number];
  clearInterval(timer);
  if (code !== 0) throw new Error(`npm run ${name} ended with ${code}.`);
  return { seconds: (performance.now() - began) / 1000, megabytes: peak };
}

/**
 * How long reading the list and writing a note took, in milliseconds, repeated at least this often and until the
 * promise resolves.
 */
async function served(api: Api, { cookie }: Person, until: Promise<unknown>, least: number) {
  const under = new AbortController();
  void until.catch(() => undefined).then(() => under.abort());
  const [reads, writes]: [number[], number[]] = [[], []];
  const timed = async (times: number[], call: () => Promise<{ status: number }>) => {
    const began = performance.now();
    const { status } = await call();
    if (status >= 400) throw new Error(`A call was answered with ${status}.`);
    times.push(performance.now() - began);
  };
  for (let at = 0; at < least || !under.signal.aborted; at += 1) {
    await timed(reads, () => api.call('GET', '/api/notes'));
    const body = { title: `Bench ${at}`, body: 'Written meanwhile.', tags: ['reading'] };
    await timed(writes, () => api.call('POST', '/api/notes', { cookie, body }));
  }
  return { reads: spread(reads), writes: spread(writes) };
}

function spread(times: number[]) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => Number((sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1));
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) };
}
