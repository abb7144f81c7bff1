import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import * as z from 'zod';
import { unpackedFunction, type PlatformFunction } from './platform-functions.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');

const Manifest = z.object({
  functions: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      routes: z.array(z.object({ pattern: z.string() })).optional(),
      schedule: z.string().optional(),
    }),
  ),
});

export type PlatformBuild = { ok: boolean; output: string };

/**
 * Copies the project as the platform checks it out, and builds it offline with the platform's own builder. The
 * packages are hard links to the project's own files, since files outside the folder would be left out of the
 * bundles.
 */
export async function platformProject() {
  const places = path.join(root, '.cache');
  await mkdir(places, { recursive: true });
  const folder = await mkdtemp(path.join(places, 'platform-'));
  const tracked = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  const files = tracked.stdout.split('\0').filter((name) => name && !/^(docs|tests)\//.test(name));
  await run('cp', ['--parents', '-P', ...files, folder], { cwd: root });
  await run('cp', ['-al', path.join(root, 'node_modules'), folder]);
  const at = (name: string) => path.join(folder, name);
  return {
    at,
    async build(env: Record<string, string>, { context = 'production' } = {}): Promise<PlatformBuild> {
      const program = path.join(root, 'node_modules/@netlify/build/bin.js');
      const args = [
        '--offline',
        '--telemetry=false',
        '--cwd',
        folder,
        '--repositoryRoot',
        folder,
        '--context',
        context,
      ];
      const { PATH = '', HOME = '' } = process.env;
      const options = { cwd: folder, env: { PATH, HOME, ...env }, maxBuffer: 2 ** 26 };
      const { ok, stdout, stderr } = await run(process.execPath, [program, ...args], options).then(
        (done) => ({ ok: true, ...done }),
        (error: unknown) => ({ ok: false, ...(error as { stdout: string; stderr: string }) }),
      );
      return { ok, output: stripVTControlCharacters(stdout + stderr) };
    },
    /** Removes everything but the platform's own cache, as on the next build machine. */
    async forget() {
      for (const name of ['.cache', '.renderer', 'dist', 'dist.json', '.netlify/functions'])
        await rm(at(name), { recursive: true, force: true });
    },
    /** The size of each function's archive in bytes, and the functions themselves, unpacked into this folder. */
    async functions(into: string) {
      const { functions } = Manifest.parse(JSON.parse(await readFile(at('.netlify/functions/manifest.json'), 'utf8')));
      const found = new Map<string, PlatformFunction & { bytes: number }>();
      for (const one of functions) {
        const { size: bytes } = await stat(one.path);
        found.set(one.name, { ...(await unpackedFunction(one.path, into, one)), bytes });
      }
      return found;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
