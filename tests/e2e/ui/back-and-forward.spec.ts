import type { Page } from '@playwright/test';
import { test } from '../../support/browser/behind-front.ts';
import { expect } from '../../support/browser/fixtures.ts';
import type { RequestProxy } from '../../support/servers/proxy.ts';

const manifest = /^\/builds\/latest\.json/;
const someone = { id: 'u-1', handle: 'came_back', name: 'Came Back', email: 'back@example.org' };

/** Sets the published build and who is signed in; a `held` page never loads. */
function now(front: RequestProxy, { id = 'b-one', user = undefined as typeof someone | undefined, held = '' }) {
  front.answer((path) => {
    if (path === held) return new Promise<never>(() => undefined);
    if (manifest.test(path)) return { body: JSON.stringify({ id, timestamp: 1 }) };
    return path.startsWith('/api/_auth/session') ? { body: JSON.stringify({ user }) } : undefined;
  });
}

/** Fires the event of a page restored from the back/forward cache, which browsers under test lack. */
const comeBack = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

const left = (page: Page) => page.locator('body[data-left]');

for (const path of ['/tag', '/signin', '/note/item']) {
  // Each has another layout.
  const tag = path === '/signin' ? [] : ['@long'];
  test(
    `${path} restored from the back/forward cache stays as it was, and reloads once another build is published`,
    { tag },
    async ({ page, front }) => {
      now(front, {});
      await page.goto(path);
      await expect.poll(() => front.asked(manifest).length).toBe(1);
      await page.evaluate(() => (document.body.dataset.left = ''));
      await comeBack(page);
      await expect.poll(() => front.asked(manifest).length).toBe(2);
      await expect(left(page)).toHaveCount(1);
      now(front, { id: 'b-two' });
      await comeBack(page);
      await expect(left(page)).toHaveCount(0);
    },
  );

  test(`${path} restored from the back/forward cache knows who is signed in now`, { tag }, async ({ page, front }) => {
    now(front, {});
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('data-session', 'out');
    now(front, { user: someone });
    await comeBack(page);
    // Someone who is signed in is redirected from the form.
    if (path === '/signin') await expect(page).toHaveURL('/');
    await expect(page.locator('html')).toHaveAttribute('data-session', 'in');
  });
}

test('private pages are not reloaded while in use', async ({ page, front }) => {
  now(front, { user: someone });
  await page.goto('/new');
  await expect.poll(() => front.asked(manifest).length).toBe(1);
  await page.evaluate(() => (document.body.dataset.left = ''));
  now(front, { id: 'b-two', user: someone });
  await comeBack(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => front.asked(manifest).length).toBe(2);
  await expect(left(page)).toHaveCount(1);
});

test('leaving a page causes no error, wherever one goes', async ({ page, front }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  now(front, { held: '/hot' });
  await page.goto('/');
  for (const path of ['/tag', '/search', '/', '/note/list/1', '/']) {
    // The page is left for another before it has loaded.
    await page.evaluate((to) => {
      location.assign('/hot');
      requestAnimationFrame(() => location.assign(to));
    }, path);
    await page.waitForURL((url) => url.pathname === path);
    await page.evaluate(() => document.startViewTransition(() => undefined).skipTransition());
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(errors).toEqual([]);
});
