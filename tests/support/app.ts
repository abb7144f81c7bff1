import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

export type App = {
  /** Its base URL, without a trailing slash. */
  url: string;
  dataDir: string;
  pid: number;
  /** Everything it has printed so far, for failure messages. */
  output: () => string;
  /** Stops it as Ctrl-C does and returns the exit code, or null if it had to be killed. */
  stop: () => Promise<number | null>;
};

/** Clears the settings of whoever runs the tests: an empty value counts as unset and keeps .env from supplying one. */
const unset = Object.fromEntries(
  [
    'UPSTASH_REDIS_REST_URL',
    'UPSTASH_REDIS_REST_TOKEN',
    'REDIS_URL',
    'HOST',
    'TRUST_PROXY',
    'SIGNUP_WITHOUT_MAIL',
    'SITE_URL',
    'SITE_NAME',
    'SESSION_SECRET',
    'BUILD_HOOK_URL',
    'OWNER_EMAIL',
    'ADS_ACCOUNT',
    'SMTP_URL',
    'MAIL_FROM',
  ].map((name) => [name, '']),
);

type Options = {
  args?: string[];
  env?: Record<string, string>;
  /** Kept if given; otherwise a new folder that `stop` removes. */
  dataDir?: string;
  port?: number;
  /** A folder of compiled templates to start from, made by a product of the same code. */
  renderers?: string;
  /** Timeout in milliseconds for its `ready` line; the first start builds the site. */
  within?: number;
};

/**
 * Starts the whole product as `npm start` does and waits for its `ready` line. Rejects with all its output if it
 * exits or the timeout passes first.
 */
export async function startApp({
  args = [],
  env = {},
  dataDir,
  port,
  renderers,
  within = 400_000,
}: Options = {}): Promise<App> {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'commonplace-')));
  if (renderers) await cp(renderers, path.join(folder, 'cache/renderer'), { recursive: true });
  const at = port ?? (await freePort());
  const child = spawn(process.execPath, ['netlify/local/start.ts', ...args], {
    cwd: root,
    env: { ...process.env, ...unset, RATE_LIMIT_SCALE: '1000', ...env, DATA_DIR: folder, PORT: String(at) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const stop = async () => {
    const code = await end(child);
    if (!dataDir) await rm(folder, { recursive: true, force: true });
    return code;
  };
  try {
    const url = await readyUrl(child, () => printed, within);
    return { url, dataDir: folder, pid: child.pid ?? 0, output: () => printed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * A port that nothing listens on now. It is below the system's ephemeral ports (from 32768 on, or higher), so that no
 * connection of another test takes it in the meantime.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(20_000, 32_768);
    if (await isFree(port)) return port;
  }
  throw new Error('There is no free port.');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

async function readyUrl(child: ChildProcess, printed: () => string, within: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const url = /^ready (http:\S+)/m.exec(printed())?.[1];
      if (url) settle(() => resolve(url.replace(/\/$/, '')));
    };
    const fail = (why: string) => settle(() => reject(new Error(`${why} It printed:\n${printed()}`)));
    const timer = setTimeout(() => fail(`The product was not ready within ${within} ms.`), within);
    // `close`, unlike `exit`, fires after the last output.
    const closed = (code: number | null) => fail(`The product ended with code ${code} before it was ready.`);
    const settle = (done: () => void) => {
      clearTimeout(timer);
      child.off('close', closed).off('error', failed);
      child.stdout?.off('data', look);
      done();
    };
    const failed = (error: Error) => fail(error.message);
    child.on('close', closed).on('error', failed);
    child.stdout?.on('data', look);
  });
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit') as Promise<[number | null]>;
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGKILL'), 45_000);
  const [code] = await exit;
  clearTimeout(timer);
  return code;
}
