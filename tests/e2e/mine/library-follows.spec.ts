import { expect, test } from '../../support/browser/fixtures.ts';
import { openWhole } from '../../support/browser/screens.ts';

test('what was written elsewhere is there when one comes back', async ({ page, signedIn }) => {
  await signedIn.write({ title: 'On ferns', visibility: 'private' });
  await openWhole(page, '/user');
  const titles = page.getByRole('list', { name: 'My library', exact: true }).locator('[data-item-focus]');
  await expect(titles).toHaveText(['On ferns']);
  await signedIn.write({ title: 'On moss', visibility: 'private' });
  // The device asks for what is new when five seconds have passed.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(titles).toHaveText(['On moss', 'On ferns'], { timeout: 1000 });
  }).toPass();
});
