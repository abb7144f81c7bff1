import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isProgram, succeeds } from './machine.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const lockFile = path.join(root, 'package-lock.json');
const modules = path.join(root, 'node_modules');
const recordFile = path.join(modules, '.setup.json');

/**
 * Sees to it that node_modules holds what package-lock.json names. Gives the sentence that says what failed.
 * @returns {string | undefined}
 */
export function providePackages() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  const reason = reasonToInstall(lock);
  if (reason) {
    console.log(`installing packages: ${reason}`);
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel', 'error'];
    if (!npm(args)) return 'The packages could not be installed: see the messages of npm above.';
  }
  // Set where packages may run no scripts, it leaves the Node that everything runs on unprovided.
  if (!isProgram(path.join(modules, 'node/bin/node')) && process.platform !== 'win32') npm(['rebuild', 'node']);
  if (readRecord() !== lock) writeFileSync(recordFile, `${JSON.stringify({ lock })}\n`);
  return undefined;
}

/**
 * @param {string} lock
 * @returns {string | undefined}
 */
function reasonToInstall(lock) {
  if (!existsSync(modules)) return 'node_modules is missing';
  const record = readRecord();
  if (record === lock || isAsLocked()) return undefined;
  return record === undefined ? 'node_modules is incomplete' : 'package-lock.json has changed';
}

/** Where somebody ran npm themselves, what it wrote down about it holds every package that the lock file names. */
function isAsLocked() {
  const wanted = packagesIn(lockFile);
  const present = packagesIn(path.join(modules, '.package-lock.json'));
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

/** @returns {string | undefined} */
function readRecord() {
  try {
    return /** @type {{ lock?: string }} */ (JSON.parse(readFileSync(recordFile, 'utf8'))).lock;
  } catch {
    return undefined;
  }
}

/** @param {string[]} args */
function npm(args) {
  const script = process.env['npm_execpath'];
  const byNode = script !== undefined && /\.c?js$/.test(script);
  return succeeds(byNode ? process.execPath : 'npm', byNode ? [script, ...args] : args, { cwd: root, shown: true });
}
