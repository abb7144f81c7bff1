import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { startOwnApp } from '../../support/browser/e2e-place.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { ApiUser } from '../../support/people.ts';
import { fetchStatus, waitForFile } from '../../support/builds/published.ts';

test('without its store the site stays readable, and input waits until the store is back', async ({ browser }) => {
  const app = await startOwnApp({ env: { ADS_ACCOUNT: 'ca-pub-0000000000000000' } });
  const context = await browser.newContext({ baseURL: app.url });
  try {
    const page = await context.newPage();
    const writer = await ApiUser.signUp(context.request, app.url);
    const before = await writer.write({ title: 'Published before' });
    await waitForFile(app, before.path);
    await page.goto('/new');
    await page.getByLabel('Title').fill('Written while the store was away');
    await page.getByLabel('Text').fill('Words that are still here.');

    const redis = path.join(app.dataDir, 'redis');
    // Without its files it cannot restart, so it stays down for as long as this takes.
    const files = path.join(redis, 'appendonlydir');
    await rename(files, `${files}.away`);
    process.kill(Number(await readFile(path.join(redis, 'redis.pid'), 'utf8')), 'SIGKILL');

    await test.step('pages are readable', async () => {
      const reader = await context.newPage();
      await reader.goto('/');
      await reader.getByRole('link', { name: 'Published before' }).click();
      await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Published before');
      await expect(reader.locator('meta[name=google-adsense-account]')).toHaveAttribute('content', /^ca-pub-0+$/);
      for (const address of ['/', '/note/list/1', before.path, '/signin', '/builds/latest.json']) {
        expect(await fetchStatus(app, address), address).toBe(200);
      }
    });

    await test.step('writes are refused with a message, and keep the text', async () => {
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByRole('alert')).toContainText('Not saved');
      await expect(page.getByLabel('Text')).toHaveValue('Words that are still here.');
      const call = await context.request.post('/api/notes', { data: { title: 'x' }, headers: { Origin: app.url } });
      expect(call.status()).toBe(503);
      expect(Number(call.headers()['retry-after'])).toBeLessThanOrEqual(5);
      expect(call.headers()['content-type']).toContain('application/problem+json');
    });

    await test.step('the store recovers by itself, and the open page sends what was typed', async () => {
      await rename(`${files}.away`, files);
      await expect.poll(() => fetchStatus(app, '/api/notes')).toBe(200);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('link', { name: 'View', exact: true }).click();
      await expect(page).toHaveURL(/\/note\/detail\/.+\/written-while-the-store-was-away$/);
      await expect(page.getByText('Words that are still here.')).toBeVisible();
      await waitForFile(app, new URL(page.url()).pathname);
      expect(await fetchStatus(app, before.path)).toBe(200);
    });

    await test.step('its owner reads the store’s error on /user', async () => {
      await page.goto('/user/settings/publishing');
      await expect(page.getByText(/The database couldn’t be reached from .* until .* The reason given:/)).toBeVisible();
    });
  } finally {
    await context.close();
    await app.stop();
  }
});
