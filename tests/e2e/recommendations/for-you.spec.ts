import type { Locator } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { waitForFocusIn } from '../../support/browser/keyboard.ts';
import { openLoaded, collectErrors } from '../../support/browser/screens.ts';

const kept = 'A reader keeps this about sundials';
const chosen = 'Another about sundials';
const sundials = ['sundials-for-one-reader'];

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the for-you page says what it would show, and links on', async ({ page }) => {
    await page.goto('/for-you');
    await expect(page.getByText('Sign in to see notes chosen for you')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'What’s hot' }).click();
    await expect(page).toHaveURL('/hot');
  });
});

test('a visitor is told what the page would show, and returns to it after signing in', async ({ page }) => {
  await openLoaded(page, '/for-you');
  await expect(page.getByText('Sign in to see notes chosen for you')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/signin?redirect=%2Ffor-you');
});

test('a new member is told what to do, and shown what others like', async ({ page, signedIn }) => {
  await signedIn.write({ title: 'A note that makes its writer known to nobody' });
  await openLoaded(page, '/for-you');
  await expect(page.getByRole('heading', { name: 'We don’t know what you like yet' })).toBeVisible();
  await expect(page.getByText('New here').first()).toBeVisible();
});

test('a saved note brings recommendations of its kind, with the reason, which can be dismissed', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const trouble = collectErrors(page);
  const { note } = await someoneElse.write({ title: kept, tags: sundials });
  const { path } = await someoneElse.write({ title: chosen, tags: sundials });
  await signedIn.mark(note.uuid, 'save');
  await openLoaded(page, '/for-you');

  const row = page.getByRole('listitem').filter({ hasText: chosen });
  const asked = page.getByRole('region', { name: 'What you’ve asked for' });
  await expect(row).toContainText(`Because you saved “${kept}”`);
  await expect(row.getByRole('link', { name: chosen, exact: true })).toHaveAttribute('href', path);
  await expect(asked).toHaveCount(0);

  await page.getByRole('button', { name: `Less like this: ${chosen}` }).click();
  await page.getByRole('menuitem', { name: 'Not this note' }).click();
  const undo = page.getByRole('button', { name: `Undo: “${chosen}” won’t come up again.` });
  await expect(undo).toBeFocused();
  await expect(asked).toContainText(`Nothing from ${chosen}`);
  await undo.click();
  await expect(row.getByRole('link', { name: chosen, exact: true })).toBeVisible();
  await expect(asked).toHaveCount(0);

  await page.getByRole('button', { name: `More like this: ${chosen}` }).focus();
  await page.keyboard.press('Enter');
  // The first menu item takes the focus as the menu opens.
  await waitForFocusIn(page.getByRole('menu'));
  await page.getByRole('menuitem', { name: `More of #${sundials[0]}` }).press('Enter');
  await expect(asked).toContainText(`More of #${sundials[0]}`);
  await page.getByRole('button', { name: 'Choose again' }).click();
  await expect(row).toContainText(`Because you asked for more of #${sundials[0]}`);

  await asked.getByRole('button', { name: `Remove: More of #${sundials[0]}` }).click();
  await expect(asked.getByRole('button', { name: `Add again: More of #${sundials[0]}` })).toBeVisible();
  await openLoaded(page, '/for-you');
  await expect(row).toContainText(`Because you saved “${kept}”`);
  await expect(row).not.toContainText('Because you asked');

  await page.getByRole('button', { name: `Save for later: ${chosen}` }).click();
  await expect(page.getByRole('button', { name: `Saved: ${chosen}` })).toBeVisible();
  await openLoaded(page, '/for-you');
  await expect(row).toHaveCount(0);
  expect(trouble).toEqual([]);
});

test('a failed request says so, and the next press retries it', async ({ page, signedIn, someoneElse }) => {
  const own = someoneElse.person.handle;
  const [tag, title] = [`ink-of-${own}`, `Another about the ink of ${own}`];
  const { note } = await someoneElse.write({ title: `About the ink of ${own}`, tags: [tag] });
  await someoneElse.write({ title, tags: [tag] });
  await signedIn.mark(note.uuid, 'save');
  await openLoaded(page, '/for-you');
  await page.getByRole('button', { name: `More like this: ${title}` }).click();
  await page.getByRole('menuitem', { name: `More of #${tag}` }).click();

  const asked = page.getByRole('region', { name: 'What you’ve asked for' });
  const [end, again] = ['Remove', 'Add again'].map((word) =>
    asked.getByRole('button', { name: `${word}: More of #${tag}` }),
  ) as [Locator, Locator];
  await end.click();
  await expect(again).toBeVisible();
  await page.route('**/api/for-you/wishes/**', (route) => route.abort());
  await again.click();
  await expect(asked.getByRole('alert')).toHaveText('Couldn’t save: the server couldn’t be reached.');
  await page.unroute('**/api/for-you/wishes/**');
  await again.click();
  await expect(end).toBeVisible();
  await expect(asked.getByRole('alert')).toHaveCount(0);

  await page.getByRole('button', { name: 'Choose again' }).click();
  await expect(page.getByRole('heading', { name: 'Notes for you' })).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText(
    `Because you asked for more of #${tag}`,
  );
});
