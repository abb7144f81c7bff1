import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inScratchFolder } from '../../../netlify/build/renderer/renderer.ts';
import { projectRoot, sharedRenderer } from '../../support/builds/site-builds.ts';

const run = promisify(execFile);

/** Every file by its name, which tells what browsers get; what runs on servers with its text, but for places and a random key. */
async function filesIn(dir: string): Promise<Record<string, string>> {
  const names = (await readdir(dir, { recursive: true })).sort();
  const texts = names.map(async (name) => {
    const text = name.endsWith('.mjs') ? await readFile(path.join(dir, name), 'utf8') : '';
    return [name, text.replaceAll(/file:\/\/[^"'`]*/g, 'file://').replace(/"key":"[^"]*"/, '"key":""')] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

test('what hooks are not asked about makes no difference to what is compiled', { tags: ['long'] }, async () => {
  const compiled = path.dirname((await sharedRenderer()).assets);
  const unfiltered = await mkdtemp(path.join(tmpdir(), 'commonplace-unfiltered-'));
  try {
    const program = path.join(projectRoot, 'tests/support/builds/compile-unfiltered.ts');
    const env = { ...process.env, NODE_ENV: 'production', RENDERER_DIR: unfiltered, ASTRO_TELEMETRY_DISABLED: '1' };
    await inScratchFolder(projectRoot, path.basename(unfiltered), (cwd) =>
      run(process.execPath, [program, projectRoot], { cwd, env }),
    );
    expect(await filesIn(unfiltered)).toEqual(await filesIn(compiled));
  } finally {
    await rm(unfiltered, { recursive: true, force: true });
  }
});
