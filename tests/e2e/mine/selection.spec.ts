import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded } from '../../support/browser/screens.ts';

test('the menu of a selection has what has no button beside it', async ({ page, signedIn }) => {
  await signedIn.write({ title: 'On maps', visibility: 'private' });
  await openLoaded(page, '/user');
  await page.getByRole('checkbox', { name: 'Select: On maps', exact: true }).click();
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await expect(item('Export…')).toBeVisible();
  for (const name of ['Archive', 'Collections…', 'Delete']) await expect(item(name)).toBeHidden();
  await page.keyboard.press('End');
  await expect(item('Draft')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  for (const name of ['Archive', 'Collections…', 'Delete']) await expect(item(name)).toBeVisible();
});
