import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeDigests } from '../../../netlify/build/code-digest.ts';
import type { BuildRecord } from '../../../netlify/build/record.ts';
import { rendererOf, type RendererFiles } from '../../../netlify/build/renderer/renderer.ts';
import { buildSite } from '../../../netlify/build/configured-build.ts';
import { layeredFiles, readOverlay } from '../../../netlify/local/server/layers.ts';
import { openSnapshot } from '../../../src/publishing/server/snapshot/snapshot.ts';
import type { Redis } from '../../../src/platform/server/store/redis.ts';
import { origin } from '../servers/origin.ts';

export const projectRoot = path.resolve(import.meta.dirname, '../../..');

/** Where builds in separate processes find it. */
export const sharedRenderers = path.join(projectRoot, '.cache/tests');

// The templates read the site's name and URL, and an incomplete environment is refused.
Object.assign(process.env, {
  SITE_URL: origin,
  UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:1',
  UPSTASH_REDIS_REST_TOKEN: 'none',
  SESSION_SECRET: 'a secret of the tests, long enough for all',
});

/** A build's own metadata; nothing else may differ between builds. */
const ownNames = /^builds\//;

/** Successive builds of one store, each a layer over the previous one, as the product makes them. */
export async function siteBuilds(redis: Redis, { prerendered = 10_000, renderer = sharedRenderer } = {}) {
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-site-'));
  const env = { SITE_URL: origin, PRERENDER_NOTES: prerendered };
  const { code } = codeDigests(projectRoot);
  const layers: BuildRecord[] = [];
  let made = 0;

  const outDir = (id: string) => path.join(dir, id);
  const build = async (cacheDir: string, base?: BuildRecord): Promise<BuildRecord> => {
    made += 1;
    const buildId = `b${String(made).padStart(6, '0')}`;
    const record = await buildSite({
      redis,
      env,
      code,
      renderer,
      buildId,
      now: new Date(),
      outDir: outDir(buildId),
      cacheDir,
      base,
    });
    // The product skips a page that cannot be rendered; a test must fail.
    if (renderer === sharedRenderer && record.broken.length > 0) throw new Error(`Broken: ${record.broken.join(', ')}`);
    return record;
  };
  return {
    dir,
    cacheDir: path.join(dir, 'cache'),
    /** Builds what changed since the previous build. */
    async next(): Promise<BuildRecord> {
      const record = await build(path.join(dir, 'cache'), layers[0]);
      if (record.base === null) layers.length = 0;
      layers.unshift(record);
      return record;
    },
    /** The digest of every file of the site after the builds so far, by name. */
    async site(): Promise<Record<string, string>> {
      const [whole, ...overlays] = layers.toReversed();
      if (!whole) return {};
      const read = await Promise.all(
        overlays.map(({ buildId, removed }) => readOverlay({ dir: outDir(buildId), removed })),
      );
      return digests(await layeredFiles(read.reverse(), outDir(whole.buildId)).all());
    },
    /** Every address that is a file. */
    async addresses(): Promise<string[]> {
      const snapshot = await openSnapshot(path.join(dir, 'cache/snapshot.db'), { prerendered, readOnly: true });
      const files = snapshot.files();
      snapshot.close();
      return files;
    },
    /** The text of a file that the newest build wrote. */
    text: (name: string) => readFile(path.join(outDir(layers[0]?.buildId ?? ''), name), 'utf8'),
    /** The digest of every file of a build from nothing. */
    async clean(): Promise<Record<string, string>> {
      const cacheDir = path.join(dir, `clean-${made}`);
      const record = await build(cacheDir);
      const from = outDir(record.buildId);
      const site = await fileDigestsIn(from);
      await Promise.all([rm(from, { recursive: true }), rm(cacheDir, { recursive: true })]);
      return site;
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

/** The renderer of the current code, compiled once for all tests because compiling the templates takes long. */
export function sharedRenderer(): Promise<RendererFiles> {
  return rendererOf(projectRoot, { dir: sharedRenderers, templates: codeDigests(projectRoot).templates });
}

/** The digest of every file of a whole site in one folder, by name. */
export async function fileDigestsIn(dir: string): Promise<Record<string, string>> {
  return digests(await layeredFiles([], dir).all());
}

async function digests(files: Map<string, string>): Promise<Record<string, string>> {
  const found: [string, string][] = [];
  for (const [name, file] of files) {
    if (ownNames.test(name)) continue;
    found.push([
      name,
      createHash('sha256')
        .update(await readFile(file))
        .digest('base64url')
        .slice(0, 12),
    ]);
  }
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}
