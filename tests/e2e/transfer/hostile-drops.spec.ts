import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded } from '../../support/browser/screens.ts';

const bookmarks = (links: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${links}</DL>`;
const links = (count: number, site: string) =>
  Array.from({ length: count }, (_, at) => `<DT><A HREF="https://${site}.example/${at}">${site} ${at}</A>`).join('\n');
const result = (page: Page) => page.getByRole('status').filter({ hasText: 'Import finished' });
const html = (name: string, text: string) => ({ name, mimeType: 'text/html', buffer: Buffer.from(text) });
const bring = (page: Page, ...files: ReturnType<typeof html>[]) => page.getByLabel('Choose files').setInputFiles(files);

/** Drops files on the drop area, as a browser hands them over. */
async function drop(page: Page, files: Record<string, string> | [string, string][]) {
  const all = Array.isArray(files) ? files : Object.entries(files);
  const data = await page.evaluateHandle((told) => {
    const transfer = new DataTransfer();
    for (const [name, text] of told) transfer.items.add(new File([text], name));
    return transfer;
  }, all);
  await page.getByRole('group', { name: 'Files to import' }).dispatchEvent('drop', { dataTransfer: data });
}

test('files of two programs in one drop are imported, each in its format, and a repeated file is merged', async ({
  page,
  signedIn: _,
}) => {
  await openLoaded(page, '/user/settings/import');
  await drop(page, {
    'a.html': bookmarks(links(2, 'two')),
    'b.csv': 'title,url,time_added,tags,status\nPocketed,https://pocket.example/,1700000000,,unread\n',
  });
  await expect(result(page)).toContainText('3 added, 0 merged, 0 left out');
  const same = bookmarks(links(2, 'same'));
  await drop(page, [
    ['same.html', same],
    ['same.html', same],
  ]);
  await expect(result(page)).toContainText('2 added, 2 merged, 0 left out');
});

test('a folder is imported without the programs’ own files in it', async ({ page, signedIn: _ }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-tree-'));
  try {
    await mkdir(path.join(folder, '__MACOSX'));
    await mkdir(path.join(folder, 'Caf\u0065\u0301'));
    await Promise.all([
      ...['.DS_Store', 'Thumbs.db', 'desktop.ini', '__MACOSX/._a.md'].map((name) =>
        writeFile(path.join(folder, name), '\0\0\0\u0001'),
      ),
      writeFile(path.join(folder, 'Caf\u0065\u0301', 'Cre\u0300me.md'), 'Of cream.'),
      writeFile(path.join(folder, 'kept.md'), '# Kept\n\nOf cheese.'),
    ]);
    // The browser hands over no symbolic links in a folder.
    await symlink('nowhere.md', path.join(folder, 'lost.md'));
    await openLoaded(page, '/user/settings/import');
    await page.getByLabel('Choose a folder').setInputFiles(folder);
    await expect(result(page)).toContainText('2 added, 0 merged, 0 left out');
    await page.getByRole('group').filter({ hasText: 'commonplace-tree' }).locator('summary').click();
    await expect(page.getByRole('list', { name: 'Report' }).getByRole('listitem')).toHaveText([/Crème$/, /Kept$/]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a file that is removed after it was chosen is named, and the next one can be chosen', async ({
  page,
  signedIn: _,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-gone-'));
  try {
    const file = path.join(folder, 'gone.html');
    await writeFile(file, bookmarks(links(1, 'gone')));
    await openLoaded(page, '/user/settings/import');
    // It is removed between the choice and the reading: the reading code waits until then.
    const removed = Promise.withResolvers<void>();
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() === 'script') await removed.promise;
      await route.continue();
    });
    await page.getByLabel('Choose files').setInputFiles(file);
    await rm(file);
    removed.resolve();
    await expect(page.getByRole('alert')).toContainText('It can’t be read: it was moved, changed or deleted');
    await page.unrouteAll({ behavior: 'wait' });
    await bring(page, html('here.html', bookmarks(links(1, 'here'))));
    await expect(result(page)).toContainText('1 added');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('if the code that reads files cannot load offline, the page says so', async ({ page, signedIn: _, context }) => {
  await openLoaded(page, '/user/settings/import');
  await context.setOffline(true);
  await bring(page, html('off.html', bookmarks(links(1, 'off'))));
  await expect(page.getByRole('alert').filter({ hasText: 'The file reader couldn’t be loaded' })).toBeVisible();
  await context.setOffline(false);
});

test('an import that is undone elsewhere while it runs says so, and a drop in the meantime is told to wait', async ({
  page,
  signedIn: _,
  context,
}) => {
  await openLoaded(page, '/user/settings/import');
  let [parts, goOn] = [0, () => undefined as void];
  const undone = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/imports/*/entries', async (route) => {
    if ((parts += 1) === 2) await undone;
    await route.continue();
  });
  await bring(page, html('long.html', bookmarks(links(750, 'long'))));
  await expect(page.getByText('Bookmarks (HTML): ')).toBeVisible();
  await drop(page, { 'other.html': bookmarks(links(1, 'other')) });
  await expect(
    page.getByText('This import is still running. Drop the other files again once it’s finished.'),
  ).toBeVisible();
  await expect.poll(() => parts).toBe(2);
  const other = await context.newPage();
  await openLoaded(other, '/user/settings/import');
  const listed = other.getByRole('group').filter({ hasText: 'long.html' });
  await expect(listed).toContainText('not finished');
  await listed.locator('summary').click();
  await listed.getByRole('button', { name: 'Undo this import' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(listed).toContainText('undone');
  goOn();
  await expect(page.getByText('It was undone while it ran, so nothing more was imported.')).toBeVisible();
  await other.goto('/user');
  await expect(other.getByText('long 1', { exact: true })).toHaveCount(0);
});

test('a file imported in two tabs at once is imported once, and one tab says that the other is doing it', async ({
  page,
  signedIn: _,
  context,
}) => {
  const file = html('both.html', bookmarks(links(1200, 'both')));
  await openLoaded(page, '/user/settings/import');
  let [parts, goOn] = [0, () => undefined as void];
  const finished = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/imports/*/entries', async (route) => {
    if ((parts += 1) === 2) await finished;
    await route.continue();
  });
  await bring(page, file);
  await expect.poll(() => parts).toBe(2);
  const other = await context.newPage();
  await openLoaded(other, '/user/settings/import');
  await bring(other, file);
  await expect(result(other)).toContainText('1,200 added, 0 merged, 0 left out');
  goOn();
  await expect(page.getByRole('alert')).toContainText('The same file is being imported elsewhere');
});
