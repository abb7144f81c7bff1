import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { causeOf } from '../../src/platform/model/cause.ts';
import { log } from '../../src/platform/server/log.ts';
import { recordOutage } from '../../src/platform/server/store/meta.ts';
import { connect, type Redis } from '../../src/platform/server/store/redis.ts';
import { openSchema } from '../../src/maintenance/schema/schema.ts';
import { lockDataDir, prepareDataDir, readSecrets, type Secrets } from './data-dir.ts';
import { sentenceFor, StartFailure } from './failure.ts';
import { startGateway } from './redis/gateway.ts';
import { keepRedis } from './redis/kept-redis.ts';
import { startMailbox, type Mailbox } from './server/mailbox.ts';
import { seed } from './seed.ts';
import { buildHookPath } from './server/server.ts';

/** What has been started, and how it ends: in the opposite order. */
export interface Runtime {
  onStop(work: () => Promise<void>): void;
  /** Resolves when everything has ended; the second call is the first one's. */
  stop(): Promise<void>;
  stopping(): boolean;
}

export const projectDir = path.resolve(import.meta.dirname, '../..');

/**
 * Runs `main`, and stops all that it started when it fails or when the process is told to end. A reason that the user
 * can do something about is one sentence on stderr.
 */
export async function runUntilStopped(main: (runtime: Runtime) => Promise<void>): Promise<void> {
  const works: (() => Promise<void>)[] = [];
  let stopped: Promise<void> | undefined;
  const stopAll = async () => {
    for (const work of works.reverse()) {
      await work().catch((error: unknown) => log('error', 'something could not be ended', { error }));
    }
  };
  const runtime: Runtime = {
    onStop: (work) => works.push(work),
    stop: () => (stopped ??= stopAll()),
    stopping: () => stopped !== undefined,
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => void runtime.stop().then(() => process.exit(0)));
  }
  try {
    await main(runtime);
  } catch (error) {
    // What fails because it is being stopped has not failed.
    if (runtime.stopping()) return await runtime.stop();
    console.error(sentenceFor(error));
    await runtime.stop();
    process.exit(1);
  }
}

interface Options {
  port: number;
  dataDir: string;
  /** Start without the first collection. */
  empty: boolean;
}

/** What the command line and the environment ask for. Throws `StartFailure` with one sentence. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options {
  const port = Number(env['PORT'] || 8888);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartFailure(`PORT must be a number from 0 to 65535, and is ${env['PORT']}.`);
  }
  return { port, dataDir: path.resolve(env['DATA_DIR'] || '.data'), empty: isEmptyAsked(args) };
}

function isEmptyAsked(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { empty: { type: 'boolean', default: false } } }).values.empty;
  } catch (error) {
    const what = causeOf(error);
    throw new StartFailure(`${what.replace(/\.?$/, '.')} The only option is --empty.`);
  }
}

/** Takes the data folder for this process and gives the secrets that are kept in it. */
export async function takeDataDir(runtime: Runtime, dir: string): Promise<Secrets> {
  await prepareDataDir(dir);
  runtime.onStop(await lockDataDir(dir));
  return readSecrets(dir);
}

/**
 * Starts the store, unless the environment names another one, and sets everything in the environment that functions and
 * builds read. Functions may be imported only after it. Throws `NewerStore` and
 * `HalfRestored`.
 */
export async function provideStore(runtime: Runtime, dataDir: string, port: number, secrets: Secrets): Promise<Redis> {
  const { env } = process;
  env['NODE_ENV'] ||= 'production';
  env['SITE_URL'] ||= `http://localhost:${port}`;
  env['SESSION_SECRET'] ||= secrets.session;
  env['BUILD_HOOK_URL'] = `http://127.0.0.1:${port}${buildHookPath(secrets.hook)}`;
  env['CACHE_DIR'] = path.join(dataDir, 'cache');
  env['BACKUP_DIR'] ||= path.join(dataDir, 'backups');
  env['PICTURES_DIR'] ||= path.join(dataDir, 'pictures');
  if (!env['UPSTASH_REDIS_REST_URL']) {
    const store = await keepRedis(path.join(dataDir, 'redis'), ({ since, words }, until) => {
      void keepOutage(connect({ url: gateway.url, token: secrets.store }), { since, until, words });
    });
    runtime.onStop(() => store.stop());
    const gateway = await startGateway({ redis: store.url, token: secrets.store, outage: store.outage });
    runtime.onStop(() => gateway.stop());
    env['UPSTASH_REDIS_REST_URL'] = gateway.url;
    env['UPSTASH_REDIS_REST_TOKEN'] = secrets.store;
  }
  const redis = connect({ url: env['UPSTASH_REDIS_REST_URL'], token: env['UPSTASH_REDIS_REST_TOKEN'] ?? '' });
  await openSchema(redis);
  return redis;
}

/** What has just come back may take a moment more to be reached. */
async function keepOutage(redis: Redis, outage: Parameters<typeof recordOutage>[1]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await recordOutage(redis, outage);
    } catch (error) {
      if (tries === 20) return log('error', 'what the store said last could not be kept', { error });
      await pause(500, undefined, { ref: false });
    }
  }
}

/**
 * Catches mail on this machine, unless the environment names a mail server: then there is no mailbox to show. Functions
 * may be imported only after it.
 */
export async function provideMail(runtime: Runtime, dataDir: string): Promise<Mailbox | undefined> {
  const { env } = process;
  if (env['SMTP_URL']) return undefined;
  const mailbox = await startMailbox(path.join(dataDir, 'mail'));
  runtime.onStop(() => mailbox.stop());
  env['SMTP_URL'] = mailbox.url;
  return mailbox;
}

/** Writes the first collection where it belongs and says so. */
export async function provideNotes(redis: Redis, { empty }: Pick<Options, 'empty'>): Promise<void> {
  const { wrote } = await seed(redis, { directory: path.join(import.meta.dirname, 'first-collection'), empty });
  if (wrote > 0) {
    console.log(`wrote a first collection of ${wrote} notes (npm start -- --empty begins without it)`);
  }
}
