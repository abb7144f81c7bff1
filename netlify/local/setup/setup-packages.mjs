import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isProgram, succeeds } from './machine.mjs';

const project = path.resolve(import.meta.dirname, '../../..');

/** @typedef {'start' | 'tests'} Purpose */

/** What compiles templates and functions. Serving needs none of it once that is done, so package.json has it for development. */
export const compilers = [
  '@astrojs/react',
  '@base-ui/react',
  '@simplewebauthn/browser',
  '@tailwindcss/vite',
  '@tanstack/react-virtual',
  'astro',
  'diff',
  'esbuild',
  'tailwind-merge',
  'tailwind-variants',
  'tailwindcss',
];

/**
 * Sees to it that node_modules holds, as package-lock.json names it, what serves and compiles; for `tests` everything.
 * Gives the sentence that says what failed.
 * @param {Purpose} [purpose]
 * @param {string} [root] The folder with package-lock.json.
 * @param {boolean} [compiles] Whether compilers that were taken away are missed.
 * @returns {string | undefined}
 */
export function providePackages(purpose = 'start', root = project, compiles = true) {
  const recordFile = path.join(root, 'node_modules/.setup.json');
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const record = readRecord(recordFile);
  // What was installed for the tests stays, and is enough for everything.
  const has = record?.has ?? purpose;
  const wanted = has === 'tests' ? has : purpose;
  const reason = reasonToInstall(root, { record, lock, wanted, compiles });
  if (reason) {
    console.log(`installing packages${wanted === 'tests' ? ', with what the tests need' : ''}: ${reason}`);
    if (!(wanted === 'tests' ? installAll(root, record !== undefined) : installToStart(root, record !== undefined))) {
      return 'The packages could not be installed: see the messages of npm above.';
    }
  }
  // Set where packages may run no scripts, it leaves the Node that everything runs on unprovided.
  if (!isProgram(path.join(root, 'node_modules/node/bin/node')) && process.platform !== 'win32')
    npm(root, ['rebuild', 'node'], true);
  const next = JSON.stringify({ lock, has: wanted });
  try {
    if (JSON.stringify(record) !== next) writeFileSync(recordFile, `${next}\n`);
  } catch {
    // Packages that another user installed: the next run looks at them again.
  }
  return undefined;
}

const quietly = ['--no-audit', '--no-fund', '--loglevel', 'error'];

/**
 * Everything. A lock file that was written where a package for some other system could not be had counts as incomplete
 * for `npm ci`; `npm install --no-save` takes the same versions from it, leaves it as it is, and keeps what is there.
 * @param {string} root
 * @param {boolean} isKnown What is there was installed by this script.
 */
function installAll(root, isKnown) {
  const args = ['--include=dev', ...quietly];
  return (!isKnown && npm(root, ['ci', ...args], false)) || npm(root, ['install', '--no-save', ...args], true);
}

/**
 * The production packages with the compilers, which count among them for this once: npm has no name for a part of what
 * development needs.
 * @param {string} root
 * @param {boolean} isKnown
 */
function installToStart(root, isKnown) {
  if (!isKnown) rmSync(path.join(root, 'node_modules'), { recursive: true, force: true });
  const packages = packagesIn(path.join(root, 'package-lock.json'));
  const named = compilers.flatMap((name) => {
    const { version } = packages[`node_modules/${name}`] ?? {};
    return version ? [`${name}@${version}`] : [];
  });
  return npm(root, ['install', '--no-save', '--save-prod', '--omit=dev', ...quietly, ...named], true);
}

/**
 * @param {string} root
 * @param {{ record: Install | undefined, lock: string, wanted: Purpose, compiles: boolean }} known
 * @returns {string | undefined}
 */
function reasonToInstall(root, { record, lock, wanted, compiles }) {
  if (!existsSync(path.join(root, 'node_modules'))) return 'node_modules is missing';
  const isInstalled = record?.lock === lock && (record.has === wanted || wanted === 'start');
  const isPruned = compiles && isInstalled && !hasCompilers(root);
  if ((isInstalled && !isPruned) || isAsLocked(root, wanted)) return undefined;
  if (isPruned) return 'the compilers were taken away';
  if (record === undefined) return 'node_modules is incomplete';
  return record.lock === lock ? 'they were not needed until now' : 'package-lock.json has changed';
}

/**
 * `npm prune` takes them away from a machine that only serves, and what this script wrote down stays.
 * @param {string} root
 */
function hasCompilers(root) {
  const locked = packagesIn(path.join(root, 'package-lock.json'));
  const names = compilers.map((name) => `node_modules/${name}`);
  return names.every((name) => !locked[name] || existsSync(path.join(root, name)));
}

/**
 * Where somebody ran npm themselves, what it wrote down about it holds every package that the lock file names.
 * @param {string} root
 * @param {Purpose} wanted
 */
function isAsLocked(root, wanted) {
  const locked = packagesIn(path.join(root, 'package-lock.json'));
  const present = packagesIn(path.join(root, 'node_modules/.package-lock.json'));
  const compiling = new Set(compilers.map((name) => `node_modules/${name}`));
  return Object.entries(locked)
    .filter(([name, { dev }]) => wanted === 'tests' || !dev || compiling.has(name))
    .every(([name, { version, optional }]) => name === '' || optional === true || present[name]?.version === version);
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean }>}
 */
function packagesIn(file) {
  try {
    return /** @type {{ packages: Record<string, { version?: string, optional?: boolean, dev?: boolean }> }} */ (
      JSON.parse(readFileSync(file, 'utf8'))
    ).packages;
  } catch {
    return {};
  }
}

/** @typedef {{ lock: string, has: Purpose }} Install What this script installed last. */

/**
 * @param {string} recordFile
 * @returns {Install | undefined}
 */
function readRecord(recordFile) {
  try {
    const { lock, has } = /** @type {Install} */ (JSON.parse(readFileSync(recordFile, 'utf8')));
    // What was written before there were two purposes was everything.
    return { lock, has: has ?? 'tests' };
  } catch {
    return undefined;
  }
}

/**
 * @param {string} root
 * @param {string[]} args
 * @param {boolean} shown
 */
function npm(root, args, shown) {
  const script = process.env['npm_execpath'];
  const byNode = script !== undefined && /\.c?js$/.test(script);
  return succeeds(byNode ? process.execPath : 'npm', byNode ? [script, ...args] : args, { cwd: root, shown });
}
