import { expect, test } from '../../support/browser/fixtures.ts';
import { filesWith, fetchText, waitForFile } from '../../support/builds/published.ts';
import { openLoaded, overflowOf, pathOf, screens, collectErrors } from '../../support/browser/screens.ts';
import { sampleOf } from '../../support/sample.ts';

const looked = sampleOf(screens, 6);

for (const screen of screens) {
  const name = `${screen.name} fits a tablet, with one heading and one main part`;
  test(name, { tag: looked.has(screen) ? [] : '@long' }, async ({ app, page, signedIn: _ }) => {
    const trouble = collectErrors(page);
    await page.setViewportSize({ width: 768, height: 1024 });
    await openLoaded(page, await pathOf(app, screen));
    expect(await overflowOf(page)).toBe(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page).toHaveTitle(/(^| · )Commonplace\.dev$/);
    expect(trouble).toEqual([]);
  });
}

test('the index of tags lists every tag with the number of its notes', async ({ page }) => {
  await page.goto('/tag');
  const link = page.getByRole('main').getByRole('link', { name: /^memory \d+$/ });
  const count = Number(/\d+/.exec(await link.innerText())?.[0]);
  await link.click();
  await expect(page).toHaveURL('/tag/memory/1');
  await expect(page.getByText(`${count} notes, newest first.`)).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Tags' }).click();
  await expect(page).toHaveURL('/tag');
});

test("a person's page shows their bio, and so does its data", async ({ app, page }) => {
  await page.goto('/u/tomoko_arai');
  await expect(page.getByRole('main').getByText(/^Typesetter and copy editor in Sendai/)).toBeVisible();
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /^Typesetter/);
  const payload = JSON.parse(await fetchText(app, '/u/tomoko_arai/_payload.json')) as { data: { author: unknown } };
  expect(payload.data.author).toMatchObject({ handle: 'tomoko_arai', bio: expect.stringMatching(/^Typesetter/) });
});

test.describe('times', () => {
  test('a list shows how long ago a new note was written, with the exact time on hover, and dates for old ones', async ({
    app,
    page,
    signedIn,
  }) => {
    const { path, note } = await signedIn.write({ title: 'Written just now' });
    await waitForFile(app, path);
    await page.goto(`/u/${signedIn.person.handle}`);
    const time = page.getByRole('article').locator('time');
    await expect(time).toHaveText(/^(just now|\d+ min ago)$/);
    await expect(time).toHaveAttribute('datetime', note.publishedAt ?? '');
    await time.hover();
    await expect(time).toHaveAttribute('title', /^\w+day,? \d+ \w+ \d{4} at \d\d:\d\d$/);
    await page.goto('/u/tomoko_arai');
    await expect(page.getByRole('article').last().locator('time')).toHaveText(/^\d{1,2} \w{3,4} \d{4}$/);
    await page.goto(path);
    await expect(page.getByRole('article').locator('time')).toHaveText(/^\d{1,2} \w+ \d{4}$/);
    await page.getByRole('article').locator('time').hover();
    await expect(page.getByRole('article').locator('time')).toHaveAttribute('title', / at /);
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });
    test('every date is shown as a date', async ({ page }) => {
      await page.goto('/note/list/1');
      for (const text of await page.getByRole('article').locator('time').allInnerTexts()) {
        expect(text).toMatch(/^\d{1,2} \w{3,4} \d{4}$/);
      }
    });
  });
});

test.describe('the account menu', () => {
  test('opens from the avatar, links to my pages, and signs out', async ({ page, signedIn }) => {
    await page.goto('/');
    const avatar = page.getByRole('link', { name: `@${signedIn.person.handle}` });
    await avatar.click();
    await expect(avatar).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('menuitem')).toHaveText([
      'My library',
      'Inbox',
      'Profile',
      'Import',
      'Settings',
      'Sign out',
    ]);
    await page.getByRole('menuitemradio', { name: 'Dark', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-colour-mode', 'dark');
    await expect(page.getByRole('menuitemradio', { name: 'Dark', exact: true })).toBeChecked();
    await avatar.click();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await avatar.press('Space');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(avatar).toBeFocused();
    await avatar.click();
    await page.getByRole('menuitem', { name: 'Inbox' }).click();
    await expect(page).toHaveURL('/inbox');
    await page.getByRole('link', { name: `@${signedIn.person.handle}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
    await expect(
      page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sign in' }),
    ).toBeVisible();
  });

  test('says so when signing out fails, and allows a retry', async ({ page, signedIn }) => {
    await page.goto('/');
    await page.route('**/api/_auth/session*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    );
    await page.getByRole('link', { name: `@${signedIn.person.handle}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('menuitem', { name: 'You’re still signed in. Try again' })).toBeVisible();
  });

  test('is a plain link to my page if its code fails to load', async ({ page, signedIn }) => {
    await page.route(/AccountMenu/, (route) => route.abort());
    await page.goto('/');
    // A missing chunk may reload the page once; after a second failure the link is followed.
    await page.evaluate(() => sessionStorage.setItem('commonplace:reloaded', String(Date.now())));
    await page.getByRole('link', { name: `@${signedIn.person.handle}` }).click();
    await expect(page).toHaveURL('/user');
  });

  test('the inbox shows no number while nothing is unread', async ({ page, signedIn: _ }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible();
    await expect(page.locator('[data-unread]')).toBeHidden();
  });
});

test.describe('search', () => {
  test('finds as one types, marks the words and keeps the query in the URL', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/search', { waitUntil: 'networkidle' });
    expect(asked.filter((path) => /^\/search\/|search-index/.test(path))).toEqual([]);
    const field = page.getByRole('searchbox');
    await expect(field).toBeFocused();
    await page.keyboard.type('montaigne');
    const cards = page.getByRole('main').getByRole('article');
    await expect(cards.first()).toBeVisible();
    await expect(cards.first().locator('mark').first()).toHaveText(/montaigne/i);
    await expect(page).toHaveURL('/search?q=montaigne');
    await page.reload();
    await expect(field).toHaveValue('montaigne');
    await expect(cards.first()).toBeVisible();
    await field.fill('');
    await expect(cards).toHaveCount(0);
    await expect(page).toHaveURL('/search');
  });

  test('keeps the keyboard position when results newer than the index arrive late', async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/search/fresh', async (route) => {
      await held;
      await route.fulfill({ json: { notes: [], gone: ['01900000-0000-7000-8000-000000000000'] } });
    });
    await page.goto('/search?q=montaigne');
    const titles = page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link');
    await expect(titles.first()).toBeVisible();
    await page.getByRole('searchbox').press('ArrowDown');
    await expect(titles.first()).toBeFocused();
    await titles.first().evaluate((link) => (link.dataset.before = ''));
    release();
    await expect(page.locator('[data-before]'), 'the results are drawn anew').toHaveCount(0);
    await expect(titles.first()).toBeFocused();
  });

  test('shows ways to narrow it, each of which is inserted by a press', async ({ page }) => {
    await openLoaded(page, '/search?q=book');
    await page.getByText('Narrow your search', { exact: true }).click();
    const field = page.getByRole('searchbox');
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await expect(field).toBeFocused();
    await page.keyboard.type('reading');
    await expect(field).toHaveValue('book tag:reading');
    await page.getByRole('button', { name: 'Exact phrase', exact: true }).click();
    await page.keyboard.type('as we may');
    await expect(field).toHaveValue('book tag:reading "as we may"');
    await expect(page).toHaveURL('/search?q=book+tag%3Areading+%22as+we+may%22');
  });

  test('says when nothing is found, and offers the tags', async ({ page }) => {
    await page.goto('/search?q=zzzzzz');
    await expect(page.getByRole('status').filter({ hasText: 'Nothing found for “zzzzzz”' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: /^reading \d+$/ })).toBeVisible();
  });

  test('says when it cannot search, and works on a retry', async ({ page }) => {
    let fail = true;
    await page.route('**/search/index.json', (route) => (fail ? route.abort() : route.fallback()));
    await page.goto('/search?q=reading');
    await expect(page.getByRole('status').filter({ hasText: 'couldn’t be loaded' })).toBeVisible();
    fail = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  });

  test('contains public notes only', async ({ app, signedIn }) => {
    await signedIn.write({ title: 'A private thing unfound', visibility: 'private' });
    await signedIn.write({ title: 'An unlisted thing unfound', visibility: 'unlisted' });
    const { path } = await signedIn.write({ title: 'A public thing found' });
    await waitForFile(app, path);
    expect(await filesWith(app, ['thing found'])).toContainEqual(expect.stringMatching(/^search\/n\//));
    expect(await filesWith(app, ['unfound', 'dnuofnu'])).not.toContainEqual(expect.stringMatching(/^search\//));
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });
    test('says that it needs them, and lists the tags', async ({ page }) => {
      await page.goto('/search');
      await expect(page.getByText(/^Searching needs JavaScript/)).toBeVisible();
      await expect(page.getByRole('searchbox')).toBeHidden();
      await page
        .getByRole('main')
        .getByRole('link', { name: /^reading \d+$/ })
        .click();
      await expect(page).toHaveURL('/tag/reading/1');
    });
  });
});
