import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Copies the project with only these functions: the emulator bundles every function before its first response, and
 * all of them take minutes. Returns the folder and its cleanup.
 */
export async function projectWith(functions: readonly string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-emulator-'));
  await mkdir(path.join(folder, 'functions'));
  for (const file of ['netlify.toml', 'package.json', ...functions.map((name) => `functions/${name}.ts`)]) {
    await copyFile(path.join(root, file), path.join(folder, file));
  }
  for (const name of ['src', 'netlify', 'node_modules']) await symlink(path.join(root, name), path.join(folder, name));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
