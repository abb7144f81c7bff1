import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Releases } from '../../../netlify/local/publishing/releases.ts';
import { countedOf } from '../../../src/platform/model/counted.ts';

/** The text of every served file, by name. Throws if one is missing. */
export async function servedTexts(releases: Releases): Promise<Map<string, string>> {
  const files = await releases.served()[0]?.all();
  const texts = await Promise.all(
    [...(files ?? [])].map(async ([name, file]) => [name, await readFile(file, 'utf8')] as const),
  );
  return new Map(texts);
}

/** Fails unless the served files are one complete build: its own manifest, and a page for every note in its list. */
export async function expectCompleteSite(releases: Releases): Promise<void> {
  const texts = await servedTexts(releases);
  const { buildId } = releases.record() ?? {};
  expect(JSON.parse(texts.get('builds/latest.json') ?? '{}')).toMatchObject({ id: buildId });
  const meta = JSON.parse(texts.get(`builds/meta/${buildId}.json`) ?? '{}') as { prerendered: string[] };
  for (const page of meta.prerendered) {
    const name = page === '/' ? 'index' : decodeURIComponent(page).slice(1);
    expect(texts.get(`${name}.html`), `${buildId} has ${page}`).toContain('</html>');
    expect(JSON.parse(texts.get(page === '/' ? '_payload.json' : `${name}/_payload.json`) ?? '')).toBeDefined();
  }
  const shown = meta.prerendered.filter((page) => page.startsWith('/note/detail/'));
  expect(texts.get('note/list/1.html')).toContain(countedOf(shown.length, 'note'));
}
