import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import type { Build, Content } from '../../../src/reading/model/content.ts';
import { removeOtherCode } from '../code-digest.ts';

/**
 * The result of compiling the templates: a module that renders any address, and the files that browsers load with pages.
 */
export type RendererFiles = {
  /** The module, which exports `render` and `fileRenderer`. */
  entry: string;
  /** Folder of scripts, styles and the files of `public`. */
  assets: string;
};

/** Where `npm run compile` puts its results, for machines without compilers. */
export const compiledDir = (root: string) => path.join(root, '.compiled');

/** The renderer of these templates, once it has been compiled: in `dir`, unless it came with the code. */
export function rendererFiles(root: string, { dir, templates }: { dir: string; templates: string }): RendererFiles {
  const fromCode = path.join(compiledDir(root), 'renderer', templates);
  const ownDir = existsSync(fromCode) ? fromCode : path.join(dir, templates);
  return { entry: path.join(ownDir, 'server/entry.mjs'), assets: path.join(ownDir, 'client') };
}

export type Render = (request: Request, content: Content, build?: Build) => Promise<Response>;
/** Makes the file of an address, with the status of its page. */
export type FileAt = (address: string) => Promise<{ status: number; content: string | Uint8Array }>;
type FileRenderer = (site: { siteUrl: string; content: Content; build: Build }) => FileAt;

const run = promisify(execFile);

/**
 * The renderer of this code, below `dir` under the digest of the `templates`: compiled if there is none yet, and shared by
 * all later builds of the same code, whatever their settings. It is complete or missing, never partial. Older ones are
 * removed. `compiledMs` is how long compiling took, if it was needed. Rejects with the compiler's output; `signal` stops
 * it.
 */
export async function rendererOf(
  root: string,
  { dir, templates, signal }: { dir: string; templates: string; signal?: AbortSignal },
): Promise<RendererFiles & { compiledMs?: number }> {
  const ownDir = path.join(dir, templates);
  const files = rendererFiles(root, { dir, templates });
  if (existsSync(files.entry)) return files;
  const began = performance.now();
  const partial = path.join(dir, `.${randomUUID()}.partial`);
  await mkdir(dir, { recursive: true });
  try {
    await compile(root, { into: partial, signal });
    await rename(partial, ownDir);
  } catch (error) {
    // The failure matters more than its remains.
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    // Another build of the same code may have been faster.
    if (!existsSync(ownDir)) throw error;
  }
  await removeOtherCode(dir, templates, { kept: 1 });
  return { ...files, compiledMs: performance.now() - began };
}

/** A duration as builds print it. */
export const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

type Renderer = { render: Render; fileRenderer: FileRenderer };

export async function loadRenderer({ entry }: Pick<RendererFiles, 'entry'>): Promise<Renderer> {
  return (await import(pathToFileURL(entry).href)) as Renderer;
}

/** In a separate process, whose memory is released afterwards. */
async function compile(root: string, { into, signal }: { into: string; signal: AbortSignal | undefined }) {
  // The renderer is for production, also when tests compile it. With memory pages of 2 MB, the compiler would use a fifth more,
  // and the system would spend as long again on clearing it. It runs only when the code has changed, and caching its
  // hundreds of modules would take longer than loading them. Telemetry is off: what is built here is private.
  const compiler = { MIMALLOC_ALLOW_THP: '0', NODE_COMPILE_CACHE: undefined, ASTRO_TELEMETRY_DISABLED: '1' };
  const env = { ...process.env, ...compiler, NODE_ENV: 'production', RENDERER_DIR: into };
  const program = path.join(import.meta.dirname, 'compile.ts');
  const args = ['--disable-warning=ExperimentalWarning', program, root];
  const options = { cwd: root, env, maxBuffer: 64 * 1024 * 1024, ...(signal && { signal }) };
  const running = run(process.execPath, args, options);
  const output = await running.catch(async (error: unknown) => {
    const { child } = running;
    // A process that was asked to end may still be writing.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const { stderr = '' } = error as { stderr?: string };
    const [reason = ''] = stripVTControlCharacters(stderr)
      .trim()
      .split(/\n\s+at /);
    throw new Error(reason || String(error), { cause: error });
  });
  process.stdout.write(output.stdout);
  process.stderr.write(output.stderr);
}
