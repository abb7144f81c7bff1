import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isProgram, succeeds } from './machine.mjs';

const project = path.resolve(import.meta.dirname, '../../..');

/**
 * Sees to it that node_modules holds what package-lock.json names. Gives the sentence that says what failed.
 * @param {string} [root] The folder with package-lock.json.
 * @returns {string | undefined}
 */
export function providePackages(root = project) {
  const recordFile = path.join(root, 'node_modules/.setup.json');
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const reason = reasonToInstall(root, readRecord(recordFile), lock);
  if (reason) {
    console.log(`installing packages: ${reason}`);
    // A lock file that was written where a package for some other system could not be had counts as incomplete for
    // `npm ci`; `npm install --no-save` takes the same versions from it, and leaves it as it is.
    const common = ['--include=dev', '--no-audit', '--no-fund', '--loglevel', 'error'];
    if (!npm(root, ['ci', ...common], false) && !npm(root, ['install', '--no-save', ...common], true)) {
      return 'The packages could not be installed: see the messages of npm above.';
    }
  }
  // Set where packages may run no scripts, it leaves the Node that everything runs on unprovided.
  if (!isProgram(path.join(root, 'node_modules/node/bin/node')) && process.platform !== 'win32')
    npm(root, ['rebuild', 'node'], true);
  if (readRecord(recordFile) !== lock) writeFileSync(recordFile, `${JSON.stringify({ lock })}\n`);
  return undefined;
}

/**
 * @param {string} root
 * @param {string | undefined} record
 * @param {string} lock
 * @returns {string | undefined}
 */
function reasonToInstall(root, record, lock) {
  if (!existsSync(path.join(root, 'node_modules'))) return 'node_modules is missing';
  if (record === lock || isAsLocked(root)) return undefined;
  return record === undefined ? 'node_modules is incomplete' : 'package-lock.json has changed';
}

/**
 * Where somebody ran npm themselves, what it wrote down about it holds every package that the lock file names.
 * @param {string} root
 */
function isAsLocked(root) {
  const wanted = packagesIn(path.join(root, 'package-lock.json'));
  const present = packagesIn(path.join(root, 'node_modules/.package-lock.json'));
  return Object.entries(wanted).every(
    ([name, { version, optional }]) => name === '' || optional === true || present[name]?.version === version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesIn(file) {
  try {
    return /** @type {{ packages: Record<string, { version?: string, optional?: boolean }> }} */ (
      JSON.parse(readFileSync(file, 'utf8'))
    ).packages;
  } catch {
    return {};
  }
}

/**
 * @param {string} recordFile
 * @returns {string | undefined}
 */
function readRecord(recordFile) {
  try {
    return /** @type {{ lock?: string }} */ (JSON.parse(readFileSync(recordFile, 'utf8'))).lock;
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
