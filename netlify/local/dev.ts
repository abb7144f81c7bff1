import path from 'node:path';
import { dev } from 'astro';
import { environment } from '../../src/platform/server/env.ts';
import { openSnapshot } from '../../src/publishing/server/snapshot/snapshot.ts';
import { storeId } from '../../src/platform/server/store/meta.ts';
import { syncPublished } from '../../src/publishing/server/sync.ts';
import { showInDevelopment } from './dev/dev-content.ts';
import { watchFunctions } from './functions/bundles.ts';
import { functionHost } from './functions/functions.ts';
import { localPlatform } from './dev/dev-platform.ts';
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
import { openServer } from './server/server.ts';
import { loadSettings } from './settings.ts';

/**
 * The product in development: Astro's development server serves pages and islands from their sources, functions are bundled
 * again when they change, and the store is that of `npm start`.
 */
async function develop(runtime: Runtime): Promise<void> {
  loadSettings();
  process.env['NODE_ENV'] ||= 'development';
  const options = readOptions(process.argv.slice(2), process.env);
  const secrets = await takeDataDir(runtime, options.dataDir);
  // Astro would silently move to another port, so the port is tried first.
  const probe = await openServer(options.port);
  await probe.stop();
  const redis = await provideStore(runtime, options.dataDir, probe.port, secrets);
  const mailbox = await provideMail(runtime, options);
  process.env['CACHE_DIR'] = path.join(options.dataDir, 'cache', 'dev');
  process.env['RENDERER_ENTRY'] = path.join(import.meta.dirname, 'dev/dev-content.ts');
  const { SITE_URL: siteUrl, PRERENDER_NOTES: prerendered } = environment();
  await provideNotes(redis, options);
  const snapshot = await openSnapshot(path.join(process.env['CACHE_DIR'], 'snapshot.db'), { prerendered });
  runtime.onStop(async () => snapshot.close());
  await syncPublished(redis, snapshot, await storeId(redis));
  snapshot.computeRelated();
  snapshot.index();
  showInDevelopment(snapshot.content);

  const host = functionHost([], { siteUrl });
  runtime.onStop(() => host.stop());
  const watching = await watchFunctions(
    {
      directory: path.join(projectDir, 'functions'),
      projectDir,
      cacheDir: path.join(options.dataDir, 'cache/functions-dev'),
    },
    (functions) => host.replace(functions),
  );
  runtime.onStop(() => watching.stop());

  const server = await dev({
    root: projectDir,
    logLevel: 'warn',
    // Functions post to the build hook at this address.
    server: { port: probe.port, host: '127.0.0.1' },
    integrations: [localPlatform({ siteUrl, snapshot, host, redis, hookToken: secrets.hook, mailbox })],
  });
  runtime.onStop(() => server.stop());
  console.log(`ready http://localhost:${probe.port}`);
}

await runUntilStopped(develop);
