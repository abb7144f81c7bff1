import type { Page } from '@playwright/test';
import { shelves } from '../../src/domain/offline.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { startInFront, type InFront } from '../support/in-front.ts';
import { untilFile } from '../support/published.ts';
import { openWhole, pathOf, screens } from '../support/screens.ts';

/** The product behind a server that can be told to publish something new. */
const test = base.extend<{ front: InFront }>({
  front: async ({ app }, give) => {
    const front = await startInFront(app.url);
    await give(front);
    await front.stop();
  },
});
test.use({ serviceWorkers: 'allow' });

/** The paths on a shelf of this browser, once they hold this one, or no longer do. */
const kept = (page: Page, shelf: keyof typeof shelves) =>
  page.evaluate(
    async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
    shelves[shelf],
  );

/** Waits until the page has come through the worker, so that leaving the network tells. */
const untilWorking = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

const line = (page: Page) => page.getByRole('status').filter({ hasText: 'This is the copy of' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('what was read is read again without a network, and says that it is a copy', async ({ app, page, context }) => {
  const note = await pathOf(app, screens.find(({ name }) => name === 'a note') ?? { name: '', path: '/' });
  await openWhole(page, note);
  const title = await heading(page).innerText();
  await untilWorking(page);
  await expect.poll(() => kept(page, 'read')).toContain(note);
  await expect.poll(() => kept(page, 'shell')).toContain('/offline');
  await expect(line(page)).toHaveCount(0);
  const font = await heading(page).evaluate((element) => getComputedStyle(element).fontFamily);

  await context.setOffline(true);
  await page.reload();
  await expect(line(page)).toContainText(/^You are offline\. This is the copy of .*\d/);
  await expect(heading(page)).toHaveText(title);
  await expect(heading(page)).toHaveCSS('font-family', font);

  await page.goto('/tag/no-one-looked-here/1');
  await expect(heading(page)).toHaveText('This page needs the network');
  // By keyboard: a pointer would have the browser fetch the page ahead, from a network that it still has.
  await page.getByRole('region', { name: 'Read on this device' }).getByRole('link', { name: title }).press('Enter');
  await expect(line(page)).toBeVisible();
});

test('a new build takes the place of what was kept, and what is gone goes', async ({ front, page, context }) => {
  const manifest = /^\/builds\/latest\.json/;
  const article = (text: string) =>
    `<!doctype html><html lang="en"><title>${text}</title><main><h1>${text}</h1></main>`;
  const publish = (id: string, pages: Record<string, string>) =>
    front.answer((path) => {
      if (manifest.test(path)) return { body: JSON.stringify({ id, timestamp: 1 }) };
      if (!path.startsWith('/u/')) return undefined;
      return path in pages ? { type: 'text/html', body: article(pages[path] ?? '') } : { status: 404, body: '' };
    });
  publish('b-old', { '/u/stays': 'As it was', '/u/goes': 'Soon gone' });
  await page.goto(`${front.url}/note/list/1`);
  await untilWorking(page);
  await expect.poll(() => front.asked(manifest).length).toBeGreaterThan(0);
  for (const path of ['/u/stays', '/u/goes']) {
    await page.goto(front.url + path);
    await expect.poll(() => kept(page, 'read')).toContain(path);
  }
  await page.goto(`${front.url}/note/list/1`);
  await untilWorking(page);
  publish('b-new', { '/u/stays': 'As it is now' });
  await page.evaluate(() => fetch(`/builds/latest.json?${Date.now()}`).then((answer) => answer.text()));
  await expect.poll(() => kept(page, 'read')).not.toContain('/u/goes');
  await expect.poll(() => front.asked('/u/stays').length).toBeGreaterThan(1);

  await context.setOffline(true);
  await page.goto(`${front.url}/u/stays`);
  await expect(heading(page)).toHaveText('As it is now');
  await expect(line(page)).toBeVisible();
  await page.goto(`${front.url}/u/goes`);
  await expect(heading(page)).toHaveText('This page needs the network');
});

test('the reading list is kept, and named where a page is not', async ({
  app,
  page,
  context,
  signedIn: _,
  someoneElse,
}) => {
  const title = 'Kept for the train without a network';
  const { path } = await someoneElse.write({ title, body: 'Something to read in the tunnel.' });
  await untilFile(app, path);
  await openWhole(page, '/note/list/1');
  await untilWorking(page);
  await openWhole(page, path);
  const save = page.getByRole('button', { name: 'Save for later' });
  await save.click();
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => kept(page, 'list')).toContain(path);

  await context.setOffline(true);
  await page.goto('/inbox');
  await expect(heading(page)).toHaveText('This page needs the network');
  await expect(
    page.getByRole('region', { name: 'Your reading list' }).getByRole('link', { name: title }),
  ).toHaveAttribute('href', path);
});
