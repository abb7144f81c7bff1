import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { provideChromium, findRedis, provideRedis } from '../../../netlify/local/setup/programs.mjs';
import { providePackages } from '../../../netlify/local/setup/setup-packages.mjs';

let dir: string;
const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-setup-'));
  said.mockClear();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(dir, { recursive: true, force: true });
});

async function program(name: string, script: string): Promise<void> {
  await writeFile(path.join(dir, 'bin', name), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(dir, 'bin', name), 0o755);
}

describe('packages', () => {
  const lock = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/a': { version } } });
  const provide = (purpose: 'start' | 'tests') => providePackages(purpose, dir);
  const calls = async () =>
    (await readFile(path.join(dir, 'calls'), 'utf8').catch(() => '')).split('\n').filter(Boolean);

  beforeEach(async () => {
    await writeFile(path.join(dir, 'package-lock.json'), lock('1.0.0'));
    // Stands in for npm: it installs the packages in the lock file.
    await writeFile(
      path.join(dir, 'npm.cjs'),
      `const fs = require('fs');
       fs.appendFileSync('calls', process.argv[2] + '\\n');
       fs.writeFileSync('arguments', process.argv.slice(2).join(' '));
       if (process.argv[2] === 'rebuild') return;
       if (fs.existsSync('broken') || (fs.existsSync('refused') && process.argv[2] === 'ci')) process.exit(1);
       fs.rmSync('node_modules', { recursive: true, force: true });
       fs.mkdirSync('node_modules/node/bin', { recursive: true });
       fs.writeFileSync('node_modules/node/bin/node', '', { mode: 0o755 });
       const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
       for (const name in packages) if (name) fs.mkdirSync(name, { recursive: true });
       fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');`,
    );
    vi.stubEnv('npm_execpath', path.join(dir, 'npm.cjs'));
  });

  test('are installed once, with one line that says why, and again when the lock file changes', async () => {
    expect(provide('tests')).toBeUndefined();
    expect(said.mock.calls).toEqual([['installing packages, with what the tests need: node_modules is missing']]);
    expect(provide('tests')).toBeUndefined();
    expect(await calls()).toEqual(['ci']);
    await writeFile(path.join(dir, 'package-lock.json'), lock('2.0.0'));
    expect(provide('tests')).toBeUndefined();
    expect(said.mock.lastCall).toEqual([
      'installing packages, with what the tests need: package-lock.json has changed',
    ]);
    expect(await calls()).toEqual(['ci', 'install']);
  });

  test('installed manually with npm are left as they are', async () => {
    execFileSync(process.execPath, ['npm.cjs', 'ci'], { cwd: dir });
    expect(provide('tests')).toBeUndefined();
    expect(await calls()).toEqual(['ci']);
    expect(said).not.toHaveBeenCalled();
  });

  test('installed by another user serve, though nothing can be written beside them', async () => {
    execFileSync(process.execPath, ['npm.cjs', 'ci'], { cwd: dir });
    // Even root cannot write a file in the place of a folder.
    await mkdir(path.join(dir, 'node_modules/.setup.json'));
    expect(provide('tests')).toBeUndefined();
    expect(await calls()).toEqual(['ci']);
  });

  test('that cannot be installed are reported in one sentence, and no success is recorded', async () => {
    await writeFile(path.join(dir, 'broken'), '');
    expect(provide('tests')).toMatch(/could not be installed.*\.$/);
    await rm(path.join(dir, 'broken'));
    expect(provide('tests')).toBeUndefined();
    expect(await calls()).toEqual(['ci', 'install', 'ci']);
  });

  test('that npm ci refuses to install from the lock file are installed with npm install', async () => {
    await writeFile(path.join(dir, 'refused'), '');
    expect(provide('tests')).toBeUndefined();
    expect(await calls()).toEqual(['ci', 'install']);
  });

  test('needed for a start are those for serving and compiling, in the versions of the lock file', async () => {
    const packages = { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/vitest': { dev: true } };
    const withAstro = { ...packages, 'node_modules/astro': { version: '7.3.5', dev: true } };
    await writeFile(path.join(dir, 'package-lock.json'), JSON.stringify({ packages: withAstro }));
    expect(provide('start')).toBeUndefined();
    expect(said.mock.calls).toEqual([['installing packages: node_modules is missing']]);
    expect(await readFile(path.join(dir, 'arguments'), 'utf8')).toMatch(
      /^install --no-save --save-prod --omit=dev .* astro@7\.3\.5$/,
    );
    expect(provide('start')).toBeUndefined();
    expect(await calls()).toEqual(['install']);
  });

  test('needed for compiling are installed again if npm removed them, and not for a backup', async () => {
    const astro = { version: '7.3.5', dev: true };
    const locked = JSON.stringify({ packages: { '': {}, 'node_modules/astro': astro } });
    await writeFile(path.join(dir, 'package-lock.json'), locked);
    provide('start');
    await rm(path.join(dir, 'node_modules/astro'), { recursive: true });
    await writeFile(path.join(dir, 'node_modules/.package-lock.json'), JSON.stringify({ packages: { '': {} } }));
    expect(providePackages('start', dir, false)).toBeUndefined();
    expect(await calls()).toEqual(['install']);
    expect(provide('start')).toBeUndefined();
    expect(said.mock.lastCall).toEqual(['installing packages: the compilers were taken away']);
    expect(await calls()).toEqual(['install', 'install']);
  });

  test('needed for tests are installed in addition, and stay for a start', async () => {
    provide('start');
    await rm(path.join(dir, 'node_modules/.package-lock.json'));
    expect(provide('tests')).toBeUndefined();
    expect(said.mock.lastCall).toEqual([
      'installing packages, with what the tests need: they were not needed until now',
    ]);
    expect(provide('start')).toBeUndefined();
    expect(await calls()).toEqual(['install', 'install']);
    expect(await readFile(path.join(dir, 'arguments'), 'utf8')).toContain('--include=dev');
  });

  test('installed without the bundled Node get it', async () => {
    provide('tests');
    await rm(path.join(dir, 'node_modules/node'), { recursive: true });
    provide('tests');
    expect(await calls()).toEqual(['ci', 'rebuild']);
  });
});

describe('Redis', () => {
  beforeEach(async () => {
    await mkdir(path.join(dir, 'bin'));
    vi.stubEnv('PATH', path.join(dir, 'bin'));
    vi.stubEnv('UPSTASH_REDIS_REST_URL', '');
    vi.stubEnv('BIN', path.join(dir, 'bin'));

    for (const name of ['env', 'touch', 'chmod']) {
      const real = execFileSync('/bin/sh', ['-c', `PATH=/usr/bin:/bin command -v ${name}`], {
        encoding: 'utf8',
      }).trim();
      await symlink(real, path.join(dir, 'bin', name));
    }
  });

  test('under either name is used if present', async () => {
    await program('valkey-server', 'exit 0');
    expect(findRedis()).toBe(path.join(dir, 'bin/valkey-server'));
    expect(provideRedis()).toBeUndefined();
    expect(said).not.toHaveBeenCalled();
  });

  test('is installed by the system’s package manager, trying the next package if the first does not exist', async () => {
    await program('sudo', 'shift; exec "$@"');
    await program(
      'apt-get',
      `echo "$@" >> "$BIN/../asked"
       case "$*" in *redis-server) exit 100;; *valkey-server) /usr/bin/env touch "$BIN/valkey-server"; chmod 755 "$BIN/valkey-server";; esac`,
    );
    expect(provideRedis()).toBeUndefined();
    expect(findRedis()).toBe(path.join(dir, 'bin/valkey-server'));
    expect(said.mock.calls).toEqual([['installing redis with apt-get…']]);
    const asked = await readFile(path.join(dir, 'asked'), 'utf8');
    expect(asked.split('\n').filter((line) => line.startsWith('install'))).toHaveLength(2);
  });

  test('that cannot be installed is reported in one sentence with what to install', () => {
    expect(provideRedis()).toMatch(/^Redis is missing .*: install redis-server or valkey-server, or set .*\.$/);
  });

  test('is not needed if another store is configured', () => {
    vi.stubEnv('UPSTASH_REDIS_REST_URL', 'https://store.example');
    expect(provideRedis()).toBeUndefined();
  });
});

test('a browser in CHROMIUM_PATH is sufficient', async () => {
  await writeFile(path.join(dir, 'browser'), '');
  vi.stubEnv('CHROMIUM_PATH', path.join(dir, 'browser'));
  expect(provideChromium()).toBeUndefined();
  expect(said).not.toHaveBeenCalled();
});
