import type { Locator } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { pngOf, givePictures } from '../../support/pictures.ts';
import { openLoaded, pathOf, setLargeText } from '../../support/browser/screens.ts';
import { waitForFile } from '../../support/builds/published.ts';

/** The position of an element, in whole pixels. */
const placeOf = (one: Locator) =>
  one.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { top, bottom, right } = range.getBoundingClientRect();
    return { top: Math.round(top), bottom: Math.round(bottom), right: Math.round(right) };
  });

test('a link’s site stands below its title, and the text has the same spacing with and without a tall picture', async ({
  page,
  app,
  signedIn,
}) => {
  const [icon, lead] = await Promise.all([pngOf(64, 64, '#b0413e'), pngOf(600, 900, '#3e6fb0')]);
  const { note } = await signedIn.write({
    title: 'A high picture',
    url: 'https://pictures.example/high',
    body: 'Short.',
  });
  await givePictures(app, note, { icon, lead });
  const plain = await signedIn.write({ title: 'No picture', url: 'https://pictures.example/none', body: 'Short.' });
  const path = `/u/${signedIn.person.handle}`;
  await waitForFile(app, plain.path);
  await page.setViewportSize({ width: 1280, height: 900 });
  const card = (title: string) => page.locator('.card', { hasText: title });
  await expect(async () => {
    await openLoaded(page, path);
    await expect(card('A high picture').locator('.lead-picture')).toBeVisible({ timeout: 1000 });
  }).toPass();

  const gaps: number[] = [];
  for (const title of ['A high picture', 'No picture']) {
    const [name, host, excerpt, meta] = await Promise.all(
      ['h2 > a', '.card-host', '.card-excerpt', '.card-meta'].map((part) => placeOf(card(title).locator(part))),
    );
    expect(host?.top, title).toBeGreaterThanOrEqual(name?.bottom ?? 0);
    gaps.push((meta?.top ?? 0) - (excerpt?.bottom ?? 0));
  }
  expect(gaps[0]).toBe(gaps[1]);
  // The heading names the person, so their notes need not.
  await expect(card('No picture').getByRole('link', { name: signedIn.person.name })).toBeHidden();
});

test('the last item of the header aligns with the end of the page', async ({ page, signedIn: _ }) => {
  for (const [width, shown] of [
    [390, '.initials'],
    [1280, '.handle'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await openLoaded(page, '/note/list/1');
    const edge = await page.locator('.site-head .wrap').evaluate((wrap) => {
      const { right } = wrap.getBoundingClientRect();
      return right - Number.parseFloat(getComputedStyle(wrap).paddingRight);
    });
    const last = page.locator(`[data-account-menu] ${shown}`);
    const { x = 0, width: wide = 0 } = (await last.boundingBox()) ?? {};
    expect(Math.abs(x + wide - edge), `at ${width}`).toBeLessThanOrEqual(2.5);
  }
});

test('with text twice as large on a phone, the header has two lines and a note’s visibility is not cut off', async ({
  page,
  signedIn: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await setLargeText(page);
  await openLoaded(page, '/new');
  const line = 2.75 * 32;
  expect((await page.locator('.site-head').boundingBox())?.height).toBeLessThan(2.5 * line);
  await page.getByRole('button', { name: 'Write without a link' }).click();
  const audience = page.getByLabel('Who can read it');
  expect((await audience.boundingBox())?.width).toBeGreaterThan(8 * 32);
});

test('the printed page shows no controls', async ({ page }) => {
  for (const path of ['/', '/note/list/1']) {
    await openLoaded(page, path);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator(':is(button, .button, nav.orders)').locator('visible=true')).toHaveCount(0);
    await page.emulateMedia({ media: null });
  }
});

test('visitors see the promise within a third of the first screen, and notes below it', async ({ page }) => {
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [768, 1024],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openLoaded(page, '/');
    const promise = await page.locator('.hero').evaluate((part) => part.getBoundingClientRect().bottom);
    expect(promise / height, `${width} × ${height}`).toBeLessThanOrEqual(1 / 3);
    await expect(page.getByRole('article').first().getByRole('heading')).toBeInViewport({ ratio: 1 });
  }
});

test('the header of a note leads home, to sign-in and to Join on every phone', async ({ app, page }) => {
  const path = await pathOf(app, { name: 'a note', path: '' });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await openLoaded(page, path);
    const header = page.getByRole('banner');
    for (const name of [/^Commonplace/, 'Search', 'Sign in', 'Join']) {
      await expect(header.getByRole('link', { name }), `${name}, ${width}`).toBeInViewport({ ratio: 1 });
    }
  }
});

test('search results show their dates as lists do', async ({ page, app, someoneElse }) => {
  const { path } = await someoneElse.write({ title: 'Quillwork and vellum' });
  await waitForFile(app, path);
  await page.goto('/search?q=quillwork');
  const card = page.locator('.card', { hasText: 'Quillwork and vellum' });
  await expect(card.locator('time')).toHaveText(/^(?:just now|\d+ min\.? ago)$/);
});
