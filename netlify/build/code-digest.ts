import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const sources = ['src', 'public', 'netlify/build', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
const settings = ['SITE_URL', 'SITE_NAME', 'ADS_ACCOUNT', 'WEBSUB_HUB_URL', 'PRERENDER_NOTES', 'KIT'];

/**
 * A digest of everything but the notes that pages are made from: the code, its dependencies and the settings that show.
 * Each build begins with it and can do nothing before: to wait for each of its thousand small files in turn would take
 * eight times as long.
 */
export function codeDigest(root = process.cwd()): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesIn(root, source))) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  for (const name of settings) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  return hash.digest('base64url');
}

function filesIn(root: string, source: string): string[] {
  const place = join(root, source);
  if (!statSync(place).isDirectory()) return [source];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
