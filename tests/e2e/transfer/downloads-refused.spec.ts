import { startOwnApp } from '../../support/browser/e2e-place.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { ApiUser } from '../../support/people.ts';

test('a download over the rate limit says in the page when to try again', async ({ browser }) => {
  // One download an hour.
  const app = await startOwnApp({ env: { RATE_LIMIT_SCALE: '0.1' } });
  const context = await browser.newContext({ baseURL: app.url });
  try {
    const page = await context.newPage();
    await ApiUser.signUp(context.request, app.url);
    await page.goto('/user/settings/export');
    const bookmarks = page.getByRole('link', { name: 'Download: Bookmarks' });
    const [first] = await Promise.all([page.waitForEvent('download'), bookmarks.click()]);
    expect(await first.failure()).toBeNull();
    const refused: string[] = [];
    page.on('download', (download) => refused.push(download.url()));
    await bookmarks.click();
    await expect(page.getByRole('alert')).toContainText(/Try again in \d+ minutes, at \d\d:\d\d\./);
    await page.goto('/user/settings/data');
    await page.getByRole('link', { name: 'Download my data' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Not downloaded' })).toContainText('Try again in');
    expect(refused).toEqual([]);
  } finally {
    await context.close();
    await app.stop();
  }
});
