import { expect, type Locator, type Page } from '@playwright/test';
import { paths } from '../../../src/platform/model/paths.ts';
import { settingsSections } from '../../../src/platform/model/fixed-pages.ts';
import type { App } from '../app.ts';
import { fetchText } from '../builds/published.ts';

/** A screen of the product, and whether it needs a signed-in person. */
export type Screen = { name: string; path: string; signedIn?: true };

const note = { name: 'a note', path: '' };

/** Every screen; `pathOf` finds the path of the note. */
export const screens: readonly Screen[] = [
  { name: 'the front page', path: '/' },
  { name: 'a ranking', path: '/hot' },
  { name: 'what is discussed', path: '/discussed' },
  { name: 'what is saved most', path: '/saved' },
  { name: 'the list', path: '/note/list/1' },
  { name: 'the second page of the list', path: '/note/list/2' },
  note,
  { name: 'a tag', path: '/tag/reading/1' },
  { name: 'all tags', path: '/tag' },
  { name: 'a person', path: '/u/tomoko_arai' },
  { name: 'what a person said', path: '/u/tomoko_arai/comments' },
  { name: 'search', path: '/search' },
  { name: 'what a search found', path: '/search?q=reading' },
  { name: 'a search that found nothing', path: '/search?q=zzzzzz' },
  { name: 'sign-in', path: '/signin' },
  { name: 'sign-up', path: '/signup' },
  { name: 'a forgotten password', path: '/forgot' },
  { name: 'a new password', path: `/reset?token=${'a'.repeat(43)}` },
  { name: 'a link that is too old', path: `/verify?token=${'a'.repeat(43)}` },
  { name: 'a link that undoes', path: `/undo?token=${'a'.repeat(43)}` },
  { name: 'the moderation log', path: '/moderation/log/1' },
  { name: 'an appeal about nothing', path: '/appeal' },
  { name: 'not found', path: '/no/such/page' },
  { name: 'the error page', path: '/500' },
  { name: 'a note that does not exist', path: '/note/item?uuid=01900000-0000-7000-8000-000000000000' },
  { name: 'new', path: '/new', signedIn: true },
  { name: 'what is for you', path: '/for-you' },
  { name: 'what is for me', path: '/for-you', signedIn: true },
  { name: 'inbox', path: '/inbox', signedIn: true },
  { name: 'my reading list', path: '/inbox#reading', signedIn: true },
  { name: 'user', path: '/user', signedIn: true },
  { name: 'my tags', path: '/user#tags', signedIn: true },
  { name: 'my collections', path: paths.ownCollections, signedIn: true },
  { name: 'my review', path: paths.review, signedIn: true },
  { name: 'my duplicates', path: paths.duplicates, signedIn: true },
  { name: 'my bin', path: paths.bin, signedIn: true },
  { name: 'what is read without a network', path: '/offline' },
  { name: 'the settings', path: '/user/settings', signedIn: true },
  ...settingsSections.map((section): Screen => ({
    name: `settings: ${section}`,
    path: paths.settingsOf(section),
    signedIn: true,
  })),
];

/** The path of a screen; the note is one of the first collection, with headings, lists and links. */
export async function pathOf(app: Pick<App, 'url'>, screen: Screen): Promise<string> {
  if (screen.path) return screen.path;
  const person = await fetchText(app, '/u/meera_joshi');
  const path = /href="(\/note\/detail\/[^"]+\/why-notes-rot)"/.exec(person)?.[1];
  if (!path) throw new Error('The first collection lacks its note about notes that rot.');
  return path;
}

/** Opens a page and waits until everything on it has loaded: the session, and the data of its islands. */
export async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForLoaded(page);
  if (path.startsWith('/search?')) await expect(page.locator('[data-search-status]')).not.toBeEmpty();
}

/** Multiplies the default font size of the browser, as some readers do. */
export async function setTextSize(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } });
}

/** Doubles it. */
export const setLargeText = (page: Page): Promise<void> => setTextSize(page, 2);

/** Waits until everything on the open page has loaded. */
export async function waitForLoaded(page: Page): Promise<void> {
  // While the section chosen by the URL replaces the first one, there are two headings for a moment.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  if ((await page.locator('body').getAttribute('data-layout')) === 'default') {
    await expect(page.locator('html')).not.toHaveAttribute('data-session', 'pending');
  }
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /^\s*(Loading|Checking|Looking|Opening)/ })).toHaveCount(0);
}

/** Waits until the server has stored a choice: the button shows it at once, and sends it in the background. */
export async function waitForStored(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(button).not.toHaveAttribute('aria-busy');
}

/** How many pixels wider the page is than the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Collects the page's errors from now on: exceptions, and console errors other than response statuses. */
export function collectErrors(page: Page): string[] {
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      trouble.push(message.text());
  });
  return trouble;
}
