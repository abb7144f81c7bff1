import type AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { axeInScheme, axeBuilder } from '../../support/browser/axe.ts';
import { expect, test as base } from '../../support/browser/fixtures.ts';
import { furnish, type World } from '../../support/browser/furnished.ts';
import { openLoaded, overflowOf } from '../../support/browser/screens.ts';
import { pageOf, states } from '../../support/browser/states/states.ts';
import { sampleOf } from '../../support/sample.ts';

const every = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const lookedAt = (page: Page, colorScheme: 'light' | 'dark') =>
  axeInScheme(page, colorScheme, axeBuilder(page).withTags(every));

async function violations(axe: AxeBuilder): Promise<string[]> {
  const found = await axe.analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Somebody who has something of everything, once per worker. */
const test = base.extend<object, { world: World }>({
  world: [async ({ app }, give) => give(await furnish(app, 'usual')), { scope: 'worker', timeout: 600_000 }],
});
const looked = sampleOf(states, 3);

for (const state of states) {
  const name = `axe finds nothing on ${state.name}, light and dark, on a phone and a wide screen`;
  test(name, { tag: looked.has(state) ? [] : '@long' }, async ({ app, browser, world }) => {
    for (const width of [390, 1280]) {
      // With reduced motion no colour is in transition between the modes.
      const looks = { viewport: { width, height: 844 }, reducedMotion: 'reduce' } as const;
      const page = await pageOf(browser, app, world, state, looks);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await violations(lookedAt(page, colorScheme)), `${width} pixels, ${colorScheme}`).toEqual([]);
      }
      expect(await overflowOf(page), `${width} pixels`).toBe(0);
      await page.close();
    }
  });
}

test('axe reports violations', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  expect(await violations(lookedAt(page, 'light'))).toEqual([expect.stringMatching(/^button-name/)]);
  await page.evaluate(() => {
    const rule = new CSSStyleSheet();
    rule.replaceSync('main p { color: #999 !important; background: #bbb }');
    document.adoptedStyleSheets = [rule];
  });
  expect(await violations(lookedAt(page, 'dark'))).toEqual([expect.stringMatching(/^color-contrast/)]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a note’s text has AAA contrast, ${colorScheme}`, async ({ page, signedIn }) => {
    await page.emulateMedia({ colorScheme });
    const body = 'Text.\n\n> Quoted.\n\n- Listed.[^1]\n\n| Cell |\n| --- |\n| Cell |\n\n[^1]: Noted.';
    const { path } = await signedIn.write({ title: 'To be read', body, visibility: 'unlisted' });
    await openLoaded(page, path);
    const axe = axeBuilder(page).include('.prose').exclude('.prose a').withRules(['color-contrast-enhanced']);
    expect(await violations(axe)).toEqual([]);
  });

  test(
    `axe finds nothing in menus and dialogs, ${colorScheme}`,
    { tag: colorScheme === 'dark' ? [] : '@long' },
    async ({ page, signedIn }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await signedIn.write({ title: 'One to delete', visibility: 'private' });
      await openLoaded(page, '/user');
      await page.getByRole('link', { name: `@${signedIn.person.handle}` }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      expect(await violations(lookedAt(page, colorScheme)), 'the menu').toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);

      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
      expect(await violations(lookedAt(page, colorScheme)), 'the help').toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await page.getByRole('button', { name: 'Actions for One to delete' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      expect(await violations(lookedAt(page, colorScheme)), 'the menu of a row').toEqual([]);
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByText('Moved to the bin')).toBeVisible();
      expect(await violations(lookedAt(page, colorScheme)), 'the way back').toEqual([]);
      await page.getByRole('link', { name: 'Bin', exact: true }).click();
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      expect(await violations(lookedAt(page, colorScheme)), 'the question before deleting').toEqual([]);
    },
  );

  test(
    `axe finds nothing in forms with errors, ${colorScheme}`,
    { tag: colorScheme === 'light' ? [] : '@long' },
    async ({ page, browser, app, signedIn: _ }) => {
      const visitor = await browser.newPage({ baseURL: app.url, colorScheme, reducedMotion: 'reduce' });
      await openLoaded(visitor, '/signin');
      await visitor.getByRole('button', { name: 'Sign in' }).click();
      await expect(visitor.getByLabel('Email')).toBeFocused();
      expect(await violations(lookedAt(visitor, colorScheme)), 'sign-in').toEqual([]);
      await visitor.close();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await openLoaded(page, '/new');
      await page.getByRole('button', { name: 'Write without a link' }).click();
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByLabel('Title')).toBeFocused();
      expect(await violations(lookedAt(page, colorScheme)), 'new').toEqual([]);
    },
  );
}
