import type { Page } from '@playwright/test';
import { keptHeaders, cacheNames } from '../../../src/platform/model/offline.ts';
import { expect, test as base } from '../../support/browser/fixtures.ts';
import { startProxy, type RequestProxy } from '../../support/servers/proxy.ts';
import { waitForFile, waitForText } from '../../support/builds/published.ts';
import { openLoaded, pathOf, screens } from '../../support/browser/screens.ts';

/** The product behind a proxy that can be told to publish a new build. */
const test = base.extend<{ front: RequestProxy }>({
  front: async ({ app }, give) => {
    const front = await startProxy(app.url);
    await give(front);
    await front.stop();
  },
});
test.use({ serviceWorkers: 'allow' });

/** The paths in one cache of this browser, once they include this one, or no longer do. */
const kept = (page: Page, shelf: keyof typeof cacheNames) =>
  page.evaluate(
    async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
    cacheNames[shelf],
  );

/** Waits until the service worker controls the page, so that going offline has an effect. */
const untilWorking = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

const manifest = /^\/builds\/latest\.json/;

/** Makes an open page check which build is published, as pages do once a minute. */
const lookForBuild = (page: Page) =>
  page.evaluate(() => fetch(`/builds/latest.json?${Date.now()}`).then((answer) => answer.text()));

/** The published build as the service worker knows it. */
const heardBuild = (page: Page) =>
  page.evaluate(async (name) => {
    const kept = await (await caches.open(name)).match('/');
    return ((await kept?.json()) as { heard?: string } | undefined)?.heard;
  }, cacheNames.state);

/** The build from which this path is cached. */
const keptBuild = (page: Page, path: string) =>
  page.evaluate(async ([name, path, header]) => (await (await caches.open(name)).match(path))?.headers.get(header), [
    cacheNames.read,
    path,
    keptHeaders.build,
  ] as const);

const article = (text: string) => `<!doctype html><html lang="en"><title>${text}</title><main><h1>${text}</h1></main>`;

const line = (page: Page) => page.getByRole('status').filter({ hasText: 'This is the page as saved on' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a page that was read is available offline, and says that it is a copy', async ({ app, page, context }) => {
  const note = await pathOf(app, screens.find(({ name }) => name === 'a note') ?? { name: '', path: '/' });
  await openLoaded(page, note);
  const title = await heading(page).innerText();
  await untilWorking(page);
  await expect.poll(() => kept(page, 'read')).toContain(note);
  await expect.poll(() => kept(page, 'shell')).toContain('/offline');
  // A page is cached before its assets are.
  const drawnWith = await page
    .locator('link[rel=stylesheet]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname));
  await expect.poll(() => kept(page, 'shell')).toEqual(expect.arrayContaining(drawnWith));
  await expect(line(page)).toHaveCount(0);
  const font = await heading(page).evaluate((element) => getComputedStyle(element).fontFamily);

  await context.setOffline(true);
  await page.reload();
  await expect(line(page)).toContainText(/^You’re offline\. This is the page as saved on .*\d/);
  await expect(heading(page)).toHaveText(title);
  await expect(heading(page)).toHaveCSS('font-family', font);

  await page.goto('/tag/no-one-looked-here/1');
  await expect(heading(page)).toHaveText('You’re offline');
  // By keyboard: a pointer would make the browser prefetch the page while the network is still there.
  await page.getByRole('region', { name: 'Read on this device' }).getByRole('link', { name: title }).press('Enter');
  await expect(line(page)).toBeVisible();
});

test('a new build replaces cached pages, and deleted pages are removed', async ({ front, page, context }) => {
  const publish = (id: string, pages: Record<string, string>) =>
    front.answer((path) => {
      if (manifest.test(path)) return { body: JSON.stringify({ id, timestamp: 1 }) };
      if (!path.startsWith('/u/')) return undefined;
      return path in pages ? { type: 'text/html', body: article(pages[path] ?? '') } : { status: 404, body: '' };
    });
  publish('b-old', { '/u/stays': 'As it was', '/u/goes': 'Soon gone' });
  await page.goto(`${front.url}/note/list/1`);
  await untilWorking(page);
  // The page may have checked before the service worker was there, which then knows no build to compare the next one
  // with.
  await lookForBuild(page);
  await expect.poll(() => heardBuild(page)).toBe('b-old');
  for (const path of ['/u/stays', '/u/goes']) {
    await page.goto(front.url + path);
    await expect.poll(() => kept(page, 'read')).toContain(path);
  }
  await page.goto(`${front.url}/note/list/1`);
  await untilWorking(page);
  publish('b-new', { '/u/stays': 'As it is now' });
  await lookForBuild(page);
  await expect.poll(() => kept(page, 'read')).not.toContain('/u/goes');
  await expect.poll(() => front.asked('/u/stays').length).toBeGreaterThan(1);

  await context.setOffline(true);
  await page.goto(`${front.url}/u/stays`);
  await expect(heading(page)).toHaveText('As it is now');
  await expect(line(page)).toBeVisible();
  await page.goto(`${front.url}/u/goes`);
  await expect(heading(page)).toHaveText('You’re offline');
});

test('the reading list is cached, and is offered where a page is not available', async ({
  app,
  page,
  context,
  signedIn: _,
  someoneElse,
}) => {
  const title = 'Kept for the train without a network';
  const { note, path } = await someoneElse.write({ title, body: 'Something to read in the tunnel.' });
  await waitForFile(app, path);
  await openLoaded(page, '/note/list/1');
  await untilWorking(page);
  await openLoaded(page, path);
  const save = page.getByRole('button', { name: 'Save for later' }).first();
  await save.click();
  await expect(page.getByRole('button', { name: 'Saved', exact: true }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect.poll(() => kept(page, 'list')).toContain(path);
  const url = `/api/notes/${note.uuid}/save`;
  const headers = { 'Content-Type': 'application/json' };
  const put = (body: string) =>
    page.evaluate(([to, init]) => fetch(to, init).then(String), [url, { method: 'PUT', headers, body }] as const);
  await put('{"state":null}');
  await expect.poll(() => kept(page, 'list')).not.toContain(path);
  await put('{"state":"toread"}');
  await expect.poll(() => kept(page, 'list')).toContain(path);
  await context.setOffline(true);
  await page.goto('/inbox');
  await expect(heading(page)).toHaveText('You’re offline');
  await expect(
    page.getByRole('region', { name: 'Your reading list' }).getByRole('link', { name: title }),
  ).toHaveAttribute('href', path);
});

test('signing out removes what was cached for that person', async ({ app, page, context, signedIn, someoneElse }) => {
  const { path } = await someoneElse.write({ title: 'Read by one and not by the next', body: 'Nobody else’s to see.' });
  await waitForFile(app, path);
  await openLoaded(page, '/note/list/1');
  await untilWorking(page);
  await openLoaded(page, path);
  await page.getByRole('button', { name: 'Save for later' }).first().click();
  await expect.poll(() => kept(page, 'list')).toContain(path);
  await expect.poll(() => kept(page, 'read')).toContain(path);

  await openLoaded(page, '/note/list/1');
  await page.getByRole('link', { name: `@${signedIn.person.handle}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  // Signing out leads to the front page, which shows this again.
  await page.waitForURL('/');
  await expect(page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => kept(page, 'read')).not.toContain(path);
  await expect.poll(() => kept(page, 'list')).toEqual([]);
  await context.setOffline(true);
  await page.goto(path);
  await expect(heading(page)).toHaveText('You’re offline');
});

test('a cached copy links to the current page once back online', async ({ app, page, context, someoneElse }) => {
  const body = 'Before the tunnel.';
  const { note, path } = await someoneElse.write({ title: 'Rewritten while a train was in a tunnel', body });
  await waitForFile(app, path);
  await openLoaded(page, '/note/list/1');
  await untilWorking(page);
  await openLoaded(page, path);
  await expect.poll(() => kept(page, 'read')).toContain(path);
  await expect.poll(() => kept(page, 'shell')).toContainEqual(expect.stringContaining('/kept-page-notice.'));
  await expect.poll(() => kept(page, 'shell')).toContainEqual(expect.stringContaining('/reading-lazy.'));
  await context.setOffline(true);
  await page.reload();
  await expect(line(page)).toBeVisible();
  const again = page.getByRole('button', { name: 'Load the latest version' });
  await expect(again).toHaveCount(0);

  await someoneElse.change(note, { body: 'After the tunnel.' });
  await waitForText(app, path, 'After the tunnel.');
  await context.setOffline(false);
  await expect(again).toBeVisible();
  await again.click();
  await expect(page.getByText('After the tunnel.')).toBeVisible();
  await expect(line(page)).toHaveCount(0);
});

test('on a slow network the cached copy is shown, but the network is awaited once a newer build is published', async ({
  front,
  page,
}) => {
  let [build, text] = ['b-1', 'First'];
  let held: Promise<unknown> = Promise.resolve();
  let afterMs = 0;
  front.answer((path) => {
    if (manifest.test(path)) return { body: JSON.stringify({ id: build, timestamp: 1 }) };
    if (path !== '/u/slow') return undefined;
    return held.then(() => ({ type: 'text/html', body: article(text), afterMs }));
  });
  const publish = async (id: string, now: string) => {
    [build, text] = [id, now];
    await lookForBuild(page);
    await expect.poll(() => heardBuild(page)).toBe(id);
  };
  await page.goto(`${front.url}/note/list/1`);
  await untilWorking(page);
  await publish('b-1', 'First');
  await page.goto(`${front.url}/u/slow`);
  await expect.poll(() => keptBuild(page, '/u/slow')).toBe('b-1');

  const answer = Promise.withResolvers<undefined>();
  held = answer.promise;
  await page.goto(`${front.url}/u/slow`);
  await expect(line(page)).toContainText('The network is slow.');
  await expect(heading(page)).toHaveText('First');
  answer.resolve(undefined);

  // The first new build invalidates everything; another one within ten minutes does not.
  await publish('b-2', 'Second');
  await expect.poll(() => keptBuild(page, '/u/slow')).toBe('b-2');
  await publish('b-3', 'Third');
  afterMs = 6_000;
  await page.goto(`${front.url}/u/slow`);
  await expect(heading(page)).toHaveText('Third');
  await expect(line(page)).toHaveCount(0);
});

test('a full device shows whatever the network delivers', async ({ app, page, context, signedIn }) => {
  await signedIn.write({ title: 'On roomy barns', visibility: 'private' });
  await page.goto('/tag');
  await untilWorking(page);
  const protocol = await context.newCDPSession(page);
  await protocol.send('Storage.overrideQuotaForOrigin', { origin: app.url, quotaSize: 1 });
  await page.goto('/user?q=barns');
  await expect(page.getByRole('list', { name: 'My library', exact: true })).toContainText('On roomy barns');
  await expect(page.getByRole('status').filter({ hasText: 'This device is short of space' })).toBeVisible();
});
