import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded, pathOf } from '../../support/browser/screens.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 768, height: 1024 } });

test('a key point of one line has a touch target of 44 pixels', async ({ app, page }) => {
  await openLoaded(page, await pathOf(app, { name: 'a note', path: '' }));
  const points = page.getByRole('group').filter({ hasText: 'In brief' }).getByRole('listitem').getByRole('link');
  await expect(points).not.toHaveCount(0);
  for (const point of await points.all()) expect((await point.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

test('on touch devices, shortcuts and dropping files are not mentioned', async ({ page, signedIn: _ }) => {
  await openLoaded(page, '/inbox#reading');
  await expect(page.getByText('Nothing to read yet.')).toBeVisible();
  await expect(page.getByText('the S key')).toBeHidden();
  await openLoaded(page, '/user/settings/import');
  await expect(page.getByText('Choose files')).toBeVisible();
  await expect(page.getByText('Drop files')).toBeHidden();
});
