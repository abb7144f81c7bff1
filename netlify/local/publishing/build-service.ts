import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { newBuildId, type BuildRecord } from '../../build/record.ts';
import { log } from '../../../src/platform/server/log.ts';
import { recordFailure } from '../../../src/publishing/server/store/publishing.ts';
import type { Redis } from '../../../src/platform/server/store/redis.ts';
import { announcePublished } from '../../../src/publishing/server/websub.ts';
import { end, endWithParent } from '../data-dir.ts';
import { type HangLimit, watchForHang } from './hang-watch.ts';
import type { Releases } from './releases.ts';
import { causeOf } from '../../../src/platform/model/cause.ts';
import path from 'node:path';

/**
 * The program that makes one build: what `npm run build` starts, without Node's warnings about experimental features. Most
 * objects of one note are garbage by the next: a young heap of 32 MB, twice Node's default, reduces the time spent on
 * collecting them.
 */
export const buildCommand = [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=32',
  path.join(import.meta.dirname, '../../build/build.ts'),
];

export type BuildOutcome =
  | { ok: true; record: BuildRecord; ms: number }
  | { ok: false; buildId: string; reason: string; killed: boolean; ms: number };

export interface BuildService {
  /** Requests a build. While one runs, one more waits, which all further requests share. */
  request(): void;
  /** The same, resolving with the outcome of a build that began after the call. Rejects if the service is stopped. */
  build(): Promise<BuildOutcome>;
  /** Whether a build is running or waiting. */
  busy(): boolean;
  /** The process of the running build. */
  pid(): number | undefined;
  /** Resolves when no build is running or waiting. */
  idle(): Promise<void>;
  /** Ends the running build, if any; the served release does not change. */
  stop(): Promise<void>;
}

interface Options {
  releases: Releases;
  redis: Redis;
  /** The build's program and its arguments. It reads BUILD_ID, OUT_DIR and BASE_RECORD. */
  command: string[];
  cwd: string;
  /** Read for each build, so that it has the current settings. */
  env: () => NodeJS.ProcessEnv;
  /** The site's address, and the WebSub hub that is notified of publications, if there is one. */
  site?: Parameters<typeof announcePublished>[2];
  /** Called after every build that ended by itself. */
  onEnd?: (outcome: BuildOutcome) => void;
  /** When a build is ended because it hangs. */
  hang?: HangLimit;
}

/**
 * The longest texts take a second. Two minutes are enough for them on any machine that is not overloaded; on one that was,
 * nothing is left out for good.
 */
const usualHang: HangLimit = { times: 12, everyMs: 10_000, restMs: 60 * 60_000 };

/**
 * How long a build waits before it begins: writes that come together share it, and reads of what was just written are
 * answered before it takes up a core.
 */
const gatherMs = 100;

/** Builds the site on request, at most one build running and one waiting, and publishes the result. */
export function buildService(options: Options): BuildService {
  const { releases, redis, command, cwd, env, site, onEnd, hang = usualHang } = options;
  /** What builds never got beyond, and until when later ones leave it out. */
  const leftOut = new Map<string, number>();
  let stopped = false;
  let child: BuildChild | undefined;
  let running: Promise<BuildOutcome> | undefined;
  let next: Promise<BuildOutcome> | undefined;
  let tidying: Promise<void> | undefined;
  let gathering = false;
  const throwIfStopped = () => {
    if (stopped) throw new Stopped();
  };

  const once = async (): Promise<BuildOutcome> => {
    const began = performance.now();
    const buildId = newBuildId(new Date(), path.basename(releases.base() ?? ''));
    let failure: Awaited<BuildChild['failure']>;
    let hungAt: string | undefined;
    let watch: Awaited<ReturnType<typeof watchForHang>> | undefined;
    try {
      gathering = true;
      await pause(gatherMs);
      gathering = false;
      throwIfStopped();
      const buildEnv = { BUILD_ID: buildId, OUT_DIR: releases.partial(buildId), BASE_RECORD: releases.base() };
      watch = await watchForHang(hang, (name) => {
        leftOut.set((hungAt = name), performance.now() + hang.restMs);
        void child?.kill();
      });
      const names = [...leftOut].filter(([, until]) => performance.now() < until).map(([name]) => name);
      const watched = { UNDER_WAY_DIR: watch.dir, LEFT_OUT: JSON.stringify(names) };
      child = runBuild(command, cwd, { ...env(), ...buildEnv, ...watched });
      failure = await child.failure;
      throwIfStopped();
      if (failure && hungAt !== undefined)
        failure = { reason: `The build never got beyond ${hungAt}, which is left out for now.`, killed: false };
      if (!failure) {
        const record = await releases.publish(buildId);
        const published = { buildId, revision: record.revision, now: new Date() };
        await recorded(announcePublished(redis, published, site ?? {}));
        return { ok: true, record, ms: performance.now() - began };
      }
    } catch (error) {
      if (error instanceof Stopped) throw error;
      failure = { reason: `The build left no whole site: ${causeOf(error)}`, killed: false };
    } finally {
      child = undefined;
      await watch?.stop();
      await releases.discard(buildId);
    }
    const { reason, killed } = failure;
    // The build knows its failure best, and may have recorded it already.
    await recorded(recordFailure(redis, { buildId, message: reason, killed, now: new Date() }));
    return { ok: false, buildId, reason, killed, ms: performance.now() - began };
  };

  const begin = (): Promise<BuildOutcome> => {
    running = once().then((outcome) => {
      onEnd?.(outcome);
      tidying ??= releases
        .tidy()
        .catch((error: unknown) =>
          log('error', 'the release could not be made one layer, and is served as it is', { error }),
        )
        .finally(() => (tidying = undefined));
      return outcome;
    });
    const ended = running;
    void ended
      .catch(() => undefined)
      .finally(() => {
        if (running === ended) running = undefined;
      });
    return ended;
  };

  const build = (): Promise<BuildOutcome> => {
    if (stopped) return Promise.reject(new Stopped());
    if (!running) return begin();
    if (gathering) return running;
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        throwIfStopped();
        return begin();
      });
    return next;
  };

  return {
    build,
    busy: () => (running ?? next) !== undefined,
    pid: () => child?.pid,
    request: () => void build().catch((error: unknown) => unlessStopped(error)),
    async idle() {
      while (running ?? next) await (next ?? running)?.catch(() => undefined);
    },
    async stop() {
      stopped = true;
      await child?.kill();
      await running?.catch(() => undefined);
      await tidying;
    },
  };
}

class Stopped extends Error {
  override name = 'Stopped';
}

function unlessStopped(error: unknown): void {
  if (!(error instanceof Stopped)) log('error', 'building failed', { error });
}

/** An unreachable store must not undo a release that is already served; another build is made when it is back. */
async function recorded(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => log('error', 'the outcome of a build could not be recorded', { error }));
}

interface BuildChild {
  pid: number | undefined;
  /** Why it failed, in its last output; undefined if it succeeded. `killed`: by another process. */
  failure: Promise<{ reason: string; killed: boolean } | undefined>;
  kill(): Promise<void>;
}

/** Runs one build as a process group of its own, at a lower priority than the requests being answered. */
function runBuild(command: string[], cwd: string, env: NodeJS.ProcessEnv): BuildChild {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const watch = endWithParent(child);
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-8000)));
  try {
    if (child.pid !== undefined) setPriority(child.pid, 5);
  } catch {
    // The build then simply runs at the same priority.
  }
  const failure = new Promise<{ reason: string; killed: boolean } | undefined>((resolve) => {
    child.once('error', (error) => resolve({ reason: error.message, killed: false }));
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(undefined);
      const reason = lastLines(words) || `The build ended with ${signal ?? `code ${code}`} and said nothing.`;
      resolve({ reason, killed: signal !== null && killing.has(signal) });
    });
  });
  void failure.then(() => watch.release());
  return { pid: child.pid, failure, kill: () => end(child, 3000, { group: true }) };
}

/** Signals that come from outside; a crashing process gets others. */
const killing = new Set<NodeJS.Signals>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

function lastLines(text: string): string {
  return stripVTControlCharacters(text).trim().split('\n').slice(-12).join('\n');
}
