import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';
import { buildSiteOf } from '../../support/builds/site-of.ts';
import { fixedPages } from '../../support/builds/site-pages.ts';

const key = 'commonplace:colour-mode';
const light = 'oklch(0.99 0.002 250)';
const dark = 'oklch(0.19 0.012 260)';
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
/** The theme colour that the browser uses: that of the first meta element whose media query matches. */
const themeColour = (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
    return metas.find(({ media }) => matchMedia(media || 'all').matches)?.content;
  });

async function store(page: Page, value: string) {
  await page.goto('/favicon.png');
  await page.evaluate(([name, kept]) => localStorage.setItem(name, kept), [key, value] as const);
}

/** Records the page's background in every frame until it is loaded. */
async function watchFrames(page: Page) {
  await page.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(window, { frames_: frames });
    const look = () => {
      frames.push(getComputedStyle(document.documentElement).backgroundColor);
      if (document.readyState !== 'complete') requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  // A page may load before its first frame; this later frame ensures that there is one.
  return () =>
    page.evaluate(
      () =>
        new Promise<string[]>((done) =>
          requestAnimationFrame(() => done((window as unknown as { frames_: string[] }).frames_)),
        ),
    );
}

for (const [device, choice, colour] of [
  ['light', 'dark', dark],
  ['dark', 'light', light],
] as const) {
  test(`no page flashes ${device} for someone who chose ${choice}`, async ({ page, someoneElse }) => {
    const { path } = await someoneElse.write({ title: 'Read at night' });
    await page.emulateMedia({ colorScheme: device });
    await store(page, choice);
    const frames = await watchFrames(page);
    // Only the inline script may decide: every other script is blocked.
    await page.route('**/_astro/*.js', (route) => route.abort());
    for (const address of [...fixedPages.map((each) => each.path), path, '/no/such/page', '/500']) {
      await page.goto(address);
      const seen = await frames();
      expect(seen.length, address).toBeGreaterThan(0);
      expect([...new Set(seen)], address).toEqual([colour]);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(choice);
      await expect(page.locator('meta[name=color-scheme]')).toHaveAttribute('content', choice);
    }
  });
}

test('the first paint is in the chosen mode', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await store(page, 'dark');
  const client = await page.context().newCDPSession(page);
  const pictures: string[] = [];
  client.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push(data);
    void client.send('Page.screencastFrameAck', { sessionId });
  });
  await page.goto('/signin');
  await client.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await page.goto('/');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect.poll(() => pictures.length).toBeGreaterThan(1);
  await client.send('Page.stopScreencast');
  const corners = await page.evaluate(async (all) => {
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d');
    const brightness = [];
    for (const data of all) {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes]));
      context?.drawImage(picture, 2 - picture.width, 2 - picture.height);
      brightness.push(context?.getImageData(0, 0, 1, 1).data[0] ?? 255);
    }
    return brightness;
  }, pictures);
  expect(Math.max(...corners)).toBeLessThan(60);
});

test('without a choice the page follows the device live', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  expect([await background(page), await themeColour(page)]).toEqual([light, '#fcfcfd']);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect([await background(page), await themeColour(page)]).toEqual([dark, '#0f1218']);
  await page.emulateMedia({ colorScheme: 'light' });
  expect([await background(page), await themeColour(page)]).toEqual([light, '#fcfcfd']);
});

test('the switch works by keyboard, is remembered, and can be reset to the device’s mode', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const group = page.getByRole('group', { name: 'Colour mode', exact: true });
  const choice = (name: string) => group.getByRole('radio', { name, exact: true });
  await expect(choice('System')).toBeChecked();
  await choice('System').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(choice('Dark')).toBeChecked();
  await expect(choice('Dark')).toBeFocused();
  expect([await background(page), await themeColour(page)]).toEqual([dark, '#0f1218']);
  await page.reload();
  await expect(choice('Dark')).toBeChecked();
  expect([await background(page), await themeColour(page)]).toEqual([dark, '#0f1218']);
  await page.keyboard.press('Tab');
  await choice('Dark').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(choice('Light')).toBeChecked();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect([await background(page), await themeColour(page)]).toEqual([light, '#fcfcfd']);
  await choice('System').check({ force: true });
  expect([await background(page), await themeColour(page)]).toEqual([dark, '#0f1218']);
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
});

test('other tabs follow, also pages for reading', async ({ page, context, someoneElse }) => {
  const { path } = await someoneElse.write({ title: 'In another tab' });
  const reading = await context.newPage();
  await reading.goto(path);
  const listing = await context.newPage();
  await listing.goto('/note/list/1');
  await page.goto('/');
  await page.getByRole('radio', { name: 'Dark', exact: true }).check({ force: true });
  await expect.poll(() => background(reading)).toBe(dark);
  await expect.poll(() => background(listing)).toBe(dark);
  for (const tab of [listing, reading])
    await expect(tab.getByRole('radio', { name: 'Dark', exact: true })).toBeChecked();
  await page.evaluate(() => localStorage.clear());
  await expect.poll(() => background(reading)).toBe(light);
});

test('an invalid stored value counts as no choice', async ({ page }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const rubbish of ['', 'null', 'blue', '{"mode":"light"}', 'LIGHT', '<script>', 'x'.repeat(100_000)]) {
    await store(page, rubbish);
    await page.goto('/');
    expect(await background(page), rubbish.slice(0, 20)).toBe(dark);
    await expect(page.getByRole('radio', { name: 'System', exact: true })).toBeChecked();
  }
  expect(errors).toEqual([]);
});

test('with storage forbidden the page follows the device, and the switch lasts as long as the page', async ({
  page,
}) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  expect(await background(page)).toBe(dark);
  await page.getByRole('radio', { name: 'Light', exact: true }).check({ force: true });
  expect(await background(page)).toBe(light);
  await page.reload();
  expect(await background(page)).toBe(dark);
  expect(errors).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page follows the device, and shows no switch', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/');
    await expect(page.locator('html')).toHaveCSS('background-color', dark);
    await expect(page.getByRole('group', { name: 'Colour mode', exact: true })).toHaveCount(0);
  });
});

// Each builds a site of its own.
test.describe('a page with a fixed colour mode', () => {
  const forcing = (mode: string) => `---
import '../../../../src/styles/note.css';
import Document from '../../../../src/layouts/Document.astro';
import ColourModeSwitch from '../../../../src/layouts/ColourModeSwitch.astro';
---
<Document layout="blank" title="Forced" colourMode="${mode}"><main id="main">Text <ColourModeSwitch /></main></Document>`;

  test(
    'is dark or light whatever the device and the visitor prefer, and offers no choice',
    { tag: '@long' },
    async ({ page }) => {
      const site = await buildSiteOf({ 'dark.astro': forcing('dark'), 'light.astro': forcing('light') });
      expect(site.ok, site.output).toBe(true);
      const server = await startHttpServer((request, response) => {
        const name = request.url === '/favicon.png' ? '/dark.html' : (request.url ?? '');
        const type = name.endsWith('.css') ? 'text/css' : 'text/html';
        readFile(path.join(site.outDir, name)).then(
          (content) => response.writeHead(200, { 'Content-Type': type }).end(content),
          () => response.writeHead(404).end(),
        );
      });
      for (const [mode, other, colour, theme] of [
        ['dark', 'light', dark, '#0f1218'],
        ['light', 'dark', light, '#fcfcfd'],
      ] as const) {
        await page.emulateMedia({ colorScheme: other });
        await page.goto(`${server.url}/${mode}.html`);
        await page.evaluate(([name, kept]) => localStorage.setItem(name, kept), [key, other] as const);
        await page.reload();
        expect([await background(page), await themeColour(page)]).toEqual([colour, theme]);
        await page.evaluate((kept) => dispatchEvent(new CustomEvent('colour-mode', { detail: kept })), other);
        expect(await background(page)).toBe(colour);
        await expect(page.getByRole('group', { name: 'Colour mode', exact: true })).toHaveCount(0);
      }
      await server.stop();
      await site.remove();
    },
  );

  test('cannot be fixed to “follow the device”: the build fails and says why', { tag: '@long' }, async () => {
    const site = await buildSiteOf({ 'forced.astro': forcing('system') });
    expect(site.ok).toBe(false);
    expect(site.output).toContain('A page can force the colour mode light or dark, and not system.');
    await site.remove();
  });
});
