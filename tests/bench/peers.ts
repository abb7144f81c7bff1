import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { limits } from '../../src/platform/model/limits.ts';
import type { Note } from '../../src/notes/model/note.ts';
import { batchesOf } from '../support/seeded.ts';

const run = promisify(execFile);
/** Generators that take longer are stopped: one needs more than six minutes for 100,000 notes. */
const maxMs = 4 * 60_000;
const uuidAtStart = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** Writes the notes as Markdown files with front matter into `folder`/note, which is what static site generators read. */
export async function writeMarkdown(folder: string, notes: Iterable<Note>): Promise<void> {
  await mkdir(path.join(folder, 'note'), { recursive: true });
  for (const batch of batchesOf(notes, 100)) {
    await Promise.all(
      batch.map(({ uuid, title, tags, publishedAt, slug, body }) => {
        const fields = { title, date: publishedAt, tags, slug: `${uuid}-${slug}` };
        // JSON is YAML as well, which each of them reads: braces alone are front matter to Hugo, and text to Eleventy.
        const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
        return writeFile(path.join(folder, `note/${uuid}.md`), `---\n${lines.join('')}---\n\n${body}\n`);
      }),
    );
  }
}

/**
 * Hugo's whole build of the notes in `source` and of the lists of them, in milliseconds, or null where Hugo is not
 * installed or does not end. Throws when its site has not all of them: a generator that makes less is no measure.
 */
export async function hugoMs(folder: string, source: string): Promise<number | null> {
  if (!(await works('hugo', ['version']))) return null;
  const site = path.join(folder, 'hugo');
  await mkdir(path.join(site, 'layouts/_default'), { recursive: true });
  const settings = `baseURL = "http://localhost/"
title = "Notes"
paginate = ${limits.pageSize}
buildFuture = true
disableKinds = ["home", "taxonomy", "term", "RSS", "sitemap"]
[[module.mounts]]
source = "${source}"
target = "content"
[[module.mounts]]
source = "layouts"
target = "layouts"
`;
  await writeFile(path.join(site, 'config.toml'), settings);
  await writeFile(path.join(site, 'layouts/_default/single.html'), page('{{ .Title }}', '{{ .Content }}'));
  const list = '{{ range .Paginator.Pages }}<h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2>{{ end }}';
  await writeFile(path.join(site, 'layouts/_default/list.html'), page('{{ .Title }}', list));
  const out = path.join(site, 'public');
  const ms = await timed('hugo', ['--source', site, '--destination', out, '--quiet'], site);
  // The first page of the list has its own path, and a redirect from its numbered one.
  if (ms !== null) await expectSite('Hugo', source, path.join(out, 'note'), path.join(out, 'note/page'));
  return ms;
}

/** Eleventy's whole build of the same, or null or an error likewise (`ELEVENTY` names its program). */
export async function eleventyMs(folder: string, source: string): Promise<number | null> {
  const program = process.env['ELEVENTY'] ?? 'eleventy';
  if (!(await works(program, ['--version']))) return null;
  await mkdir(path.join(source, '_includes'), { recursive: true });
  await writeFile(path.join(source, 'note/note.json'), JSON.stringify({ layout: 'note.njk', tags: ['note'] }));
  await writeFile(path.join(source, '_includes/note.njk'), page('{{ title }}', '{{ content | safe }}'));
  const pagination = `---json\n{"pagination": {"data": "collections.note", "size": ${limits.pageSize}, "reverse": true}, "permalink": "list/{{ pagination.pageNumber + 1 }}/index.html"}\n---\n`;
  const items =
    '{% for one in pagination.items %}<h2><a href="{{ one.url }}">{{ one.data.title }}</a></h2>{% endfor %}';
  await writeFile(path.join(source, 'list.njk'), pagination + page('List', items));
  const out = path.join(folder, 'eleventy-out');
  // Of an absolute input it does not find the folder's own data, and so neither layout nor lists.
  const ms = await timed(program, ['--input', '.', '--output', out, '--quiet'], source);
  if (ms !== null) await expectSite('Eleventy', source, path.join(out, 'note'), path.join(out, 'list'));
  return ms;
}

/** Fails unless each note of `source` has a page with its title as heading, and every list page exists. */
async function expectSite(generator: string, source: string, notes: string, lists: string): Promise<void> {
  const written = (await readdir(path.join(source, 'note'))).filter((name) => name.endsWith('.md'));
  const pages = (await namesIn(notes)).filter((name) => uuidAtStart.test(name));
  const listPages = await namesIn(lists);
  const wanted = Math.ceil(written.length / limits.pageSize);
  if (pages.length !== written.length || listPages.length !== wanted)
    throw new Error(
      `${generator} made ${pages.length} pages of ${written.length} notes, and ${listPages.length} of ${wanted} list pages.`,
    );
  const first = await readFile(path.join(notes, pages[0] ?? '', 'index.html'), 'utf8');
  const [uuid = ''] = uuidAtStart.exec(pages[0] ?? '') ?? [];
  const [, title = ''] = /^title: "(.*)"$/m.exec(await readFile(path.join(source, `note/${uuid}.md`), 'utf8')) ?? [];
  if (!first.includes(`<h1>${title}</h1>`)) throw new Error(`${generator} made a page of ${uuid} without its title.`);
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${content}</main></body></html>\n`;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function works(program: string, args: string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  );
}

/** How long a generator takes, or null if it does not finish in time, which stderr reports. */
async function timed(program: string, args: string[], cwd: string): Promise<number | null> {
  const begun = performance.now();
  const ended = await run(program, args, { cwd, maxBuffer: 64 * 1024 * 1024, timeout: maxMs }).catch(
    (error: unknown) => {
      if (!(error as { killed?: boolean }).killed) throw error;
      console.error(`${program} did not end within ${maxMs / 60_000} minutes.`);
    },
  );
  return ended ? Math.round(performance.now() - begun) : null;
}
