import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { limits } from '../../src/domain/limits.ts';
import type { Note } from '../../src/domain/note.ts';
import { batchesOf } from './collection.ts';

const run = promisify(execFile);
/** Generators that take longer are ended: one needs more than six minutes for 100,000 notes. */
const mostMs = 4 * 60_000;

/** Writes the notes as Markdown files with front matter, which is what static site generators read. */
export async function writeMarkdown(folder: string, notes: Iterable<Note>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const batch of batchesOf(notes, 100)) {
    await Promise.all(
      batch.map(({ uuid, title, tags, publishedAt, slug, body }) => {
        const front = { title, date: publishedAt, tags, slug: `${uuid}-${slug}` };
        return writeFile(path.join(folder, `${uuid}.md`), `${JSON.stringify(front, null, 1)}\n\n${body}\n`);
      }),
    );
  }
}

/** Hugo's whole build of the notes and their lists in milliseconds, or null where Hugo is not installed or does not end. */
export async function hugoMs(folder: string, notes: string): Promise<number | null> {
  if (!(await works('hugo', ['version']))) return null;
  const site = path.join(folder, 'hugo');
  await mkdir(path.join(site, 'layouts/_default'), { recursive: true });
  const mounts = [notes, 'layouts'].map(
    (source, index) =>
      `[[module.mounts]]\nsource = "${source}"\ntarget = "${['content/note', 'layouts'][index] ?? ''}"\n`,
  );
  const settings = `baseURL = "http://localhost/"\ntitle = "Notes"\npaginate = ${limits.pageSize}\nbuildFuture = true\n`;
  await writeFile(path.join(site, 'config.toml'), settings + mounts.join(''));
  await writeFile(path.join(site, 'layouts/_default/single.html'), page('{{ .Title }}', '{{ .Content }}'));
  const list =
    '{{ range .Paginator.Pages }}<h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2><p>{{ .Summary }}</p>{{ end }}{{ template "_internal/pagination.html" . }}';
  await writeFile(path.join(site, 'layouts/_default/list.html'), page('{{ .Title }}', list));
  return timed('hugo', ['--source', site, '--destination', path.join(site, 'public'), '--quiet'], site);
}

/** Eleventy's whole build of the same, or null likewise (`ELEVENTY` names its program). */
export async function eleventyMs(folder: string, notes: string): Promise<number | null> {
  const program = process.env['ELEVENTY'] ?? 'eleventy';
  if (!(await works(program, ['--version']))) return null;
  const site = path.join(folder, 'eleventy');
  await mkdir(path.join(site, '_includes'), { recursive: true });
  if (!existsSync(path.join(site, 'note'))) await symlink(notes, path.join(site, 'note'), 'dir');
  await writeFile(path.join(notes, 'note.json'), JSON.stringify({ layout: 'note.njk', tags: ['note'] }));
  await writeFile(path.join(site, '_includes/note.njk'), page('{{ title }}', '{{ content | safe }}'));
  const pagination = `---json\n{"pagination": {"data": "collections.note", "size": ${limits.pageSize}, "reverse": true}, "permalink": "list/{{ pagination.pageNumber + 1 }}/index.html"}\n---\n`;
  const items =
    '{% for one in pagination.items %}<h2><a href="{{ one.url }}">{{ one.data.title }}</a></h2>{% endfor %}';
  await writeFile(path.join(site, 'list.njk'), pagination + page('List', items));
  return timed(program, ['--input', site, '--output', path.join(folder, 'eleventy-out'), '--quiet'], site);
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${content}</main></body></html>\n`;
}

async function works(program: string, args: string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  );
}

/** How long a generator takes, or null where it does not end in time, which stderr tells. */
async function timed(program: string, args: string[], cwd: string): Promise<number | null> {
  const begun = performance.now();
  const ended = await run(program, args, { cwd, maxBuffer: 64 * 1024 * 1024, timeout: mostMs }).catch(
    (error: unknown) => {
      if (!(error as { killed?: boolean }).killed) throw error;
      console.error(`${program} did not end within ${mostMs / 60_000} minutes.`);
    },
  );
  return ended ? Math.round(performance.now() - begun) : null;
}
