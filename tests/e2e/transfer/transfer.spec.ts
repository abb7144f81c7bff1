import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { fixturePath, zipOf } from '../../support/import-files.ts';
import { pngOf } from '../../support/pictures.ts';

const bring = (page: Page, files: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]) =>
  page.getByLabel('Choose files').setInputFiles(files);
const result = (page: Page) => page.getByRole('status').filter({ hasText: 'Import finished' });

test('bookmarks are imported with a report, and importing them again adds nothing', async ({ page, signedIn: _ }) => {
  await page.goto('/user/settings/import');
  await bring(page, fixturePath('firefox.html'));
  await expect(result(page)).toContainText('2 added, 0 merged, 1 left out');
  await page.getByRole('group').filter({ hasText: 'firefox.html' }).locator('summary').click();
  await page.getByLabel('Show').selectOption('Only what was left out, and remarks');
  const report = page.getByRole('list', { name: 'Report' });
  await expect(report.getByRole('listitem')).toHaveCount(1);
  await expect(report).toContainText('isn’t a web address');
  await bring(page, fixturePath('firefox.html'));
  await expect(result(page)).toContainText('0 added, 2 merged, 1 left out');
  await result(page).getByRole('link', { name: 'Open my library', exact: true }).click();
  await expect(page.getByRole('link', { name: 'The <book>', exact: true }).first()).toBeVisible();
});

test('where an import ends one can ask for copies of all links, and change that in the settings', async ({
  page,
  signedIn: _,
}) => {
  const copies = page.getByRole('switch', { name: 'Keep a copy of every page I link to' });
  await page.goto('/user/settings/import');
  await bring(page, fixturePath('pocket.csv'));
  await expect(result(page)).toContainText('2 added');
  await expect(copies).not.toBeChecked();
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/copies') && answer.request().method() === 'PUT',
  );
  await copies.press('Space');
  expect((await saved).status()).toBe(200);
  await page.goto('/user/settings/saving');
  await expect(copies).toBeChecked();
});

test('an unsupported file is refused with a message, and the next one can be chosen', async ({ page, signedIn: _ }) => {
  await page.goto('/user/settings/import');
  await bring(page, { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('\0\0\0 no text') });
  await expect(page.getByRole('alert')).toContainText('This isn’t a file we can read');
  await bring(page, fixturePath('pocket.csv'));
  await expect(result(page)).toContainText('2 added');
  await expect(result(page)).not.toContainText('remark');
});

test('a remark about a file is not a refusal, and appears in the report', async ({ page, signedIn: _ }) => {
  const folders = '<DL><p><DT><H3>Empty</H3><DL><p></DL><p><DT><A HREF="https://a.example/">A</A></DL>';
  const buffer = Buffer.from(`<!DOCTYPE NETSCAPE-Bookmark-file-1>${folders}`);
  await page.goto('/user/settings/import');
  await bring(page, { name: 'folders.html', mimeType: 'text/html', buffer });
  await expect(result(page)).toContainText('1 added, 0 merged, 0 left out');
  await expect(result(page)).toContainText('1 remark on the file in the report');
  await page.getByRole('group').filter({ hasText: 'folders.html' }).locator('summary').click();
  await page.getByLabel('Show').selectOption('Only what was left out, and remarks');
  await expect(page.getByRole('list', { name: 'Report' }).getByRole('listitem')).toHaveText(
    'Remark (line 1) EmptyThis folder is empty, so no collection was made for it.',
  );
});

test('a folder of Markdown files is imported with its folders, and the faulty file is named', async ({
  page,
  signedIn: _,
}) => {
  await openLoaded(page, '/user/settings/import');
  await page.getByLabel('Choose a folder').setInputFiles(fixturePath('vault'));
  await expect(result(page)).toContainText('3 added, 0 merged, 0 left out');
  await page.getByLabel('Choose a folder').setInputFiles(fixturePath('damaged'));
  await expect(result(page)).toContainText('2 added, 0 merged, 1 left out');
  await page.getByRole('group').filter({ hasText: 'damaged' }).locator('summary').click();
  await expect(page.getByRole('list', { name: 'Report' })).toContainText('The file is empty');
  await page.getByLabel('Choose a folder').setInputFiles(fixturePath('vault'));
  await expect(result(page)).toContainText('0 added, 3 merged, 0 left out');
});

test('the pictures of a vault are imported with the notes that show them', async ({ page, signedIn: _ }) => {
  const vault = zipOf({
    'vault/With a cat.md': 'This is ![[cat.png|My cat]].',
    'vault/other.md': 'No picture.',
    'vault/files/cat.png': await pngOf(400, 300),
  });
  await openLoaded(page, '/user/settings#carry');
  await bring(page, { name: 'vault.zip', mimeType: 'application/zip', buffer: Buffer.from(vault) });
  await expect(result(page)).toContainText('2 added, 0 merged, 0 left out');
  await page.goto('/user');
  await page.getByRole('link', { name: 'With a cat', exact: true }).click();
  const picture = page.getByRole('img', { name: 'My cat', exact: true });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
});

test('an interrupted import resumes where it stopped', async ({ page, signedIn: _ }) => {
  const links = Array.from({ length: 750 }, (_each, at) => `<DT><A HREF="https://cut.example/${at}">Cut ${at}</A>`);
  const buffer = Buffer.from(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${links.join('\n')}</DL>`);
  const file = { name: 'cut.html', mimeType: 'text/html', buffer };
  await page.goto('/user/settings/import');
  let parts = 0;
  await page.route('**/api/imports/*/entries', (route) => ((parts += 1) > 1 ? route.abort() : route.continue()));
  await bring(page, file);
  await expect(page.getByRole('alert')).toContainText('The import stopped');
  await page.unroute('**/api/imports/*/entries');
  await page.reload();
  await expect(
    page.getByText('not finished: unless it’s still running elsewhere, choose the same file to continue'),
  ).toBeVisible();
  await bring(page, file);
  await expect(result(page)).toContainText('750 added, 0 merged, 0 left out');
});

test('the exported site opens from disk, with its search and its threads, and asks nobody for anything', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const { note } = await signedIn.write({
    title: 'Taken along to a desert',
    body: 'Palms and *sand*. ![Dunes](https://pictures.invalid/dunes.png)',
    tags: ['travel'],
  });
  await signedIn.write({ title: 'Kept for a rainy day', body: 'Umbrellas.', visibility: 'private' });
  await someoneElse.comment(note.uuid, 'Take water with you.');
  await page.goto('/user/settings/export');
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
    // The page of the export may still ask for something: it is left first.
    await page.goto('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(path.join(folder, 'index.html')).href);
    await expect(page.getByRole('listitem')).toHaveCount(2);
    await page.getByRole('link', { name: 'Taken along to a desert' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Taken along to a desert');
    await expect(page.getByText('Take water with you.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Dunes' })).toBeVisible();
    await page.getByRole('link', { name: 'travel' }).click();
    await expect(page.getByRole('status')).toHaveText('1 note found.');
    await page.getByRole('searchbox').fill('UMBREL');
    await page.getByRole('link', { name: 'Kept for a rainy day' }).click();
    await expect(page.getByText('Umbrellas.')).toBeVisible();
    expect(asked.filter((address) => !address.startsWith('file:'))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('unsupported fields are named, downloaded with the report, shown beside the note, and undone with the import', async ({
  page,
  signedIn: _,
}) => {
  const item = { title: 'A page of ours', url: 'https://undo.example/', tags: [], body: '' };
  const note = { ...item, uuid: '0199aaaa-1111-7111-8111-0123456789ab', rev: 1, icon: null, visibility: 'private' };
  const at = { createdAt: '2024-05-01T10:00:00.000Z', updatedAt: '2024-05-01T10:00:00.000Z', publishedAt: null };
  const imported = { rating: 5, shelf: ['left', 'upper'] };
  const buffer = Buffer.from(JSON.stringify({ commonplace: 1, notes: [{ ...note, ...at, imported }] }));
  await openLoaded(page, '/user/settings/import');
  await bring(page, { name: 'set-aside.json', mimeType: 'application/json', buffer });
  await expect(result(page)).toContainText('1 added, 0 merged, 0 left out, 1 with more kept alongside');
  const report = page.getByRole('group').filter({ hasText: 'set-aside.json' });
  await report.locator('summary').click();
  await page.getByLabel('Show').selectOption('Only items with more kept alongside');
  await expect(page.getByRole('list', { name: 'Report' })).toContainText('Kept alongside: rating, shelf');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    report.getByRole('link', { name: 'Download the report' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('item 1,kept,A page of ours,https://undo.example/');

  const href = await page.getByRole('list', { name: 'Report' }).getByRole('link').getAttribute('href');
  const uuid = new URL(href ?? '', page.url()).searchParams.get('uuid');
  await page.goto(`/new?uuid=${uuid}`);
  await page.getByText('Kept alongside').click();
  await expect(page.getByRole('definition').filter({ hasText: 'upper' })).toBeVisible();

  await page.goto('/user/settings/import');
  await report.locator('summary').click();
  await report.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Import undone' })).toContainText('1 removed');
  await page.goto(`/new?uuid=${uuid}`);
  await expect(page.getByText('This note was deleted.')).toBeVisible();
  await expect(page.getByText('Kept alongside')).toHaveCount(0);
});

test('files are dropped on the one drop area', async ({ page, signedIn: _ }) => {
  await openLoaded(page, '/user/settings/import');
  const files = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(
      new File(
        ['<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://drop.example/">Dropped</A></DL>'],
        'dropped.html',
      ),
    );
    return data;
  });
  await page.getByRole('group', { name: 'Files to import' }).dispatchEvent('drop', { dataTransfer: files });
  await expect(result(page)).toContainText('1 added');
});

test('a scheduled export is set up, says why it failed, and is ended', async ({ page, signedIn: _ }) => {
  await openLoaded(page, '/user/settings/export');
  const form = page.getByRole('form', { name: 'Scheduled export' });
  await expect(form.getByLabel('Branch')).toHaveCount(0);
  await form.getByLabel('To', { exact: true }).selectOption('A Git repository');
  await expect(form.getByLabel('Branch')).toHaveValue('main');
  await form.getByLabel('To', { exact: true }).selectOption('A WebDAV folder');
  await form.getByLabel('Address').fill('http://files.example/notes');
  await form.getByRole('textbox', { name: 'Password or app token' }).fill('a password of files');
  await form.getByRole('button', { name: 'Start exporting' }).click();
  await expect(form.getByText('Give a whole address that begins with https://.')).toBeVisible();
  await form.getByLabel('Address').fill('https://127.0.0.1/notes');
  await form.getByLabel('How often').selectOption('Every week');
  await form.getByRole('button', { name: 'Start exporting' }).click();
  await expect(form.getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(page.getByText('Nothing has been exported to 127.0.0.1 yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Export now' }).click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('127.0.0.1 isn’t on the public internet')).toBeVisible();
  }).toPass();
  await expect(form.getByLabel('How often')).toHaveValue('weekly');
  await page.getByRole('button', { name: 'Stop exporting' }).click();
  await expect(form.getByRole('button', { name: 'Start exporting' })).toBeVisible();
});
