import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Metafile } from 'esbuild';
import type { Context } from '@netlify/functions';
import * as z from 'zod';
import { functionsDigest } from '../../build/code-digest.ts';
import { compiledDir } from '../../build/renderer/renderer.ts';
import { FunctionConfig } from './routes.ts';

type FunctionHandler = (request: Request, context: Context) => unknown;
export interface LoadedFunction {
  name: string;
  handler: FunctionHandler;
  config: FunctionConfig;
}

export interface BundleOptions {
  /** The folder whose files are the functions. */
  directory: string;
  /** The folder in which their packages are resolved. */
  projectDir: string;
  cacheDir: string;
}

const FunctionModule = z.object({
  default: z.custom<FunctionHandler>((value) => typeof value === 'function', 'It has no default export to call.'),
  config: FunctionConfig.prefault({}),
});

/**
 * Bundles every function and imports it into this process. If `npm run compile` has bundled this code, no bundler is
 * needed. The environment must be set before.
 */
export async function loadFunctions(options: BundleOptions): Promise<LoadedFunction[]> {
  const compiled = path.join(compiledDir(options.projectDir), 'functions');
  const record = await readFile(path.join(compiled, 'functions.json'), 'utf8').catch(() => undefined);
  if (record !== undefined) {
    const { digest, bundles } = Compiled.parse(JSON.parse(record));
    if (digest === functionsDigest(options.projectDir)) return imported(compiled, bundles);
  }
  return imported(options.cacheDir, await bundle(options));
}

/** Bundles every function into the project's own folder, so that it can be loaded without a bundler. */
export async function compileFunctions(options: Omit<BundleOptions, 'cacheDir'>): Promise<void> {
  const cacheDir = path.join(compiledDir(options.projectDir), 'functions');
  const compiled: Compiled = {
    digest: functionsDigest(options.projectDir),
    bundles: await bundle({ ...options, cacheDir }),
  };
  await writeFile(path.join(cacheDir, 'functions.json'), JSON.stringify(compiled));
}

/** The file of each function's bundle, relative to the common folder. */
const Bundles = z.array(z.object({ name: z.string(), file: z.string() }));
type Bundles = z.infer<typeof Bundles>;
/** The bundles of `npm run compile`, with the digest of their code. */
const Compiled = z.object({ digest: z.string(), bundles: Bundles });
type Compiled = z.infer<typeof Compiled>;

async function bundle(options: BundleOptions): Promise<Bundles> {
  const { build, stop } = await import('esbuild');
  await rm(options.cacheDir, { recursive: true, force: true });
  const { metafile } = await build(await bundling(options));
  // Otherwise esbuild's process, with its 90 MB, would stay as long as we serve.
  await stop();
  return bundlesIn(options, metafile);
}

/**
 * Does the same again after each change of a source file; resolves when the first bundling has finished. esbuild prints
 * errors of the code; the last good bundles stay.
 */
export async function watchFunctions(
  options: BundleOptions,
  onChange: (functions: LoadedFunction[]) => void,
): Promise<{ stop(): Promise<void> }> {
  await rm(options.cacheDir, { recursive: true, force: true });
  const report = async (metafile: Metafile) => {
    try {
      onChange(await imported(options.cacheDir, bundlesIn(options, metafile)));
    } catch (error) {
      console.error(error);
    }
  };
  const settings = await bundling(options);
  const { context } = await import('esbuild');
  const first = Promise.withResolvers<void>();
  const watching = await context({
    ...settings,
    logLevel: 'error',
    plugins: [
      {
        name: 'reload',
        setup(plugin) {
          plugin.onEnd(async ({ metafile, errors }) => {
            if (metafile && errors.length === 0) await report(metafile);
            first.resolve();
          });
        },
      },
    ],
  });
  // This resolves when it begins to watch, before anything is bundled.
  await watching.watch();
  await first.promise;
  return { stop: () => watching.dispose() };
}

async function bundling({ directory, projectDir, cacheDir }: BundleOptions) {
  await mkdir(cacheDir, { recursive: true });
  // Packages stay outside of the bundles, and are resolved from the folder of the bundles.
  if (path.relative(projectDir, cacheDir).startsWith('..'))
    await symlink(path.join(projectDir, 'node_modules'), path.join(cacheDir, 'node_modules'), 'junction');
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return {
    entryPoints: entries
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => path.join(directory, entry.name)),
    outdir: cacheDir,
    // Named by content: an unchanged bundle is not imported again.
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    jsx: 'automatic',
    // Without the paths of tsconfig.json, which make the platform's builder bundle a package.
    tsconfigRaw: {},
    sourcemap: 'linked',
    absWorkingDir: projectDir,
    logLevel: 'silent',
  } satisfies BuildOptions;
}

function bundlesIn({ directory, projectDir, cacheDir }: BundleOptions, { outputs }: Metafile): Bundles {
  // A module that a function loads late is an entry point for the bundler, but not a function.
  return Object.entries(outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint && path.resolve(projectDir, path.dirname(entryPoint)) === path.resolve(directory)
      ? [{ name: path.parse(entryPoint).name, file: path.relative(cacheDir, path.resolve(projectDir, file)) }]
      : [],
  );
}

async function imported(dir: string, bundles: Bundles): Promise<LoadedFunction[]> {
  return Promise.all(
    bundles.map(async ({ name, file }) => {
      const module = FunctionModule.safeParse(await import(pathToFileURL(path.resolve(dir, file)).href));
      if (!module.success) throw new Error(`The function ${name} cannot be served: ${z.prettifyError(module.error)}`);
      return { name, handler: module.data.default, config: module.data.config };
    }),
  );
}
