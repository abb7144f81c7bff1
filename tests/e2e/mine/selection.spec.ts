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

test('someone else’s note leaves the reading list by its menu, and keeps its star', async ({
  page,
  signedIn: _,
  someoneElse,
}) => {
  const { note } = await someoneElse.write({ title: 'On tides', visibility: 'unlisted' });
  await openLoaded(page, '/user');
  await page.evaluate(async (uuid) => {
    const body = JSON.stringify({ state: 'toread', favourite: true });
    await fetch(`/api/notes/${uuid}/save`, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body });
  }, note.uuid);
  await openLoaded(page, '/user');
  await page.getByRole('button', { name: 'Actions for On tides' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the reading list' }).click();
  await expect(page.getByText('Removed from your reading list')).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(
        async (uuid) => ((await (await fetch(`/api/notes/${uuid}/marks`)).json()) as { saved: object | null }).saved,
        note.uuid,
      ),
    )
    .toMatchObject({ state: null, favourite: true });
});

test('a row that gets the focus is not covered by the search field', async ({ page, signedIn }) => {
  for (const title of ['On bread', 'On tides', 'On moss', 'On maps', 'On lamps', 'On ink']) {
    await signedIn.write({ title, visibility: 'private' });
  }
  await page.setViewportSize({ width: 1280, height: 420 });
  await openLoaded(page, '/user');
  const first = page.getByRole('link', { name: 'On ink', exact: true });
  await expect(first).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await first.focus();
  const field = await page.getByRole('searchbox', { name: 'Search my library', exact: true }).boundingBox();
  const row = await first.boundingBox();
  expect(row?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0));
});
