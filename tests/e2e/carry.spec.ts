import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, test } from '../support/fixtures.ts';
import { openWhole } from '../support/screens.ts';
import { fixturePath } from '../support/import-files.ts';

const bring = (page: Page, files: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]) =>
  page.getByLabel('File', { exact: true }).setInputFiles(files);
const result = (page: Page) => page.getByRole('status').filter({ hasText: 'The import is finished' });

test('somebody brings bookmarks, reads the report, and bringing them again adds nothing', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('/user#carry');
  await bring(page, fixturePath('firefox.html'));
  await expect(result(page)).toContainText('2 added, 0 here before, 1 refused');
  await page.getByRole('group').filter({ hasText: 'firefox.html' }).locator('summary').click();
  await page.getByLabel('Lines of the report').selectOption('Only what was refused');
  const report = page.getByRole('list', { name: 'Report' });
  await expect(report.getByRole('listitem')).toHaveCount(1);
  await expect(report).toContainText('is no address on the web');
  await bring(page, fixturePath('firefox.html'));
  await expect(result(page)).toContainText('0 added, 2 here before, 1 refused');
  await page.getByRole('tab', { name: 'Notes', exact: true }).click();
  await expect(page.getByRole('link', { name: 'The <book>', exact: true }).first()).toBeVisible();
});

test('a file that is none of ours says so, and the next one can be chosen', async ({ page, signedIn: _ }) => {
  await page.goto('/user#carry');
  await bring(page, { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('\0\0\0 no text') });
  await expect(page.getByRole('alert')).toContainText('This is no text that we can read');
  await bring(page, fixturePath('pocket.csv'));
  await expect(result(page)).toContainText('2 added');
});

test('a folder of Markdown files comes in with its folders, and the file with a fault is named', async ({
  page,
  signedIn: _,
}) => {
  await openWhole(page, '/user#carry');
  await page.getByLabel('Or a folder of Markdown files').setInputFiles(fixturePath('vault'));
  await expect(result(page)).toContainText('3 added, 0 here before, 0 refused');
  await page.getByLabel('Or a folder of Markdown files').setInputFiles(fixturePath('damaged'));
  await expect(result(page)).toContainText('1 added, 0 here before, 1 refused');
  await page.getByRole('group').filter({ hasText: 'damaged' }).locator('summary').click();
  await expect(page.getByRole('list', { name: 'Report' })).toContainText('has a fault in line 3');
  await page.getByLabel('Or a folder of Markdown files').setInputFiles(fixturePath('vault'));
  await expect(result(page)).toContainText('0 added, 3 here before, 0 refused');
});

test('an import that was cut off goes on at its place', async ({ page, signedIn: _ }) => {
  const links = Array.from({ length: 250 }, (_each, at) => `<DT><A HREF="https://cut.example/${at}">Cut ${at}</A>`);
  const buffer = Buffer.from(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${links.join('\n')}</DL>`);
  const file = { name: 'cut.html', mimeType: 'text/html', buffer };
  await page.goto('/user#carry');
  let parts = 0;
  await page.route('**/api/imports/*/entries', (route) => ((parts += 1) > 1 ? route.abort() : route.continue()));
  await bring(page, file);
  await expect(page.getByRole('alert')).toContainText('The import has stopped');
  await page.unroute('**/api/imports/*/entries');
  await page.reload();
  await expect(page.getByText('interrupted: choose the same file to go on')).toBeVisible();
  await bring(page, file);
  await expect(result(page)).toContainText('250 added, 0 here before, 0 refused');
});

test('the exported site opens from disk, with its search and its threads', async ({ page, signedIn, someoneElse }) => {
  const { note } = await signedIn.write({
    title: 'Taken along to a desert',
    body: 'Palms and *sand*.',
    tags: ['travel'],
  });
  await signedIn.write({ title: 'Kept for a rainy day', body: 'Umbrellas.', visibility: 'private' });
  await someoneElse.comment(note.uuid, 'Take water with you.');
  await page.goto('/user#carry');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download: A site' }).click(),
  ]);
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-site-'));
  try {
    for (const [name, bytes] of Object.entries(unzipSync(await readFile(await download.path())))) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), bytes);
    }
    await page.goto(pathToFileURL(path.join(folder, 'index.html')).href);
    await expect(page.getByRole('listitem')).toHaveCount(2);
    await page.getByRole('link', { name: 'Taken along to a desert' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Taken along to a desert');
    await expect(page.getByText('Take water with you.')).toBeVisible();
    await page.getByRole('link', { name: 'travel' }).click();
    await expect(page.getByRole('status')).toHaveText('1 note found.');
    await page.getByRole('searchbox').fill('UMBREL');
    await page.getByRole('link', { name: 'Kept for a rainy day' }).click();
    await expect(page.getByText('Umbrellas.')).toBeVisible();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
