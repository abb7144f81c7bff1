import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findProgram, installed, isProgram, succeeds } from './machine.mjs';

/** Kept apart from node_modules, which an installation empties. */
const ownFolder = path.resolve(import.meta.dirname, '../../../.cache/redis');
const ownVersion = '7.2.7';
const builder = 'redis-memory-server@0.17.1';
const ownServer = path.join(ownFolder, ownVersion, 'redis-server');

/**
 * The Redis or Valkey server of this machine, else the one that set-up has built, else undefined.
 * @returns {string | undefined}
 */
export function findRedis() {
  return findProgram(['redis-server', 'valkey-server']) ?? (isProgram(ownServer) ? ownServer : undefined);
}

/**
 * Sees to it that there is a Redis. Gives the sentence that says what to do where that failed.
 * @returns {string | undefined}
 */
export function provideRedis() {
  if (process.env['UPSTASH_REDIS_REST_URL'] || process.env['REDIS_URL'] || process.env['REDIS_URL_FILE'])
    return undefined;
  if (findRedis() ?? (installed('redis', () => findRedis() !== undefined) || builtFromSource())) return undefined;
  return 'Redis is missing and could not be installed here: install redis-server or valkey-server, or set REDIS_URL.';
}

/** Fetches the source of Redis and compiles it, which takes a C compiler, make and a few minutes. */
function builtFromSource() {
  if (!findProgram(['make']) || !findProgram(['cc', 'gcc', 'clang'])) return false;
  console.log(`building Redis ${ownVersion} from its source, which takes some minutes…`);
  mkdirSync(ownFolder, { recursive: true });
  const manifest = path.join(ownFolder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel', 'error'];
  if (!succeeds('npm', ['install', '--no-save', ...quiet, builder], { cwd: ownFolder })) return false;
  const script = `require('redis-memory-server/lib/util/RedisBinary').default
    .getPath({ version: '${ownVersion}', downloadDir: ${JSON.stringify(ownFolder)} })
    .then(() => process.exit(0), () => process.exit(1));`;
  return succeeds(process.execPath, ['-e', script], { cwd: ownFolder }) && isProgram(ownServer);
}
