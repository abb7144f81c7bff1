import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Build, Content } from '../../src/domain/content.ts';
import { inScratchFolder } from './scratch.ts';

/** What Astro makes of the templates: a module that renders any address, and the files that browsers load with pages. */
export type RendererFiles = {
  /** The module, which exports `render`. */
  entry: string;
  /** Folder of scripts, styles and everything of `public`. */
  assets: string;
};

/** Where the renderer of this code lies, once it has been made. */
export function rendererFiles(dir: string, code: string): RendererFiles {
  const own = path.join(dir, code);
  return { entry: path.join(own, 'server/entry.mjs'), assets: path.join(own, 'client') };
}

export type Render = (request: Request, content: Content, build?: Build) => Promise<Response>;

const kept = 2;

/**
 * The renderer of this code, below `dir`: made when there is none yet, and shared by all later builds of the same code.
 * It is whole or not there at all. Older ones are removed.
 */
export async function rendererOf(
  root: string,
  { dir, code, id }: { dir: string; code: string; id: string },
): Promise<RendererFiles> {
  const own = path.join(dir, code);
  if (!existsSync(own)) {
    const partial = path.join(dir, `.${id}.partial`);
    await mkdir(dir, { recursive: true });
    process.env.RENDERER_DIR = partial;
    // What runs the renderer is production, whoever compiles it.
    const mode = process.env.NODE_ENV;
    process.env.NODE_ENV = 'production';
    // Loading Astro takes longer than most builds, which do without it.
    const { build } = await import('astro');
    const logLevel = process.env.BUILD_LOG_LEVEL === 'info' ? 'info' : 'warn';
    await inScratchFolder(root, id, () => build({ root, logLevel })).finally(() => (process.env.NODE_ENV = mode));
    await rename(partial, own).catch(async (error: unknown) => {
      // Another build of the same code was faster.
      await rm(partial, { recursive: true, force: true });
      if (!existsSync(own)) throw error;
    });
    await removeOthers(dir, code);
  }
  return rendererFiles(dir, code);
}

export async function loadRenderer({ entry }: Pick<RendererFiles, 'entry'>): Promise<Render> {
  const { render } = (await import(pathToFileURL(entry).href)) as { render: Render };
  return render;
}

async function removeOthers(dir: string, code: string): Promise<void> {
  const others = await Promise.all(
    (await readdir(dir))
      .filter((name) => name !== code)
      .map(async (name) => ({ name, at: (await stat(path.join(dir, name))).mtimeMs })),
  );
  const old = others.sort((a, b) => b.at - a.at).slice(kept - 1);
  await Promise.all(old.map(({ name }) => rm(path.join(dir, name), { recursive: true, force: true })));
}
