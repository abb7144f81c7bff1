import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { vi } from 'vitest';
import { codeDigests } from '../../../netlify/build/code-digest.ts';
import { rendererFiles } from '../../../netlify/build/renderer/renderer.ts';

/**
 * Places a release in this data folder that matches an empty store and the current code, so that a start has nothing
 * to build; or one of a store with `revision` changes.
 */
export async function placeRelease(dir: string, siteUrl: string, revision = 0): Promise<void> {
  vi.stubEnv('SITE_URL', siteUrl);
  const root = path.resolve(import.meta.dirname, '../../..');
  const { templates, code } = codeDigests(root);
  vi.unstubAllEnvs();
  await mkdir(path.join(dir, 'releases/b0-placed'), { recursive: true });
  await writeFile(path.join(dir, 'releases/b0-placed/index.html'), 'placed');
  const record = { buildId: 'b0-placed', revision, code };
  await writeFile(path.join(dir, 'releases/b0-placed.json'), JSON.stringify(record));
  await symlink('releases/b0-placed', path.join(dir, 'current'));
  const { entry } = rendererFiles(root, { dir: path.join(dir, 'cache/renderer'), templates });
  await mkdir(path.dirname(entry), { recursive: true });
  await writeFile(entry, '');
}
