import { execFile } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { compilers } from '../../../netlify/local/setup/setup-packages.mjs';
import { projectRoot } from './site-builds.ts';

const run = promisify(execFile);

/**
 * The stable versions of this major version, in the order to try them: the next minor version and later ones, the
 * newest patch of each first; then later patches of the current one; and finally the current version itself.
 */
export function versionsToTry(own: string, published: readonly string[]): string[] {
  const parts = (version: string) => version.split('.').map(Number) as [number, number, number];
  const [major, minor, patch] = parts(own);
  const later = published
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .map(parts)
    .filter(([a, b, c]) => a === major && (b > minor || (b === minor && c > patch)))
    .toSorted(([, minorA, patchA], [, minorB, patchB]) => minorA - minorB || patchB - patchA);
  const isPatch = ([, b]: readonly number[]) => b === minor;
  const ordered = [...later.filter((version) => !isPatch(version)), ...later.filter(isPatch)];
  return [...ordered.map((version) => version.join('.')), own];
}

/** The project's version of Astro, and those to try instead of it; ASTRO_VERSION sets one. */
export async function astroVersions(): Promise<{ own: string; others: string[] }> {
  const { astro: own = '' } = await buildPackages();
  const { ASTRO_VERSION } = process.env;
  if (ASTRO_VERSION) return { own, others: [ASTRO_VERSION] };
  const { stdout } = await run('npm', ['view', 'astro', 'versions', '--json']);
  return { own, others: versionsToTry(own, JSON.parse(stdout) as string[]) };
}

/**
 * Copies the site's build code into `dir`, and installs its packages there without a lockfile, with the first of
 * these versions of Astro that installs. Returns that version; rejects with npm's output if none does.
 */
export async function projectWithAstro(dir: string, versions: readonly string[]): Promise<string> {
  for (const name of ['src', 'public', 'netlify', 'astro.config.mjs', 'tsconfig.json']) {
    await cp(path.join(projectRoot, name), path.join(dir, name), { recursive: true });
  }
  // Builds use the installed Node.
  const { node: _, ...dependencies } = await buildPackages();
  const options = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const refusals: unknown[] = [];
  for (const astro of versions) {
    const own = { private: true, type: 'module', dependencies: { ...dependencies, astro } };
    await writeFile(path.join(dir, 'package.json'), JSON.stringify(own));
    try {
      await run('npm', ['install', '--prefix', dir, ...options], { cwd: dir });
      // The code digest reads a lockfile.
      await writeFile(path.join(dir, 'package-lock.json'), '{}');
      return astro;
    } catch (error) {
      refusals.push(error);
      await rm(path.join(dir, 'node_modules'), { recursive: true, force: true });
    }
  }
  throw new AggregateError(refusals, `None of these versions of Astro installs: ${versions.join(', ')}`);
}

/** The packages that build the site, with the project's versions. */
async function buildPackages(): Promise<Record<string, string>> {
  const text = await readFile(path.join(projectRoot, 'package.json'), 'utf8');
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>;
  const compiling = Object.entries(devDependencies ?? {}).filter(([name]) => compilers.includes(name));
  return { ...dependencies, ...Object.fromEntries(compiling) };
}
