import { expect, test } from '../../support/browser/fixtures.ts';
import { fixturePath } from '../../support/import-files.ts';
import { tabTo, waitForFocusIn } from '../../support/browser/keyboard.ts';
import { openLoaded } from '../../support/browser/screens.ts';

test('a file is imported, its report read and everything exported by keyboard alone', async ({ page, signedIn: _ }) => {
  await openLoaded(page, '/user/settings/import');
  const file = page.getByLabel('Choose files');
  await tabTo(page, file);
  const choosing = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(fixturePath('firefox.html'));
  await expect(page.getByRole('status').filter({ hasText: 'Import finished' })).toContainText('2 added');
  await expect(file, 'the focus stays while the import runs').toBeFocused();

  const report = page.getByRole('group').filter({ hasText: 'firefox.html' });
  await tabTo(page, report.locator('summary'));
  await page.keyboard.press('Enter');
  const lines = report.getByRole('list', { name: 'Report', exact: true }).getByRole('listitem');
  await expect(lines).toHaveCount(3);
  await tabTo(page, report.getByLabel('Show'));
  await page.keyboard.press('o');
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText('isn’t a web address');
  await expect(report.getByLabel('Show')).toBeFocused();

  for (const [answer, left] of [
    ['Keep it', '2 added'],
    ['Undo import', 'undone'],
  ] as const) {
    await tabTo(page, report.getByRole('button', { name: 'Undo this import', exact: true }));
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await waitForFocusIn(question);
    await tabTo(page, question.getByRole('button', { name: answer, exact: true }));
    await page.keyboard.press('Enter');
    await expect(report.locator('summary')).toBeFocused();
    await expect(report.locator('summary')).toContainText(left);
  }

  await openLoaded(page, '/user/settings/export');
  for (const [label, name] of [
    ['Commonplace (JSON)', /\.json$/],
    ['Bookmarks', /\.html$/],
  ] as const) {
    await tabTo(page, page.getByRole('link', { name: `Download: ${label}`, exact: true }));
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(name);
  }
});
