import { expect, test } from '../../support/browser/fixtures.ts';
import { importLinks } from '../../support/browser/kept-links.ts';
import { openLoaded } from '../../support/browser/screens.ts';

test('everything in the bin is restored with one press, and Undo puts it back', async ({ app, page, signedIn: _ }) => {
  // More than one request restores.
  const count = 230;
  const headers = { Origin: app.url };
  await importLinks(page, app.url, count);
  const ids: string[] = [];
  for (const cursor of [0, 200]) {
    const answer = await page.request.get(`/api/library?count=200&cursor=${cursor}`);
    const { items } = (await answer.json()) as { items: { note: { uuid: string } }[] };
    ids.push(...items.map(({ note }) => note.uuid));
  }
  expect(ids).toHaveLength(count);
  await page.request.post('/api/library/actions', { headers, data: { action: 'delete', ids } });

  await openLoaded(page, '/user#bin');
  const pages = Promise.withResolvers<void>();
  await page.route('**/api/bin?*cursor=*', async (route) => {
    await pages.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Restore all', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: `200 of ${count} notes restored…` })).toBeVisible();
  pages.resolve();
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bin', exact: true })).toBeFocused();
  const told = page.getByRole('region', { name: 'Notifications', exact: true });
  await expect(told).toContainText(`${count} notes`);
  await told.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Empty the bin', exact: true })).toBeVisible();
  await expect(told).toContainText('Undone');
  const left = await page.request.get('/api/bin');
  expect(await left.json()).toMatchObject({ total: count });
});
