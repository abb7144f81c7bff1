import { expect, test } from 'vitest';
import { sitemapFiles } from '../../../src/feeds/model/site-texts.ts';
import { sampleNote } from '../../support/samples.ts';
import { searchableSnapshot } from '../../support/builds/searched.ts';
import { renderedNote } from '../../support/written-notes.ts';

const pageFiles = (addresses: readonly string[]) =>
  addresses.filter((each) => each.startsWith('/sitemap/pages')).sort();
const noteOf = (number: number) =>
  renderedNote(
    sampleNote({ authorId: `u_person${number}`, tags: [`tag${number}a`, `tag${number}b`] }),
    `Person ${number}`,
  );

test.each([
  [0, 1],
  [50_000, 1],
  [50_001, 2],
  [200_000, 4],
])('%i pages of tags and people are listed in %i files', (pages, files) => {
  expect(sitemapFiles(pages)).toBe(files);
});

test('tag and person pages beyond one file’s limit are in further files, and none is missing', async () => {
  const inSitemap = 7;
  const site = await searchableSnapshot({ inSitemap });
  const { snapshot } = site;
  const notes = await Promise.all(Array.from({ length: 6 }, (_, index) => noteOf(index)));
  site.put(notes);
  const files = await snapshot.content.sitemapPages();
  const named = files.flat();
  for (const path of await snapshot.content.indexPages()) expect(named).toContain(path);
  expect(new Set(named).size).toBe(named.length);
  for (const pages of files) expect(pages.length).toBeLessThanOrEqual(inSitemap);
  const numbered = files.map((_, at) => (at === 0 ? '/sitemap/pages.xml' : `/sitemap/pages-${at + 1}.xml`));
  expect(files.length).toBeGreaterThan(2);
  expect(pageFiles(snapshot.files())).toEqual(numbered.toSorted());
  for (const file of numbered) expect(snapshot.isFile(file)).toBe(true);
  expect(snapshot.isFile(`/sitemap/pages-${files.length + 1}.xml`)).toBe(false);
  expect(snapshot.isFile('/sitemap/pages-1.xml')).toBe(false);

  // Every file is rewritten, and obsolete ones are deleted.
  site.follow();
  for (const { note } of notes.slice(1)) site.remove(note.uuid);
  const left = await snapshot.content.sitemapPages();
  expect(left.length).toBeLessThan(files.length);
  expect(pageFiles(snapshot.stale())).toEqual(expect.arrayContaining(numbered));
  for (const file of numbered.slice(left.length)) expect(snapshot.isFile(file)).toBe(false);
  await site.close();
});
