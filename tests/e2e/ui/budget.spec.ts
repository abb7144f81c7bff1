import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { waitForFile } from '../../support/builds/published.ts';
import { openLoaded, pathOf, screens } from '../../support/browser/screens.ts';
import { bytesOf } from '../../support/servers/wire.ts';

const kilobyte = 1024;
const collection = path.resolve(import.meta.dirname, '../../../netlify/local/first-collection');
const readingScreens = screens.filter(({ name }) => ['the front page', 'the list', 'a note'].includes(name));

/** Exactly a thousand words of human prose, with a heading every 250. */
async function thousandWords(): Promise<string> {
  const files = (await readdir(collection)).filter((name) => name.endsWith('.md')).sort();
  const texts = await Promise.all(files.map((name) => readFile(path.join(collection, name), 'utf8')));
  const paragraphs = texts
    .flatMap((text) => text.replace(/^---[\s\S]*?---\n/, '').split(/\n{2,}/))
    .filter((text) => /^[A-Z][\w ’',.“”;:()-]+$/.test(text.replaceAll('\n', ' ')));
  const words = paragraphs.join(' \n\n ').split(/ +/).filter(Boolean);
  const counted: string[] = [];
  let count = 0;
  for (const word of words) {
    if (word.trim() !== '' && count++ === 1000) break;
    if (word.trim() !== '' && count % 250 === 1) counted.push(`\n\n## Part ${Math.ceil(count / 250)}\n\n`);
    counted.push(word);
  }
  expect(count).toBeGreaterThanOrEqual(1000);
  return counted.join(' ');
}

/** Whether any loaded script contains React. */
function watchReact(page: Page) {
  const bodies: Promise<string>[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') bodies.push(answer.text().catch(() => ''));
  });
  return async () => (await Promise.all(bodies)).some((body) => body.includes('react.transitional.element'));
}

for (const screen of readingScreens) {
  test(`${screen.name} loads at most 8 KB of JavaScript in at most 3 files, without React`, async ({ app, page }) => {
    const hasReact = watchReact(page);
    // A function's first call loads it and may be slow, and the page would then load the code that says so.
    await page.request.get(`${app.url}/api/_auth/session`);
    const bytes = await bytesOf(page, app.url + (await pathOf(app, screen)));
    expect(bytes.js).toBeGreaterThan(0);
    expect(bytes.js, JSON.stringify(bytes)).toBeLessThanOrEqual(8 * kilobyte);
    expect(bytes.scripts, JSON.stringify(bytes)).toBeLessThanOrEqual(3);
    expect(bytes.js + bytes.scriptHeaders, 'with headers').toBeLessThanOrEqual(9 * kilobyte);
    expect(bytes.depth, 'scripts that wait for each other').toBeLessThanOrEqual(2);
    expect(await hasReact()).toBe(false);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await hasReact(), 'React comes when something needs it').toBe(true);
  });

  test(`no layout shift while ${screen.name} loads`, async ({ app, page }) => {
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          sources?: { node?: Node }[];
        })[]) {
          const moved = entry.sources?.map(({ node }) => node?.textContent?.trim().slice(0, 40)).join(', ');
          shifts.push(`${entry.value}: ${moved}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(await pathOf(app, screen), { waitUntil: 'networkidle' });
      await expect(page.locator('html')).not.toHaveAttribute('data-colour-mode', 'none');
      expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts), `${width}`).toEqual([]);
    }
    await page.evaluate(() => document.querySelector('main')?.prepend(document.createElement('hr'), 'Moved'));
    const shifts = () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts.length);
    await expect.poll(shifts, 'a shift is noticed').toBeGreaterThan(0);
  });
}

/** The fonts of a page's heading, and whether each is ours. */
async function faceOfHeading(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName, isCustomFont }) => [familyName, isCustomFont]);
}
const ours = [['Alegreya SemiBold', true]];

test('headings use our own font, in one file of at most 20 KB', async ({ page }) => {
  const fonts = new Map<string, number>();
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'font') fonts.set(answer.url(), Number(answer.headers()['content-length']));
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.goto('/tag');
  expect(await faceOfHeading(page)).toEqual(ours);
  expect(fonts.size).toBe(1);
  expect(Math.max(...fonts.values())).toBeLessThanOrEqual(20 * kilobyte);
});

test('headings use our font on the first page that a browser ever opens', async ({ browser, app }) => {
  // A busy machine may be late once: the text does not wait for its font.
  await expect(async () => {
    const context = await browser.newContext({ baseURL: app.url, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto('/');
    const face = await faceOfHeading(page);
    await context.close();
    expect(face).toEqual(ours);
  }).toPass({ timeout: 20_000 });
});

test('a note of 1,000 words takes at most 14 KB of HTML and CSS', async ({ app, page, someoneElse }) => {
  const { path } = await someoneElse.write({
    title: 'A thousand words, and nothing more',
    body: await thousandWords(),
    tags: ['reading', 'budget'],
  });
  await waitForFile(app, path);
  await openLoaded(page, path);
  const bytes = await bytesOf(page, app.url + path);
  expect(bytes.html).toBeGreaterThan(3 * kilobyte);
  expect(bytes.css).toBeGreaterThan(kilobyte);
  expect(bytes.html + bytes.css).toBeLessThanOrEqual(14 * kilobyte);
});
