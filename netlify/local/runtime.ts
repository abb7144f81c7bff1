import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { causeOf } from '../../src/platform/model/cause.ts';
import { log } from '../../src/platform/server/log.ts';
import { recordOutage } from '../../src/platform/server/store/meta.ts';
import { connect, type Redis } from '../../src/platform/server/store/redis.ts';
import { routeInProcess } from '../../src/platform/server/store/transport.ts';
import { openSchema } from '../../src/maintenance/schema/schema.ts';
import { lockDataDir, prepareDataDir, readSecrets, type Secrets } from './data-dir.ts';
import { sentenceFor, StartFailure } from './settings.ts';
import { environment, isLoopback, takesAccounts } from '../../src/platform/server/env.ts';
import { gatewayTo, startGateway, type Gateway } from './redis/gateway.ts';
import { keepRedis } from './redis/kept-redis.ts';
import { startMailbox, type Mailbox } from './server/mailbox.ts';
import { seed } from './seed.ts';
import { buildHookPath } from './server/server.ts';

/** Collects how to stop what has been started. It is stopped in reverse order. */
export interface Runtime {
  onStop(work: () => Promise<void>): void;
  /** Resolves when everything has stopped. A second call returns the promise of the first. */
  stop(): Promise<void>;
  stopping(): boolean;
}

export const projectDir = path.resolve(import.meta.dirname, '../..');

/**
 * Runs `main`, and stops everything it started when it fails or when the process gets a signal to end. A failure is one
 * sentence on stderr that says what the user can do.
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
  // An unhandled rejection in one call must not end the server for everybody else.
  process.on('unhandledRejection', (error) => log('error', 'work that nobody waited for failed', { error }));
  try {
    await main(runtime);
  } catch (error) {
    // An error caused by stopping is not a failure.
    if (runtime.stopping()) return await runtime.stop();
    console.error(sentenceFor(error));
    await runtime.stop();
    process.exit(1);
  }
}

interface Options {
  port: number;
  /** The address on which it listens for other machines, besides loopback. */
  host: string | undefined;
  dataDir: string;
  /** Start without the first collection. */
  empty: boolean;
  /** Whether it runs for other people: `npm run serve`. */
  serve: boolean;
}

/** The options of the command line and the environment. Throws `StartFailure` with one sentence. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options {
  const port = Number(env['PORT'] || 8888);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartFailure(`PORT must be a number from 0 to 65535, and is ${env['PORT']}.`);
  }
  const { empty, serve } = flagsIn(args);
  const host = env['HOST'] || undefined;
  if (serve) throwIfUnfitForOthers(env);
  // A site for others starts empty, without the invented first collection.
  return { port, host, dataDir: path.resolve(env['DATA_DIR'] || '.data'), empty: empty || serve, serve };
}

function flagsIn(args: string[]): { empty: boolean; serve: boolean } {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ args, options: { empty: flag, serve: flag } }).values;
  } catch (error) {
    const what = causeOf(error);
    throw new StartFailure(`${what.replace(/\.?$/, '.')} The only option is --empty.`);
  }
}

/** Browsers keep the session cookie only over https, or on this machine. */
function throwIfUnfitForOthers({ SITE_URL }: NodeJS.ProcessEnv): void {
  const site = URL.parse(SITE_URL ?? '');
  if (site?.protocol === 'https:' || (site && isLoopback(site.href))) return;
  throw new StartFailure(
    'SITE_URL must be the address that people open, such as https://notes.example.org: behind a proxy that has its certificate.',
  );
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
 * `RestoreInterrupted`.
 */
export async function provideStore(runtime: Runtime, dataDir: string, port: number, secrets: Secrets): Promise<Redis> {
  const { env } = process;
  env['NODE_ENV'] ||= 'production';
  env['SITE_URL'] ||= `http://localhost:${port}`;
  env['SESSION_SECRET'] ||= secrets.session;
  env['BUILD_HOOK_URL'] = `http://127.0.0.1:${port}${buildHookPath(secrets.hook)}`;
  // A build is cheap here, since only changes are rendered.
  env['PUBLISH_EVERY'] ||= '0';
  env['CACHE_DIR'] = path.join(dataDir, 'cache');
  env['BACKUP_DIR'] ||= path.join(dataDir, 'backups');
  env['PICTURES_DIR'] ||= path.join(dataDir, 'pictures');
  if (!env['UPSTASH_REDIS_REST_URL']) {
    const gateway = env['REDIS_URL']
      ? await gatewayTo(env['REDIS_URL'], secrets.store)
      : await gatewayToOwn(runtime, path.join(dataDir, 'redis'), secrets.store);
    runtime.onStop(() => gateway.stop());
    routeInProcess(gateway.url, gateway.front);
    env['UPSTASH_REDIS_REST_URL'] = gateway.url;
    env['UPSTASH_REDIS_REST_TOKEN'] = secrets.store;
  }
  const redis = connect({ url: env['UPSTASH_REDIS_REST_URL'], token: env['UPSTASH_REDIS_REST_TOKEN'] ?? '' });
  await openSchema(redis);
  return redis;
}

/** Starts a Redis on this machine and restarts it when it dies. If that becomes impossible, the process ends. */
async function gatewayToOwn(runtime: Runtime, dir: string, token: string): Promise<Gateway> {
  const store = await keepRedis(
    dir,
    ({ since, words }, until) => void keepOutage(connect({ url: gateway.url, token }), { since, until, words }),
    () => void runtime.stop().then(() => process.exit(1)),
  );
  runtime.onStop(() => store.stop());
  const gateway = await startGateway({ redis: store.url, token, outage: store.outage });
  return gateway;
}

/** Records an outage, with retries: a store that has just come back may not be reachable at once. */
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
 * Catches mail on this machine, unless the environment names a mail server. A site for others without one gets no mailbox,
 * but a warning for its owner: behind a proxy that passes on neither the host nor the client, everybody would seem to be
 * on this machine and could read the links that reset passwords. Call it before any function is imported.
 */
export async function provideMail(
  runtime: Runtime,
  { dataDir, serve }: Pick<Options, 'dataDir' | 'serve'>,
): Promise<Mailbox | undefined> {
  const { env } = process;
  if (env['SMTP_URL']) return undefined;
  // A copy, since the settings of this process are read only once, and SMTP_URL may follow.
  const site = environment({ ...env });
  if (serve || !isLoopback(site.SITE_URL)) {
    console.warn(
      takesAccounts(site)
        ? 'SMTP_URL is not set: no mail is sent, so that no address is proven and nobody who lost a password gets in again.'
        : 'SMTP_URL is not set, so nobody can open an account: give a mail server (smtp://user:password@host:587), or set SIGNUP_WITHOUT_MAIL=on.',
    );
    return undefined;
  }
  const mailbox = await startMailbox(path.join(dataDir, 'mail'));
  runtime.onStop(() => mailbox.stop());
  env['SMTP_URL'] = mailbox.url;
  return mailbox;
}

/** Writes the first collection if this is a new store, and says so. */
export async function provideNotes(redis: Redis, { empty }: Pick<Options, 'empty'>): Promise<void> {
  const { wrote } = await seed(redis, { directory: path.join(import.meta.dirname, 'first-collection'), empty });
  if (wrote > 0) {
    console.log(`wrote a first collection of ${wrote} notes (npm start -- --empty begins without it)`);
  }
}
