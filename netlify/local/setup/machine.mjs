import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** What this machine has and may be given. Runs on Node 20, before anything is installed. */

// Evaluated before the scripts that need it.
if (!import.meta.dirname) {
  console.error(`Node ${process.versions.node} is too old: install Node 20.11 or newer, best the newest.`);
  process.exit(1);
}

/**
 * The first of these programs on the PATH, or undefined.
 * @param {string[]} names
 * @returns {string | undefined}
 */
export function findProgram(names) {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean)) {
    const found = names.map((name) => path.join(folder, name)).find(isProgram);
    if (found) return found;
  }
  return undefined;
}

/**
 * @param {string} file
 * @returns {boolean}
 */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs a program without a terminal's questions and says whether it succeeded. Its output is kept unless it is `shown`.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, shown?: boolean }} [options]
 * @returns {boolean}
 */
export function succeeds(program, args, { cwd, env, shown = false } = {}) {
  const output = shown ? 'inherit' : 'ignore';
  const { status } = spawnSync(program, args, {
    ...(cwd ? { cwd } : {}),
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  });
  return status === 0;
}

/** @typedef {{ name: string, update?: string[], install: string[], packages: Record<'redis' | 'chromium' | 'epubcheck', string[]> }} Manager */

/** @type {Manager[]} */
const managers = [
  {
    name: 'apt-get',
    update: ['update', '-qq'],
    install: ['install', '-y', '-qq', '--no-install-recommends'],
    packages: {
      redis: ['redis-server', 'valkey-server'],
      chromium: ['chromium-headless-shell', 'chromium'],
      epubcheck: ['epubcheck'],
    },
  },
  {
    name: 'dnf',
    install: ['install', '-y', '-q'],
    packages: { redis: ['redis', 'valkey'], chromium: ['chromium'], epubcheck: [] },
  },
  {
    name: 'apk',
    install: ['add', '-q', '--no-cache'],
    packages: { redis: ['redis', 'valkey'], chromium: ['chromium'], epubcheck: ['epubcheck'] },
  },
  {
    name: 'pacman',
    install: ['-Sy', '--noconfirm', '--needed', '-q'],
    packages: { redis: ['valkey', 'redis'], chromium: ['chromium'], epubcheck: [] },
  },
];

/** Homebrew refuses to run as root and needs no rights. */
const homebrew = {
  name: 'brew',
  install: ['install', '-q'],
  packages: { redis: ['redis', 'valkey'], chromium: [], epubcheck: ['epubcheck'] },
};

/**
 * Installs a program with the system's package manager where that needs no password, trying one package after another
 * until `isThere`. Services that a package starts are left alone.
 * @param {'redis' | 'chromium' | 'epubcheck'} what
 * @param {() => boolean} isThere
 * @returns {boolean}
 */
export function installed(what, isThere) {
  const root = process.getuid?.() === 0;
  const sudo = !root && findProgram(['sudo']) !== undefined && succeeds('sudo', ['-n', 'true']);
  const mayInstall = root || sudo;
  const manager =
    (mayInstall ? managers.find(({ name }) => findProgram([name])) : undefined) ??
    (!root && findProgram(['brew']) ? homebrew : undefined);
  if (!manager) return false;
  /** @param {string[]} args */
  const run = (args) => {
    const command = sudo && manager !== homebrew ? ['sudo', '-n', 'env', 'DEBIAN_FRONTEND=noninteractive'] : [];
    const [program = manager.name, ...rest] = [...command, manager.name, ...args];
    return succeeds(program, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  };
  if (manager.packages[what].length === 0) return false;
  console.log(`installing ${what} with ${manager.name}…`);
  if (manager.update) run(manager.update);
  return manager.packages[what].some((name) => run([...manager.install, name]) && isThere());
}
