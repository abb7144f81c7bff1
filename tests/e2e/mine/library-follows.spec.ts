import { expect, test } from '../../support/browser/fixtures.ts';
import { openWhole } from '../../support/browser/screens.ts';

test('what was written elsewhere is there when one comes back, and smart collections count it', async ({
  app,
  page,
  signedIn,
}) => {
  await signedIn.write({ title: 'On ferns', tags: ['green'], visibility: 'private' });
  const smart = { data: { name: 'All green', search: 'tag:green' }, headers: { Origin: app.url } };
  expect((await page.request.post('/api/collections', smart)).status()).toBe(201);
  await openWhole(page, '/user');
  const titles = page.getByRole('list', { name: 'My library', exact: true }).locator('[data-item-focus]');
  const side = page.getByRole('navigation', { name: 'Library', exact: true });
  await expect(titles).toHaveText(['On ferns']);
  await expect(side.getByRole('link', { name: 'All green 1', exact: true })).toBeVisible();
  await signedIn.write({ title: 'On moss', tags: ['green'], visibility: 'private' });
  // The device asks for what is new when five seconds have passed.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(titles).toHaveText(['On moss', 'On ferns'], { timeout: 1000 });
  }).toPass();
  await expect(side.getByRole('link', { name: 'All green 2', exact: true })).toBeVisible();
});
