import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

export type BuiltSite = { ok: boolean; output: string; outDir: string; remove: () => Promise<void> };

/**
 * Builds a site of only these pages (name to .astro source) with the project's own configuration. They are written to
 * a folder in the project's `.astro/`, from where `../../../../src` is the project's code.
 */
export async function buildSiteOf(pages: Record<string, string>): Promise<BuiltSite> {
  const home = path.join(root, '.astro', `site-${randomBytes(4).toString('hex')}`);
  await mkdir(path.join(home, 'src/pages'), { recursive: true });
  for (const [name, source] of Object.entries(pages)) await writeFile(path.join(home, 'src/pages', name), source);
  const config = `import own from '../../astro.config.mjs';
    const in_ = (folder) => import.meta.dirname + '/' + folder;
    export default { ...own, root: in_(''), srcDir: in_('src'), outDir: in_('dist'), cacheDir: in_('cache'),
      output: 'static', adapter: undefined, integrations: [] };`;
  await writeFile(path.join(home, 'astro.config.mjs'), config);
  const env = {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:1',
    UPSTASH_REDIS_REST_TOKEN: 'none',
    SESSION_SECRET: 'a secret of the tests, long enough for all',
  };
  const { ok, output } = await new Promise<{ ok: boolean; output: string }>((resolve) => {
    const args = [path.join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--root', home];
    execFile(process.execPath, args, { cwd: home, env, timeout: 60_000 }, (error, out, problems) =>
      resolve({ ok: error === null, output: out + problems }),
    );
  });
  return { ok, output, outDir: path.join(home, 'dist'), remove: () => rm(home, { recursive: true, force: true }) };
}
