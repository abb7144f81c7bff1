import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Build, Content } from '../../src/domain/content.ts';
import type { Render } from './renderer.ts';

type Target = {
  render: Render;
  content: Content;
  build: Build;
  /** The site's origin. */
  siteUrl: string;
  outDir: string;
};

/** Addresses that answer with a status of their own, whoever asks. */
const statuses: Record<string, number> = { '/404': 404, '/500': 500 };

/** The file of an address (percent-encoded) in a release, with `/` between its folders. */
export function fileOf(address: string): string {
  const name = decodeURIComponent(address).slice(1);
  if (name === '') return 'index.html';
  return /\.(?:xml|json|txt|md)$/.test(name) ? name : `${name}.html`;
}

/** Renders each address into its file. Throws for the first that does not answer as it should. */
export async function writePages(
  addresses: readonly string[],
  { render, content, build, siteUrl, outDir }: Target,
): Promise<void> {
  const folders = new Set<string>();
  for (const address of addresses) {
    const response = await render(new Request(siteUrl + address), content, build);
    const expected = statuses[address] ?? 200;
    if (response.status !== expected) throw new Error(`${address} was rendered with status ${response.status}.`);
    const file = path.join(outDir, fileOf(address));
    const folder = path.dirname(file);
    if (!folders.has(folder)) await mkdir(folder, { recursive: true });
    folders.add(folder);
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
  }
}
