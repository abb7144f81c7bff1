import type { Page } from '@playwright/test';
import { test } from '../../support/browser/behind-front.ts';
import { expect } from '../../support/browser/fixtures.ts';

// Pages and code here are mocked, or broken on purpose.
test.use({
  breaks: /^\[astro-island\] Error hydrating \S+ (Error: this does not mount|TypeError: Failed to fetch dynamically)/,
});
test.describe('code that fails', () => {
  /**
   * The script of the form on /signin, which the browser has not loaded yet. Astro requests it once more, with a
   * query, after a second.
   */
  async function islandOf(origin: string): Promise<string> {
    const html = await (await fetch(`${origin}/signin`)).text();
    const chunk = /component-url="([^"]+)"/.exec(html)?.[1];
    if (!chunk) throw new Error('The page has no island.');
    return chunk;
  }

  function listen(page: Page): string[] {
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    page.on('pageerror', (error) => logged.push(error.message));
    return logged;
  }

  test('to load reloads the page, at most once in 10,000 ms', async ({ app, page, front }) => {
    const chunk = await islandOf(app.url);
    const logged = listen(page);
    const loads = () => front.asked('/signin').length;
    /** Visits at this time of the page's clock, and waits until the page has given up. */
    const visit = async (now: number, loadsThen: number) => {
      await page.clock.setFixedTime(now);
      logged.length = 0;
      await page.goto('/signin');
      await expect.poll(loads).toBe(loadsThen);
      await expect.poll(() => logged.join()).toMatch(/dynamically imported module/);
      await page.waitForLoadState('networkidle');
      expect(loads()).toBe(loadsThen);
    };
    const start = Date.UTC(2030, 0, 1);
    front.answer((path) => (path.startsWith(chunk) ? { status: 404, body: '' } : undefined));
    await visit(start, 2);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in', exact: true })).toBeVisible();
    await visit(start + 9_999, 3);
    await visit(start + 10_000, 5);
  });

  test('to load the first time is recovered by the reload', async ({ app, page, front }) => {
    const chunk = await islandOf(app.url);
    let failures = 0;
    front.answer((path) => (path.startsWith(chunk) && failures++ < 2 ? { status: 404, body: '' } : undefined));
    await page.goto('/signin');
    await expect.poll(() => front.asked('/signin').length).toBe(2);
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    expect(failures).toBe(3);
  });

  test('to load is handled too if the page’s own code loads last', async ({ app, page, front }) => {
    const chunk = await islandOf(app.url);
    const gaveUp = () =>
      page.consoleMessages({ filter: 'all' }).then((all) => all.filter((one) => /imported module/.test(one.text())));
    // As on a slow connection: delayed until the component has given up.
    const late = async (path: string, body = fetch(app.url + path).then((code) => code.text())) => {
      await expect.poll(gaveUp).toHaveLength(front.asked('/signin').length);
      return { type: 'text/javascript', body: await body };
    };
    const own = (path: string) => (path.startsWith('/_astro/Auth.astro') ? late(path) : undefined);
    front.answer((path) => (path.startsWith(chunk) ? { status: 404, body: '' } : own(path)));
    await page.goto('/signin');
    await expect(page.getByRole('alert')).toContainText('This part of the page couldn’t be loaded.');
    expect(front.asked('/signin')).toHaveLength(2);
  });

  test('to mount is logged to the console, and the page says what to do', async ({ app, page, front }) => {
    const chunk = await islandOf(app.url);
    const logged = listen(page);
    const body = 'throw new Error("this does not mount")';
    front.answer((path) => (path.startsWith(chunk) ? { type: 'text/javascript', body } : undefined));
    await page.goto('/signin');
    await expect.poll(() => logged.join()).toContain('this does not mount');
    await page.waitForLoadState('networkidle');
    expect(front.asked('/signin')).toHaveLength(1);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in', exact: true })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('This part of the page couldn’t be loaded.');
    front.answer(() => undefined);
    await page.getByRole('button', { name: 'Reload the page', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
