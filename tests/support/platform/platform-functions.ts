import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipFunctions, type Config } from '@netlify/zip-it-and-ship-it';
import { unzipSync } from 'fflate';
import { parse } from 'smol-toml';
import * as z from 'zod';

const root = path.resolve(import.meta.dirname, '../../..');

/** The function settings of netlify.toml: for all functions, and by name. */
const Settings = z.object({
  external_node_modules: z.array(z.string()).default([]),
  included_files: z.array(z.string()).default([]),
});
const NetlifyToml = z.object({ functions: Settings.catchall(z.unknown()) });

/** The same settings in the builder's format. */
async function builderConfig(): Promise<Config> {
  const { functions } = NetlifyToml.parse(parse(await readFile(path.join(root, 'netlify.toml'), 'utf8')));
  const inWords = ({ external_node_modules, included_files }: z.infer<typeof Settings>) => ({
    externalNodeModules: external_node_modules,
    includedFiles: included_files,
    includedFilesBasePath: root,
    nodeVersion: process.versions.node,
  });
  const named = Object.entries(functions).flatMap(([name, value]) => {
    const settings = Settings.safeParse(value);
    return settings.success && !Array.isArray(value) ? [[name, inWords(settings.data)] as const] : [];
  });
  return Object.fromEntries([['*', inWords(functions)] as const, ...named]);
}

export type PlatformFunction = {
  /** The file with the function's own code in the unpacked bundle. */
  mainFile: string;
  /**
   * Starts it as the platform does: through the entry that the builder generated, with only the files of the bundle.
   */
  start: () => Promise<RunningFunction>;
};
export type RunningFunction = {
  call: (request: Request) => Promise<Response>;
  /** Milliseconds of CPU time from its start to its last response. */
  spentMs: () => number;
  stop: () => Promise<void>;
};

/** What the platform's builder reports about a built function. */
type BuiltFunction = { name: string; routes?: { pattern: string }[] | undefined };

/** Unpacks the archive that the platform would upload into a folder of its own inside this one. */
export async function unpackedFunction(
  zip: string,
  folder: string,
  { name, routes }: BuiltFunction,
): Promise<PlatformFunction> {
  const home = path.join(folder, name);
  for (const [file, bytes] of Object.entries(unzipSync(await readFile(zip)))) {
    await mkdir(path.join(home, path.dirname(file)), { recursive: true });
    if (!file.endsWith('/')) await writeFile(path.join(home, file), bytes);
  }
  const mainFile = path.join(home, 'functions', `${name}.mjs`);
  return { mainFile, start: () => running(home, routes?.[0]?.pattern) };
}

/** Bundles these functions with the platform's own builder, and unpacks the archives outside the project. */
export async function platformFunctions<Name extends string>(names: readonly Name[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-bundles-'));
  const functions = names.map((name) => path.join(root, 'functions', `${name}.ts`));
  const zips = await zipFunctions({ user: { functions } }, path.join(folder, 'zips'), {
    basePath: root,
    config: await builderConfig(),
  });
  const unpacked = await Promise.all(
    zips.map(
      async ({ name, path: zip, routes }) => [name, await unpackedFunction(zip, folder, { name, routes })] as const,
    ),
  );
  return {
    functions: Object.fromEntries(unpacked) as Record<Name, PlatformFunction>,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const Answer = z.object({
  statusCode: z.int(),
  multiValueHeaders: z.record(z.string(), z.array(z.string())),
  body: z.instanceof(Uint8Array),
  spentMs: z.number(),
});

async function running(home: string, route: string | undefined): Promise<RunningFunction> {
  const runner = path.resolve(import.meta.dirname, 'platform-process.ts');
  const entry = path.join(home, '___netlify-entry-point.mjs');
  const child = fork(runner, [entry], { cwd: home, execArgv: [], serialization: 'advanced' });
  const ended = once(child, 'exit');
  const said = async () => {
    const over = ended.then(() => Promise.reject(new Error(`The function in ${home} has ended.`)));
    const [message] = (await Promise.race([once(child, 'message'), over])) as [unknown];
    return message;
  };
  await said();
  let spentMs = 0;
  return {
    spentMs: () => spentMs,
    async call(request) {
      const body = Buffer.from(await request.arrayBuffer()).toString('base64');
      const headers = { 'x-nf-client-connection-ip': '203.0.113.7', 'x-nf-request-id': 'call-1' };
      child.send({
        rawUrl: request.url,
        path: new URL(request.url).pathname,
        route,
        httpMethod: request.method,
        headers: { ...headers, ...Object.fromEntries(request.headers) },
        body,
        isBase64Encoded: true,
      });
      const answer = Answer.parse(await said());
      ({ spentMs } = answer);
      const fields = Object.entries(answer.multiValueHeaders).flatMap(([name, values]) =>
        values.map((value): [string, string] => [name, value]),
      );
      return new Response(new Uint8Array(answer.body), { status: answer.statusCode, headers: fields });
    },
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
