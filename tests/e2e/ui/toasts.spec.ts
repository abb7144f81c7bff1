import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';

/** Newest first, in keyboard order. */
const toastsOf = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');

/** Opens the kit with a paused page clock, which only `page.clock.runFor` advances. */
async function openKit(page: Page) {
  await page.clock.install();
  await page.goto('/kit');
  await expect(page.getByRole('heading', { name: 'Toast' })).toBeVisible();
  // Far enough ahead for a machine that stalls between the two calls.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

async function add(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click();
  const toast = toastsOf(page).first();
  await expect(toast).toBeVisible();
  return toast;
}

/** The length of the progress bar, from 0 to 1. */
async function progressOf(toast: Locator): Promise<number> {
  return toast
    .locator('[data-progress]')
    .evaluate((bar) => bar.getBoundingClientRect().width / (bar.parentElement?.getBoundingClientRect().width ?? 0));
}

/** Moves the pointer away from all toasts. */
const away = (page: Page) => page.mouse.move(5, 5);

test('a toast covers neither a bar at the bottom of the page nor an open menu or dialog', async ({
  page,
  signedIn,
}) => {
  await signedIn.write({ title: 'One of many' });
  const kept = [{ id: 1, left: 0, toast: { title: 'Kept', timeout: 0 } }];
  await page.addInitScript((toasts) => sessionStorage.setItem('commonplace:toasts', JSON.stringify(toasts)), kept);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/new?title=Written');
  await expect(toastsOf(page)).toContainText(['Kept']);
  await page.getByRole('button', { name: 'Publish', exact: true }).click({ trial: true });
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.goto('/user');
  await page.getByRole('button', { name: 'Actions for One of many', exact: true }).click();
  await expect(toastsOf(page)).toContainText(['Kept']);
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click({ trial: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('menuitem', { name: 'Tags…' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click({ trial: true });
});

test('toasts load nothing until there is one, and their region is announced politely', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/note/list/1');
  await page.waitForLoadState('networkidle');
  await expect(page.locator('#toasts')).toHaveAttribute('aria-live', 'polite');
  await expect(page.locator('#toasts')).toBeEmpty();
  expect(scripts.filter((url) => /toaster|toasts|modal|react/i.test(url))).toEqual([]);
  await page.evaluate(() => {
    const kept = [{ id: Date.now(), left: 0, toast: { title: 'From before', timeout: 0 } }];
    sessionStorage.setItem('commonplace:toasts', JSON.stringify(kept));
  });
  await page.reload();
  await expect(toastsOf(page)).toHaveText(/From before/);
  expect(scripts.filter((url) => /toaster/i.test(url))).toHaveLength(1);
});

test('a toast closes by itself after 5000 ms', async ({ page }) => {
  await openKit(page);
  const toast = await add(page, 'A toast');
  await expect(toast.locator('[data-progress]')).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(toast.locator('[data-progress]')).toBeHidden();
  await away(page);
  await page.clock.runFor(4500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(600);
  await expect(toast).toBeHidden();
  await expect(page.getByTestId('toast-closings')).toHaveText('1');
});

test('hovering pauses the countdown, which then continues with the remaining time', async ({ page }) => {
  await openKit(page);
  const toast = await add(page, 'A toast');
  await page.clock.runFor(3000);
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await away(page);
  await page.clock.runFor(1500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(600);
  await expect(toast).toBeHidden();
});

test('focus pauses it too, and Escape closes the toast and restores the focus', async ({ page }) => {
  await openKit(page);
  const opener = page.getByRole('button', { name: 'A toast', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const toast = toastsOf(page).first();
  await expect(toast).toBeVisible();
  await toast.getByRole('button', { name: 'Close: Saved' }).focus();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page.getByTestId('toast-closings')).toHaveText('1');
});

test('the progress bar shows the remaining time, and pauses on hover', async ({ page }) => {
  await openKit(page);
  const toast = await add(page, 'A toast');
  const state = () => toast.locator('[data-progress]').evaluate((bar) => bar.getAnimations()[0]?.playState);
  await away(page);
  expect(await state()).toBe('running');
  // It is animated by the browser's own clock between the steps of the page's clock.
  await expect.poll(() => progressOf(toast)).toBeLessThan(0.97);
  await page.clock.runFor(3000);
  await toast.hover();
  await expect.poll(state).toBe('paused');
  expect(await progressOf(toast)).toBeCloseTo(0.4, 2);
  await away(page);
  await expect.poll(state).toBe('running');
  expect(await progressOf(toast)).toBeLessThanOrEqual(0.41);
});

test('a timeout of 0 keeps the toast open and shows no progress', async ({ page }) => {
  await openKit(page);
  const toast = await add(page, 'A failure that stays');
  await expect(toast.locator('[data-progress]')).toHaveCount(0);
  await page.clock.runFor(3_600_000);
  await toast.getByRole('button', { name: 'Close: Not saved' }).click();
  await expect(toast).toBeHidden();
  await expect(page.getByTestId('toast-closings')).toHaveText('1');
});

test('an action runs and closes the toast', async ({ page }) => {
  await openKit(page);
  const toast = await add(page, 'With actions');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(toast).toBeHidden();
  await expect(page.getByTestId('toast-runs')).toHaveText('1');
  await expect(page.getByTestId('toast-closings')).toHaveText('1');
});

test('toasts can be updated, removed and cleared', async ({ page }) => {
  await openKit(page);
  await add(page, 'With a description');
  await add(page, 'From a person');
  await expect(toastsOf(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Change it' }).click();
  await expect(toastsOf(page).getByText('Changed')).toBeVisible();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(toastsOf(page)).toHaveCount(1);
  await add(page, 'A toast');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(toastsOf(page)).toHaveCount(0);
  await expect(page.getByTestId('toast-closings')).toHaveText('3');
});

test('of thirty toasts the newest is inside the window', async ({ page }) => {
  for (const height of [844, 400]) {
    await page.setViewportSize({ width: 1280, height });
    await openKit(page);
    for (let count = 0; count < 29; count += 1) await add(page, 'A failure that stays');
    const newest = await add(page, 'With a description');
    await expect(toastsOf(page)).toHaveCount(30);
    await expect(newest).toContainText('It is on its way to the site.');
    await expect(newest).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Clear all' }).click();
  }
});

test('the region is 24rem wide at the bottom end, and as wide as a small screen', async ({ page }) => {
  await openKit(page);
  await add(page, 'A very long one');
  const area = page.getByRole('region', { name: 'Notifications' });
  const box = async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await area.boundingBox()) ?? {};
    return { right: x + width, bottom: y + height, width };
  };
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const scrollbar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth);
  expect(await box()).toEqual({ right: width - scrollbar, bottom: height, width: 384 });
  await page.setViewportSize({ width: 639, height: 800 });
  expect(await box()).toEqual({ right: 639, bottom: 800, width: 639 });
});

test('toasts shown while leaving a page continue with their remaining time on the next, and after going back', async ({
  page,
}) => {
  await openKit(page);
  const toast = await add(page, 'With a description');
  await add(page, 'With actions');
  await away(page);
  await page.clock.runFor(3000);
  await page.goto('/note/list/1');
  await expect(toastsOf(page)).toHaveCount(2);
  await expect(toast.getByRole('link', { name: 'See all' })).toBeVisible();
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeHidden();
  await page.clock.runFor(1000);
  await expect(toastsOf(page)).toHaveCount(2);
  await page.clock.runFor(1100);
  await expect(toastsOf(page)).toHaveCount(1);
  await page.reload();
  await expect(toastsOf(page)).toHaveCount(1);
  await toastsOf(page)
    .getByRole('button', { name: /^Close/ })
    .click();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'The kit' })).toBeVisible();
  await expect(toastsOf(page)).toHaveCount(0);
});

test('invalid stored toasts show nothing and break nothing', async ({ page }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.addInitScript(() => sessionStorage.setItem('commonplace:toasts', '[{"id":"x"},7,{"toast":{"title":{}}}]'));
  await page.goto('/kit');
  await add(page, 'A toast');
  await expect(toastsOf(page)).toHaveCount(1);
  expect(errors).toEqual([]);
});
