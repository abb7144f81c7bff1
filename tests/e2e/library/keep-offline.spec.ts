import type { Page } from '@playwright/test';
import { cacheNames } from '../../../src/platform/model/offline.ts';
import { saveCopy } from '../../support/copies.ts';
import { expect, test } from '../../support/browser/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const html = `<p>A margin is room to answer what one reads.</p><p>It was never empty by accident.</p>`;

const keptPaths = (page: Page, kind: keyof typeof cacheNames = 'kept') =>
  page.evaluate(async (name) => {
    const cache = await caches.open(name);
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  }, cacheNames[kind]);

/** Selects the words of the first paragraph. */
const selectFirst = (page: Page) =>
  page
    .locator('.prose p')
    .first()
    .evaluate((paragraph) => getSelection()?.selectAllChildren(paragraph));

test('a copy from the reading list is read and highlighted offline', async ({ app, page, context, signedIn }) => {
  const { note } = await signedIn.write({
    title: 'Kept for a long tunnel – “the longest” 東京',
    url: 'https://pages.example/long-tunnel',
    visibility: 'private',
  });
  await saveCopy(app, note, html);
  await signedIn.mark(note.uuid, 'save');
  await page.goto('/note/list/1');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.goto('/note/list/1');
  const data = `/api/notes/${note.uuid}`;
  await expect
    .poll(() => keptPaths(page))
    .toEqual(expect.arrayContaining([data, `${data}/copy`, `${data}/highlights`, `${data}/marks`]));

  await context.setOffline(true);
  await page.goto(`/note/copy?uuid=${note.uuid}`);
  await expect(page.getByText('It was never empty by accident.')).toBeVisible();
  await selectFirst(page);
  await page.getByRole('group', { name: 'Selected passage' }).getByRole('button', { name: 'Highlight' }).click();
  const rows = page.getByRole('region', { name: 'Your highlights' }).getByRole('listitem');
  await expect(rows).toHaveCount(1);
  const waiting = page.getByRole('button', { name: /to send when you’re online|^Sending/ });
  await expect(waiting).toBeVisible();
  await page.reload();
  await expect(rows.locator('blockquote')).toHaveText('A margin is room to answer what one reads.');
  await page.goto(`/note/item?uuid=${note.uuid}`);
  await expect(page.getByRole('heading', { level: 1, name: note.title })).toBeVisible();

  await context.setOffline(false);
  await expect(waiting).toBeHidden();
  expect(await signedIn.textOf(`${data}/highlights`)).toContain('A margin is room to answer');
});

test('a private link of one’s own is offered by its title, and opens as its copy', async ({
  app,
  page,
  context,
  signedIn,
}) => {
  const link = { title: 'My own for the tunnel', url: 'https://pages.example/own', visibility: 'private' } as const;
  const { note } = await signedIn.write(link);
  await saveCopy(app, note, '<p>What the page said.</p>');
  await signedIn.mark(note.uuid, 'save');
  await page.goto('/note/list/1');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.goto('/inbox#reading');
  await expect.poll(() => keptPaths(page)).toContain(`/api/notes/${note.uuid}/marks`);
  await expect.poll(() => keptPaths(page, 'shell')).toEqual(expect.arrayContaining(['/offline', '/note/copy']));
  expect(await keptPaths(page, 'list')).toEqual([]);

  await context.setOffline(true);
  await page.goto('/inbox');
  const rows = page.getByRole('region', { name: 'Your reading list' }).getByRole('link');
  await expect(rows).toHaveText(['My own for the tunnel']);
  await rows.press('Enter');
  await expect(page.getByText('What the page said.')).toBeVisible();
});

test('a note is kept offline by its menu, says so, and is removed from the device in the settings', async ({
  page,
  context,
  signedIn,
}) => {
  const { note } = await signedIn.write({ title: 'Kept by hand', body: 'For the plane.', visibility: 'private' });
  await page.goto('/note/list/1');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.goto('/user');
  await page.getByRole('button', { name: 'Actions for Kept by hand' }).click();
  await page.getByRole('menuitem', { name: 'Keep offline', exact: true }).click();
  await expect.poll(() => keptPaths(page)).toContain(`/api/notes/${note.uuid}`);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/note/item')))).toBe(true);

  await context.setOffline(true);
  await page.goto(`/note/item?uuid=${note.uuid}`);
  await expect(page.getByText('For the plane.')).toBeVisible();

  await context.setOffline(false);
  await page.goto('/user/settings/offline');
  const offline = page.getByRole('region', { name: 'Reading offline' });
  await expect(offline.getByRole('status')).toContainText('1 note stored');
  await offline.getByRole('button', { name: 'Remove these notes from this device' }).click();
  await expect(offline.getByRole('status')).toContainText('0 notes stored');
  expect(await keptPaths(page)).toEqual([]);

  const cookies = await context.cookies();
  await context.clearCookies();
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-session', 'out');
  await context.addCookies(cookies);
  await page.goto('/user/settings/offline');
  await expect(page.locator('html')).toHaveAttribute('data-session', 'in');
  await expect(offline.getByRole('combobox', { name: 'Use up to' })).toHaveValue('0');
});

test('a full device is reported as short of space, not as forbidding storage', async ({
  app,
  page,
  context,
  signedIn,
}) => {
  const protocol = await context.newCDPSession(page);
  await protocol.send('Storage.overrideQuotaForOrigin', { origin: app.url, quotaSize: 1 });
  await page.goto('/user/settings/offline');
  await expect(page.getByText(`@${signedIn.person.handle}`)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'This device is short of space' })).toBeVisible();
});

test('actions taken offline before all code has loaded are kept and sent, and nothing throws', async ({
  page,
  signedIn,
  context,
}) => {
  await signedIn.write({ title: 'On ebb', visibility: 'private' });
  await signedIn.write({ title: 'On tides', visibility: 'private' });
  await page.goto('/user');
  const ebb = page.getByRole('link', { name: 'On ebb', exact: true });
  const title = page.getByRole('link', { name: 'On tides', exact: true });
  await expect(title).toBeVisible();
  await context.setOffline(true);
  const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('/_astro/'));
  // The list is read anew once, which may take the focus away.
  await expect(page.getByText('You’re offline. Here’s your library')).toBeVisible();
  await title.focus();
  await page.keyboard.press('s');
  const star = page.getByRole('button', { name: 'Star: On tides', exact: true });
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await missed;
  await page.keyboard.press('t');
  await expect(page.getByText('That couldn’t be opened')).toBeVisible();
  await ebb.focus();
  await page.keyboard.press('#');
  await expect(page.getByText('Moved to the bin')).toBeVisible();
  const sent = page.waitForResponse((response) => response.request().postData()?.includes('"delete"') === true);
  await context.setOffline(false);
  await sent;
  await expect(ebb).toBeHidden();
  await page.reload();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
});
