import type { Page } from '@playwright/test';
import { test } from '../../support/browser/behind-front.ts';
import { expect } from '../../support/browser/fixtures.ts';
import type { RequestProxy } from '../../support/servers/proxy.ts';

// The page of the new build is mocked, and without the style that opts in to transitions.
test.use({ breaks: /^Uncaught: Transition was aborted because of invalid state\. ViewTransition opt-in disabled$/ });
const manifest = /^\/builds\/latest\.json/;
const next = '/note/list/2';

const becomeVisible = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true });
const older = (page: Page) => pages(page).getByRole('link', { name: 'Older', exact: true });

/** Opens the first list with a known build, and hovers over the link to the next page until it is prefetched. */
async function fetchAhead(page: Page, front: RequestProxy) {
  front.answer((path) => (manifest.test(path) ? { body: JSON.stringify({ id: 'b-same', timestamp: 1 }) } : undefined));
  await page.goto('/note/list/1');
  await expect.poll(() => front.asked(manifest).length).toBe(1);
  // A hover before the speculation rules are read has no effect.
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0);
      await older(page).hover();
      return front.asked(next);
    })
    .toEqual([{ path: next, ahead: true }]);
}

function publish(front: RequestProxy, id: string) {
  front.answer((path) => {
    if (manifest.test(path)) return { body: JSON.stringify({ id, timestamp: 1 }) };
    if (path !== next) return undefined;
    return { type: 'text/html', body: `<!doctype html><html lang="en"><title>New</title><h1>Build ${id}</h1></html>` };
  });
}

test('a page is prefetched when a visitor is about to follow its link, and not fetched again on the click', async ({
  page,
  front,
}) => {
  await fetchAhead(page, front);
  await older(page).click();
  await expect(page).toHaveURL(next);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(front.asked(next)).toEqual([{ path: next, ahead: true }]);
});

test('once a new build is published, the next navigation ignores prefetched pages', async ({ page, front }) => {
  await fetchAhead(page, front);
  publish(front, 'b-new');
  await becomeVisible(page);
  await expect.poll(() => front.asked(manifest).length).toBe(2);
  await expect(page.locator('script[type=speculationrules]')).toHaveCount(0);
  await older(page).click();
  await expect(page.getByRole('heading', { name: 'Build b-new', exact: true })).toBeVisible();
  expect(front.asked(next)).toEqual([
    { path: next, ahead: true },
    { path: next, ahead: false },
  ]);
});

test('while the build is the same, prefetched pages stay valid', async ({ page, front }) => {
  await fetchAhead(page, front);
  await becomeVisible(page);
  await expect.poll(() => front.asked(manifest).length).toBe(2);
  await older(page).click();
  await expect(page).toHaveURL(next);
  expect(front.asked(next)).toEqual([{ path: next, ahead: true }]);
});

for (const path of ['/', '/signin', '/note/item', '/no/such/page']) {
  test(`${path} requests the build about a second after it is idle, with the time as query`, async ({
    page,
    front,
  }) => {
    const at = Date.UTC(2030, 0, 1);
    await page.clock.install({ time: at - 60_000 });
    await page.clock.pauseAt(at);
    await page.goto(path);
    const askedAfter = async (ms: number) => {
      await page.clock.runFor(ms);
      // Earlier requests of the page have finished by then.
      await page.evaluate(() => fetch('/favicon.png').then((answer) => answer.blob()));
      return front.asked(manifest).map((asked) => asked.path);
    };
    expect(await askedAfter(950)).toEqual([]);
    const [asked = '', ...more] = await askedAfter(550);
    expect(more).toEqual([]);
    const time = Number(/^\/builds\/latest\.json\?(\d+)$/.exec(asked)?.[1]);
    expect(time - at).toBeGreaterThanOrEqual(1000);
    expect(time - at).toBeLessThanOrEqual(1500);
  });
}

test('the build is requested every minute while the page is visible, and at once when it becomes visible', async ({
  page,
  front,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', {
      get: () => (document.documentElement.dataset.away ? 'hidden' : 'visible'),
    });
  });
  // On this clock the page opens at 0, or slightly before.
  front.answer((path) => (manifest.test(path) ? { body: '{"id":"b-same","timestamp":-60000}' } : undefined));
  await page.clock.install();
  await page.goto('/');
  // The page has the response before the next minute begins: a later request has finished.
  const answered = () => page.evaluate(() => fetch('/favicon.png').then((answer) => answer.blob()));
  await page.clock.runFor(1_500);
  await expect.poll(() => front.asked(manifest).length).toBe(1);
  await answered();
  await page.clock.runFor(60_000);
  await expect.poll(() => front.asked(manifest).length).toBe(2);
  await answered();
  await page.evaluate(() => (document.documentElement.dataset.away = 'yes'));
  await page.clock.runFor(600_000);
  await page.request.get('/favicon.png');
  expect(front.asked(manifest)).toHaveLength(2);
  await page.evaluate(() => delete document.documentElement.dataset.away);
  await becomeVisible(page);
  await expect.poll(() => front.asked(manifest).length).toBe(3);
});

for (const [what, answer] of [
  ['fails', { status: 500, body: 'no' }],
  ['is rubbish', { body: '<!doctype html>' }],
] as const) {
  test(`a manifest that ${what} is only logged to the console`, async ({ page, front }) => {
    const logged: string[] = [];
    const thrown: Error[] = [];
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    page.on('pageerror', (error) => thrown.push(error));
    front.answer((path) => (manifest.test(path) ? answer : undefined));
    await page.goto('/note/list/1');
    const headings = page.getByRole('main').getByRole('heading');
    const texts = await headings.allInnerTexts();
    await expect.poll(() => logged.join()).toContain('The app manifest could not be loaded.');
    await expect(headings).toHaveText(texts);
    expect(thrown).toEqual([]);
    await older(page).click();
    await expect(page).toHaveURL(next);
  });
}

test('the view transition takes about 100 ms, and none with reduced motion', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      const note = (text: string) => void (document.documentElement.dataset.transition = text);
      if (!viewTransition) return note('none');
      const durations = () => document.getAnimations().map(({ effect }) => effect?.getComputedTiming().duration);
      void viewTransition.ready.then(() => note([...new Set(durations())].join()));
    });
  });
  await page.goto('/note/list/1');
  await older(page).click();
  await expect(page).toHaveURL(next);
  await expect(page.locator('html')).toHaveAttribute('data-transition', '100');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await pages(page).getByRole('link', { name: 'Newer', exact: true }).click();
  await expect(page).toHaveURL('/note/list/1');
  await expect(page.locator('html')).toHaveAttribute('data-transition', 'none');
});
