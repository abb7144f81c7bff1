import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const sources = ['src', 'public', 'netlify/build', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
const settings = ['SITE_URL', 'SITE_NAME', 'ADS_ACCOUNT', 'WEBSUB_HUB_URL', 'PRERENDER_NOTES', 'KIT'];

/** A digest of everything but the notes that pages are made from: the code, its dependencies and the settings that show. */
export async function codeDigest(root = process.cwd()): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await Promise.all(sources.map((source) => filesIn(root, source)))).flat()) {
    hash.update(`${file}\0`).update(await readFile(join(root, file)));
  }
  for (const name of settings) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  return hash.digest('base64url');
}

async function filesIn(root: string, path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
