import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { constants, enableCompileCache } from 'node:module';
import { join } from 'node:path';

const sources = ['src', 'public', 'netlify/build', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
/** Settings that are compiled in: `KIT` adds a page. */
const compiledSettings = ['KIT'];
/** Settings that are read while pages are rendered. */
const shownSettings = ['SITE_URL', 'SITE_NAME', 'ADS_ACCOUNT', 'WEBSUB_HUB_URL', 'PRERENDER_NOTES'];

/**
 * Digests of everything except notes from which pages are made. `templates` covers the code and its dependencies, and names
 * the compiled renderer; `code` also covers the settings that pages show, and decides whether existing pages are still
 * valid. Files are read synchronously: every build begins with this, and reading its thousand small files with promises
 * takes eight times as long.
 */
export function codeDigests(root = process.cwd()): { templates: string; code: string } {
  const hash = createHash('sha256');
  addFiles(hash, root, sources);
  addSettings(compiledSettings);
  const templates = hash.copy().digest('base64url');
  addSettings(shownSettings);
  return { templates, code: hash.digest('base64url') };

  function addSettings(names: readonly string[]): void {
    for (const name of names) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  }
}

/** The digest of the sources of the functions' bundles. */
export function functionsDigest(root: string): string {
  const hash = createHash('sha256');
  addFiles(hash, root, ['src', 'functions', 'package-lock.json']);
  return hash.digest('base64url');
}

const lockFile = 'package-lock.json';

function addFiles(hash: Hash, root: string, places: readonly string[]): void {
  for (const file of places.flatMap((place) => filesIn(root, place))) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0`).update(file === lockFile ? versionsIn(content) : content);
  }
}

/** The lock file also says where packages came from, and npm changes that even when it only removes some. */
function versionsIn(lock: Buffer): string {
  const { packages } = JSON.parse(lock.toString()) as { packages: Record<string, { version?: string }> };
  return JSON.stringify(Object.entries(packages).map(([name, { version }]) => [name, version]));
}

function filesIn(root: string, source: string): string[] {
  const place = join(root, source);
  if (!statSync(place).isDirectory()) return [source];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

/**
 * Removes from a folder, whose entries are named by digests of code, those of other code, except the newest `kept`. Another
 * build may be removing the same entries.
 */
export async function removeOtherCode(dir: string, code: string, { kept }: { kept: number }): Promise<void> {
  const others = await Promise.all(
    (await readdir(dir))
      .filter((name) => name !== code)
      .map(async (name) => ({ name, at: (await stat(join(dir, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const old = others.sort((a, b) => b.at - a.at).slice(kept);
  await Promise.all(old.map(({ name }) => rm(join(dir, name), { recursive: true, force: true })));
}

const { ENABLED, FAILED } = constants.compileCacheStatus;

/**
 * Makes Node cache its compiled modules below `cacheDir`, for the threads of this build and for the next build of the same
 * code, which then starts in half the time. The cache of other code is removed. Node verifies what it reads from there, and
 * a build without a cache only starts more slowly. NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE take precedence.
 */
export async function keepCompiledModules(cacheDir: string, code: string): Promise<void> {
  const all = join(cacheDir, 'modules');
  const ownDir = join(all, code);
  const { status, message } = enableCompileCache(ownDir);
  if (status === FAILED) console.warn(`Compiled modules are not kept: ${message}`);
  if (status !== ENABLED) return;
  // Threads inherit it through their environment.
  process.env.NODE_COMPILE_CACHE = ownDir;
  try {
    await removeOtherCode(all, code, { kept: 0 });
  } catch (error) {
    // A build of other code may be writing there; the next build tries again.
    console.warn('Compiled modules of other code are not removed.', error);
  }
}
