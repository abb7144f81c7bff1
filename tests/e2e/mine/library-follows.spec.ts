import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { importLinks } from '../../support/browser/kept-links.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { forbidStorage } from '../../support/browser/storage.ts';
import { ApiUser } from '../../support/people.ts';

test('notes written elsewhere appear when the page regains focus, and smart collections count them', async ({
  app,
  page,
  signedIn,
}) => {
  await signedIn.write({ title: 'On ferns', tags: ['green'], visibility: 'private' });
  const smart = { data: { name: 'All green', search: 'tag:green' }, headers: { Origin: app.url } };
  expect((await page.request.post('/api/collections', smart)).status()).toBe(201);
  await openLoaded(page, '/user');
  const titles = page.getByRole('list', { name: 'My library', exact: true }).locator('[data-item-focus]');
  const side = page.getByRole('navigation', { name: 'Library', exact: true });
  await expect(titles).toHaveText(['On ferns']);
  await expect(side.getByRole('link', { name: 'All green 1', exact: true })).toBeVisible();
  await signedIn.write({ title: 'On moss', tags: ['green'], visibility: 'private' });
  // The device requests changes at most every five seconds.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(titles).toHaveText(['On moss', 'On ferns'], { timeout: 1000 });
  }).toPass();
  await expect(side.getByRole('link', { name: 'All green 2', exact: true })).toBeVisible();
});

test('a smart collection made of words is ordered and shown like its search', async ({ app, page, signedIn }) => {
  await signedIn.write({ title: 'On kettles', body: 'Steam rises from the spout.', visibility: 'private' });
  const smart = { name: 'Of spouts', search: 'spout' };
  await page.request.post('/api/collections', { data: smart, headers: { Origin: app.url } });
  await openLoaded(page, '/user?q=collection%3A%22of+spouts%22');
  await expect(page.getByRole('list', { name: 'My library', exact: true }).locator('mark')).toHaveText(['spout']);
  await expect(page.getByLabel('Sort by').locator('option').first()).toHaveText('Best match');
});

test('rows that were scrolled past are released from memory', async ({ app, page, signedIn: _ }) => {
  await importLinks(page, app.url, 400);
  await openLoaded(page, '/user');
  await expect(page.locator('[data-item="0"]')).toContainText('Kept');
  const devtools = await page.context().newCDPSession(page);
  const held = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Memory.getDOMCounters')).nodes;
  };
  const before = await held();
  for (let at = 0; at < 400; at += 8) {
    await page.evaluate((to) => scrollTo(0, to), at * 64);
    await expect(page.locator(`[data-item="${at}"]`)).toBeAttached();
  }
  expect(await held()).toBeLessThan(2 * before);
});

test('on a phone, Back closes the filters, and after choosing one it shows the list as before', async ({
  page,
  signedIn,
}) => {
  for (const title of ['On ferns', 'On moss']) await signedIn.write({ title, tags: [title.slice(3)] });
  await page.setViewportSize({ width: 390, height: 844 });
  await openLoaded(page, '/user');
  const titles = page.getByRole('list', { name: 'My library', exact: true }).locator('[data-item-focus]');
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(filters.getByRole('link', { name: 'moss 1', exact: true })).toBeVisible();
  await page.goBack();
  await expect(filters).toHaveCount(0);
  await expect(titles).toHaveCount(2);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await filters.getByRole('link', { name: 'moss 1', exact: true }).click();
  await expect(filters).toHaveCount(0);
  await expect(titles).toHaveText(['On moss']);
  await page.goBack();
  await expect(titles).toHaveCount(2);
  await expect(filters).toHaveCount(0);
});

test('a row shows its tags on a phone too, and so does a card', async ({ page, signedIn }) => {
  await signedIn.write({ title: 'On ferns', tags: ['green', 'shade'], visibility: 'private' });
  await page.setViewportSize({ width: 390, height: 844 });
  await openLoaded(page, '/user');
  await expect(page.locator('[data-item="0"]').getByText('#green #shade').filter({ visible: true })).toBeInViewport();
  await openLoaded(page, '/user?view=cards');
  await expect(page.locator('[data-item="0"]').getByText('#green #shade').filter({ visible: true })).toBeInViewport();
});

/** Opens the library of a person with one note, and returns the link to it. */
async function openWithFerns(page: Page, writer: ApiUser): Promise<Locator> {
  await writer.write({ title: 'On ferns', visibility: 'private' });
  await openLoaded(page, '/user');
  const row = page.getByRole('link', { name: 'On ferns', exact: true });
  await expect(row).toBeVisible();
  return row;
}

test('a session that ended elsewhere is reported with a link to sign in, and not mistaken for an unreachable server', async ({
  app,
  context,
  page,
  signedIn,
}) => {
  await openWithFerns(page, signedIn);
  const cookies = await context.cookies();
  await page.request.delete('/api/_auth/session', { headers: { Origin: app.url } });
  await context.addCookies(cookies);
  const said = page.getByRole('status').filter({ hasText: 'You’re signed out. Here’s your library as of' });
  // The device requests changes at most every five seconds.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(said).toBeVisible({ timeout: 1000 });
  }).toPass();
  await said.getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/signin?redirect=%2Fuser');
});

test('after signing out and in again in another tab, returning to the library shows it again', async ({
  app,
  context,
  page,
  signedIn,
}) => {
  const row = await openWithFerns(page, signedIn);
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const removed = page.getByText('You’ve signed out, so your library was removed from this device.');

  // The session ends on the server, which another tab notices on its next page.
  await page.request.delete('/api/_auth/session', { headers: { Origin: app.url } });
  const other = await context.newPage();
  await other.goto('/');
  await expect(removed).toBeVisible();
  await comeBack();
  const said = page.getByRole('alert').filter({ hasText: 'Not up to date' });
  await expect(said.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute(
    'href',
    '/signin?redirect=%2Fuser',
  );
  await expect(row).toBeVisible();

  // The device starts to store the library again.
  const followed = context.waitForEvent('response', {
    predicate: (response) => new URL(response.url()).pathname === '/api/library/changes' && response.ok(),
  });
  await ApiUser.signIn(context.request, app.url, signedIn.person);
  await other.reload();
  await signedIn.write({ title: 'On moss', visibility: 'private' });
  await comeBack();
  await expect(page.getByRole('link', { name: 'On moss', exact: true })).toBeVisible();
  await expect(removed).toBeHidden();
  await expect(said).toBeHidden();
  await (await followed).finished();
  await context.setOffline(true);
  await comeBack();
  await page.getByRole('searchbox', { name: 'Search my library' }).fill('moss');
  await expect(row).toBeHidden();
  await expect(page.getByRole('link', { name: 'On moss', exact: true })).toBeVisible();
});

test('a change that the device can neither send nor store is reported, and not shown as done', async ({
  app,
  context,
  page,
  signedIn,
}) => {
  await signedIn.write({ title: 'On ferns', visibility: 'private' });
  const protocol = await context.newCDPSession(page);
  await protocol.send('Storage.overrideQuotaForOrigin', { origin: app.url, quotaSize: 1000 });
  await openLoaded(page, '/user');
  await expect(page.getByText('This device is short of space, so the server searches your library.')).toBeVisible();
  const row = page.locator('[data-item="0"]');
  await row.getByRole('link', { name: 'On ferns', exact: true }).focus();
  await page.keyboard.press('e');
  await expect(row.getByText('Archived')).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByText('Undone')).toBeVisible();
  await expect(row.getByText('Archived')).toHaveCount(0);
  await context.setOffline(true);
  await page.keyboard.press('e');
  await expect(page.getByText('That didn’t work')).toBeVisible();
  await expect(row.getByText('Archived')).toHaveCount(0);
  await context.setOffline(false);
});

test('where a browser stores nothing the server searches, writing goes on, and both pages say so', async ({
  context,
  page,
  signedIn,
}) => {
  await signedIn.write({ title: 'On ferns', visibility: 'private' });
  await signedIn.write({ title: 'On moss', visibility: 'private' });
  await forbidStorage(context);
  await openLoaded(page, '/user');
  await expect(page.getByText('This browser doesn’t let the site store anything, so the server')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search my library' }).fill('ferns');
  const titles = page.getByRole('list', { name: 'My library', exact: true }).locator('[data-item-focus]');
  await expect(titles).toHaveText(['On ferns']);
  await titles.focus();
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Undone')).toBeVisible();
  await page.goto('/user/settings/offline');
  await expect(page.getByRole('status').filter({ hasText: 'This browser doesn’t let the site store' })).toBeVisible();
});

test('nothing is done to a part of what is selected while the rest is being fetched', async ({
  app,
  page,
  signedIn: _,
}) => {
  const count = 230;
  await importLinks(page, app.url, count);
  // The server answers, page by page.
  await page.route(/index-worker/, (route) => route.abort());
  await openLoaded(page, '/user');
  const rest = Promise.withResolvers<void>();
  await page.route('**/api/library?*cursor=100*', async (route) => {
    await rest.promise;
    await route.continue();
  });
  await page.getByRole('checkbox').first().click();
  const bar = page.getByRole('group', { name: 'Actions for selected notes', exact: true });
  await bar.getByRole('button', { name: `Select all ${count}`, exact: true }).press('Enter');
  await expect(bar).toBeFocused();
  const archive = bar.getByRole('button', { name: 'Archive', exact: true });
  await expect(archive).toBeDisabled();
  await page.keyboard.press('e');
  rest.resolve();
  await expect(bar.getByRole('status')).toContainText(`${count} notes`);
  await expect(page.locator('[data-item="0"]').getByText('Archived')).toHaveCount(0);
  await archive.press('Enter');
  await expect(page.getByRole('region', { name: 'Notifications', exact: true })).toContainText(`${count} notes`);
  await expect(bar).toBeHidden();
  await expect(page.locator('[data-item="0"] [data-item-focus]')).toBeFocused();
});
