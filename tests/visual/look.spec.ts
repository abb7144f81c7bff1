import { type Page, test as base, expect } from '@playwright/test';
import type { App } from '../support/app.ts';
import { systemBrowser } from '../../netlify/local/setup/programs.mjs';
import { startWorkerApp } from '../support/browser/e2e-place.ts';
import { openLoaded, pathOf, screens } from '../support/browser/screens.ts';
import { ApiUser } from '../support/people.ts';

/**
 * Pictures of the kit and of twelve screens, compared pixel by pixel: `npm run visual` shows the differences, and
 * `npm run visual -- --update-snapshots` takes what is shown now. Letters are drawn by Chromium itself, so pictures of one
 * version say nothing of another, nor do those of the one without windows of any other.
 */
const pinned = '156.0.8078.108 without windows';
const reader = {
  handle: 'ada_reader',
  email: 'ada_reader@example.org',
  password: 'a long phrase of a reader',
  name: 'Ada Reader',
};

const looks = {
  'desk-light': { viewport: { width: 1280, height: 640 }, colorScheme: 'light' },
  'desk-dark': { viewport: { width: 1280, height: 640 }, colorScheme: 'dark' },
  'phone-light': { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  'phone-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const;

/** Screens that show no time of writing and nothing that anybody wrote since the first collection. */
const shown: readonly (readonly [screen: string, ...looks: (keyof typeof looks)[]])[] = [
  ['the front page', 'desk-light', 'phone-dark'],
  ['a ranking', 'desk-dark'],
  ['the list', 'phone-light'],
  ['a note', 'desk-light', 'phone-dark'],
  ['a tag', 'desk-light'],
  ['all tags', 'phone-light'],
  ['a person', 'desk-dark'],
  ['what a search found', 'phone-light'],
  ['sign-up', 'phone-dark'],
  ['not found', 'desk-light'],
  ['new', 'desk-light'],
  ['the settings', 'desk-light'],
];

const test = base.extend<{ compare: (page: Page, name: string) => Promise<void> }, { app: App }>({
  app: [
    async ({ browserName: _ }, give) => {
      const app = await startWorkerApp('visual');
      await give(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ app }, give) => give(app.url),
  compare: async ({ browser }, give) => {
    await give(async (page, name) => {
      const isShell = systemBrowser()?.endsWith('headless-shell');
      const [version, system] = [`${browser.version()}${isShell ? ' without windows' : ''}`, process.platform];
      if (version === pinned && system === 'linux') return expect(page).toHaveScreenshot(`${name}.png`);
      console.log(
        `${name} was not compared: its picture is of Chromium ${pinned} on Linux, this is ${version}, ${system}.`,
      );
    });
  },
});

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime('2026-11-24T12:00:00Z');
  // A face that comes late is for the next page; here it is waited for.
  await page.route('**/*.css', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(/font-display:\s*optional/g, 'font-display:block'),
    });
  });
});

for (const [name, ...seenIn] of shown) {
  const screen = screens.find((one) => one.name === name);
  if (!screen) throw new Error(`There is no screen called ${name}.`);
  for (const look of seenIn) {
    test(`${name} looks as it did, ${look}`, async ({ app, compare, page }) => {
      if (screen.signedIn) {
        const known = await ApiUser.signIn(page.request, app.url, reader).catch(() => undefined);
        if (!known) await ApiUser.signUp(page.request, app.url, reader);
      }
      await page.setViewportSize(looks[look].viewport);
      await page.emulateMedia({ colorScheme: looks[look].colorScheme });
      await openLoaded(page, await pathOf(app, screen));
      await page.evaluate(() => document.fonts.ready);
      await compare(page, `${name.replaceAll(' ', '-')}-${look}`);
    });
  }
}

test('the kit looks as it did', async ({ compare, page }) => {
  await page.goto('/kit');
  await expect(page.getByRole('heading', { name: 'Avatar', exact: true })).toBeVisible();
  const { width = 0, height = 0 } = (await page.getByRole('main').boundingBox()) ?? {};
  await page.setViewportSize({ width: Math.ceil(width), height: Math.ceil(height) });
  await page.evaluate(() => document.fonts.ready);
  await compare(page, 'the-kit');
});
