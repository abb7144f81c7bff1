import { existsSync } from 'node:fs';
import path from 'node:path';
import { environment } from '../../src/platform/server/env.ts';
import { causeOf } from '../../src/platform/model/cause.ts';
import { log } from '../../src/platform/server/log.ts';
import { answerWithinProcess } from '../../src/platform/server/own-site.ts';
import { migrate } from '../../src/maintenance/schema/schema.ts';
import { publishingState, recordPublished } from '../../src/publishing/server/store/publishing.ts';
import { headRevision } from '../../src/platform/server/store/changes.ts';
import type { Redis } from '../../src/platform/server/store/redis.ts';
import { codeDigests } from '../build/code-digest.ts';
import { buildCommand, buildService, type BuildOutcome, type BuildService } from './publishing/build-service.ts';
import { inSeconds, rendererFiles, rendererOf } from '../build/renderer/renderer.ts';
import { clientAddress } from './server/http.ts';
import { compressedFiles } from './server/compressed.ts';
import { loadSettings, StartFailure } from './settings.ts';
import { loadFunctions } from './functions/bundles.ts';
import { functionHost } from './functions/functions.ts';
import { staticFiles, headerRules } from './server/static-files.ts';
import { superviseBuilds, followRemovals } from './publishing/supervise-builds.ts';
import { startMetrics } from './server/metrics.ts';
import { openReleases, type Releases } from './publishing/releases.ts';
import {
  projectDir,
  provideMail,
  provideNotes,
  provideStore,
  readOptions,
  runUntilStopped,
  takeDataDir,
  type Runtime,
} from './runtime.ts';
import { answerOf, openServer, type Site } from './server/server.ts';
import { stripTypes } from './without-types.mjs';

/* Restarts this process with settings that are read only at its start: two of the system's allocator (glibc), and how V8
   lets its heap grow. By default each thread has an arena of its own, which keeps buffers of megabytes for later, and
   the young heap grows to three times 16 MB: while ten people uploaded large files, a process whose buffers took 100 MB
   held 890 MB. On a machine with much memory V8 also collects the old heap for the first time at about 280 MB, while 80
   MB are live; with these settings from 48 MB on, and after each growth by 40 %. Live data may grow as before. Nothing
   else has been started yet. */
const heap = ['--max-semi-space-size=8', '--initial-old-space-size=48', '--heap-growing-percent=40'];
const settings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

if (process.platform === 'linux' && process.execve && process.env['MALLOC_ARENA_MAX'] === undefined) {
  // The warning that execve is experimental is of no use to the user.
  process.removeAllListeners('warning');
  stripTypes();
  const load = ['--import', new URL('without-types.mjs', import.meta.url).href];
  process.execve(
    process.execPath,
    [process.execPath, ...heap, ...load, ...process.execArgv, ...process.argv.slice(1)],
    {
      ...process.env,
      ...settings,
    },
  );
}

const migrationMs = 20_000;

/** Runs the whole product on this machine, and prints `ready` and its address once it can serve. */
async function start(runtime: Runtime): Promise<void> {
  loadSettings();
  process.setSourceMapsEnabled(true);
  const options = readOptions(process.argv.slice(2), process.env);
  const { dataDir } = options;
  const secrets = await takeDataDir(runtime, dataDir);
  const clientOf = clientAddress(process.env['TRUST_PROXY']);
  const server = await openServer(options.port, options.host);
  runtime.onStop(() => server.stop());

  const redis = await provideStore(runtime, dataDir, server.port, secrets);
  const mailbox = await provideMail(runtime, options);
  const site = environment();
  const siteUrl = site.SITE_URL;
  const releases = await openReleases(dataDir);
  await throwIfEmptied(redis, releases, dataDir);
  await provideNotes(redis, options);

  const metrics = startMetrics(redis);
  const removals = followRemovals(releases);
  runtime.onStop(async () => removals.stop());
  releases.watch(() => void removals.readBackLater(redis));
  runtime.onStop(async () => releases.close());
  let isStarting = true;
  const builds = buildService({
    releases,
    redis,
    command: buildCommand,
    cwd: projectDir,
    env: () => process.env,
    site,
    onEnd: (outcome) => {
      metrics.build(outcome);
      report(outcome, isStarting);
    },
  });
  runtime.onStop(() => builds.stop());
  const bundles = {
    directory: path.join(projectDir, 'functions'),
    projectDir,
    cacheDir: path.join(dataDir, 'cache/functions'),
  };
  // One after the other: while their packages load, this process cannot answer a build's requests to the store.
  const functions = await loadFunctions(bundles);
  const { templates, code } = codeDigests(projectDir);
  await compileTemplates(runtime, dataDir, templates);
  await bringUpToDate(redis, { code, releases, builds });
  const host = functionHost(functions, { siteUrl });
  runtime.onStop(() => host.stop());

  const files = staticFiles({
    releases: () => releases.served(),
    headers: await headerRules(projectDir),
    compressed: await compressedFiles(path.join(dataDir, 'cache/compressed')),
  });
  await removals.readBack(redis);
  const served: Site = {
    siteUrl,
    files,
    isOld: removals.isOld,
    functions: host,
    clientOf,
    hookToken: secrets.hook,
    onBuildHook: () => builds.request(),
    ...(mailbox ? { mailbox } : {}),
    metrics,
    metricsToken: site.METRICS_TOKEN,
  };
  server.serve(served);
  const answer = (asked: Request) => answerOf(asked, '127.0.0.1', served, host.match(asked));
  answerWithinProcess(siteUrl, answer, () => releases.served()[0]);
  const stopKeeping = superviseBuilds(redis, builds, site.PUBLISH_EVERY);
  runtime.onStop(async () => stopKeeping());
  console.log(`ready http://localhost:${server.port}`);
  isStarting = false;
  // Data of an earlier version is migrated while the site serves; the schedule continues the migration.
  const end = Date.now() + migrationMs;
  await migrate(redis, () => Date.now() < end).catch((error: unknown) =>
    log('error', 'the store could not be brought up to date', { error }),
  );
}

/** An empty store in the place of one that a site was published from: an empty site would replace that. */
async function throwIfEmptied(redis: Redis, releases: Releases, dataDir: string): Promise<void> {
  const { revision = 0 } = releases.record() ?? {};
  if (revision === 0 || (await headRevision(redis)) > 0) return;
  throw new StartFailure(
    `The store is empty, but the site in ${dataDir} was published from one with ${revision} changes: put that one back ` +
      `or restore a backup; to begin anew, move ${path.join(dataDir, 'releases')} away.`,
  );
}

/**
 * Compiles the templates of this code, with which functions render pages that are not files. Stops with the start. If it
 * fails, a build tries again and reports why.
 */
async function compileTemplates(runtime: Runtime, dataDir: string, templates: string): Promise<void> {
  const place = { dir: path.join(dataDir, 'cache/renderer'), templates };
  const { entry } = rendererFiles(projectDir, place);
  process.env['RENDERER_ENTRY'] = entry;
  if (!existsSync(entry)) console.log('compiling the templates…');
  const stopping = new AbortController();
  runtime.onStop(async () => stopping.abort());
  const renderer = await rendererOf(projectDir, { ...place, signal: stopping.signal }).catch((error: unknown) => {
    if (!stopping.signal.aborted) log('error', 'the templates could not be compiled', { error: causeOf(error) });
  });
  if (renderer?.compiledMs) console.log(`compiled the templates in ${inSeconds(renderer.compiledMs)}`);
}

/** Builds if the release does not show the current store, or was made by other code. */
async function bringUpToDate(
  redis: Redis,
  { code, releases, builds }: { code: string; releases: Releases; builds: BuildService },
): Promise<void> {
  const state = await publishingState(redis);
  const record = releases.record();
  // A build that counts as running belongs to a process that was killed; its work is still to be done.
  const unfinished = state.waiting || state.building !== null;
  // A restored store has no record of what was published from the one before.
  const hasRecord = state.published !== null || state.head === 0;
  if (record && hasRecord && record.revision === state.head && record.code === code && !unfinished) {
    const { buildId, revision } = record;
    if (state.published?.buildId !== buildId) await recordPublished(redis, { buildId, revision, now: new Date() });
    return;
  }
  console.log('building the site…');
  let outcome = await builds.build();
  for (let tries = 1; !outcome.ok && outcome.killed && tries < 3; tries += 1) outcome = await builds.build();
  if (outcome.ok || releases.served().length > 0) return;
  throw new StartFailure('The site could not be built, so there is nothing to serve.');
}

/** The terminal shows the builds that the start waits for; later ones are only logged. */
function report(outcome: BuildOutcome, isStarting: boolean): void {
  const { ok, ms } = outcome;
  if (ok && isStarting) console.log(`built the site in ${inSeconds(ms)}`);
  else if (ok) log('info', 'the site was built', { ms: Math.round(ms) });
  else if (isStarting) console.error(`The build failed.\n${outcome.reason}`);
  else log('error', 'the build failed; what was published before is still served', { reason: outcome.reason });
}

await runUntilStopped(start);
