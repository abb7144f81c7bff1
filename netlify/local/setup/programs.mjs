import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findProgram, installed, isProgram, succeeds } from './machine.mjs';
import { spawnSync } from 'node:child_process';

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

const root = path.resolve(import.meta.dirname, '../../..');

/** Best without windows of its own, which are drawn though nobody sees them and make journeys half as long again. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * Sees to it that the tests have a Chromium. Gives the sentence that says what to do where that failed.
 * @returns {string | undefined}
 */
export function provideChromium() {
  if (systemBrowser() || hasPlaywrightBrowser()) return undefined;
  if (installed('chromium', () => systemBrowser() !== undefined)) return undefined;
  console.log('fetching a Chromium for the tests…');
  const npx = path.join(root, 'node_modules/.bin/playwright');
  if (succeeds(npx, ['install', 'chromium'], { cwd: root }) && hasPlaywrightBrowser()) return undefined;
  return 'Chromium is missing and could not be installed here: install chromium, or set CHROMIUM_PATH to a browser.';
}

/**
 * The browser that tests take before Playwright's own.
 * @returns {string | undefined}
 */
export function systemBrowser() {
  return [process.env['CHROMIUM_PATH'], ...places].find((place) => place && existsSync(place));
}

function hasPlaywrightBrowser() {
  const script = "import('@playwright/test').then(({ chromium }) => process.stdout.write(chromium.executablePath()))";
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
  return Boolean(stdout) && existsSync(stdout.trim());
}

/** Debian's package has no program that runs on every kernel: its archive does. */
const archive = '/usr/share/java/epubcheck.jar';

/**
 * How EPUBs are checked on this machine: a program with its first arguments.
 * @returns {[string, ...string[]] | undefined}
 */
export function epubcheck() {
  // It runs for two seconds: compiling its code well, and clearing up by threads, would take as long again.
  const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
  if (existsSync(archive) && findProgram(['java'])) return ['java', ...quick, '-jar', archive];
  return findProgram(['epubcheck']) ? ['epubcheck'] : undefined;
}

/**
 * Sees to it that the tests can check EPUBs. Gives the sentence that says what to do where that failed.
 * @returns {string | undefined}
 */
export function provideEpubcheck() {
  if (epubcheck() || installed('epubcheck', () => epubcheck() !== undefined)) return undefined;
  return 'epubcheck is missing and could not be installed here: install it (https://www.w3.org/publishing/epubcheck/).';
}
