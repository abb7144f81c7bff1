import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FileAt } from './renderer/renderer.ts';

/** Addresses that answer with a status of their own, whoever asks. */
const statuses: Record<string, number> = { '/404': 404, '/500': 500 };

/** The file of an address (percent-encoded) in a release, with `/` between its folders. */
export function fileOf(address: string): string {
  const name = decodeURIComponent(address).slice(1);
  if (name === '') return 'index.html';
  return /\.(?:xml|json|js|txt|md|bin|webmanifest)$/.test(name) ? name : `${name}.html`;
}

/**
 * Renders each address into its file. Throws for the first that does not answer as it should. Files are written without
 * leaving the thread, since handing each to another takes longer than writing it.
 */
export async function writePages(addresses: readonly string[], outDir: string, fileAt: FileAt): Promise<void> {
  const folders = new Set<string>();
  for (const address of addresses) {
    const { status, content } = await fileAt(address);
    const expected = statuses[address] ?? 200;
    if (status !== expected) throw new Error(`${address} was rendered with status ${status}.`);
    const file = path.join(outDir, fileOf(address));
    const folder = path.dirname(file);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    writeFileSync(file, content);
  }
}
