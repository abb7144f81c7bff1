import { expect, test } from '../../support/browser/fixtures.ts';
import { tabTo, waitForFocusIn } from '../../support/browser/keyboard.ts';
import { newPerson } from '../../support/people.ts';
import { waitForTextInFile } from '../../support/builds/published.ts';
import { openLoaded } from '../../support/browser/screens.ts';

test('every journey works by keyboard alone: sign up, write, edit, search, delete, sign out', async ({ app, page }) => {
  const person = newPerson();
  const title = `By keyboard ${person.handle}`;

  await test.step('sign up', async () => {
    await openLoaded(page, '/');
    await tabTo(page, page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Join' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/signup');
    await expect(page.getByRole('button', { name: 'Join', exact: true }), 'the form is alive').toBeEnabled();
    for (const [label, value] of [
      ['Handle', person.handle],
      ['Name (optional)', person.name],
      ['Email', person.email],
      ['Password', person.password],
    ] as const) {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(value);
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
  });

  await test.step('write and publish', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Write', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Title'));
    await page.keyboard.type(title);
    await tabTo(page, page.getByLabel('Text'));
    await page.keyboard.type('Typed without a mouse: j k g ? / are only letters here.');
    await tabTo(page, page.getByLabel('Tags'));
    await page.keyboard.type('keys,');
    await tabTo(page, page.getByRole('button', { name: 'Publish' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'View', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/note\/detail\//);
    await expect(page.getByText('j k g ? / are only letters here')).toBeVisible();
  });

  await test.step('edit', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Edit' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Text'));
    await page.keyboard.press('End');
    await page.keyboard.type(' Edited.');
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/\/note\/detail\//);
    // The page may be a static file by now, which the next build replaces.
    await waitForTextInFile(app, new URL(page.url()).pathname, 'Edited.');
    await page.reload();
    await expect(page.getByText('Edited.')).toBeVisible();
  });

  await test.step('search', async () => {
    await page.keyboard.press('/');
    await expect(page).toHaveURL('/search');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('luhmann');
    // Typing has paused, so the results no longer change.
    await expect(page).toHaveURL('/search?q=luhmann');
    const titles = page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link');
    await expect(titles.first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(titles.first()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(titles.first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/note\/detail\//);
  });

  await test.step('delete', async () => {
    // The URL changes before the shortcuts are active.
    await page.waitForLoadState();
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await expect(page).toHaveURL('/note/list/1');
    const avatar = page.getByRole('link', { name: `@${person.handle}` });
    await tabTo(page, avatar);
    await page.keyboard.press('Enter');
    await waitForFocusIn(page.getByRole('menu'));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'My library' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/user');
    const row = page.getByRole('listitem').filter({ hasText: title });
    await tabTo(page, row.getByRole('button', { name: `Actions for ${title}` }));
    await page.keyboard.press('Enter');
    await waitForFocusIn(page.getByRole('menu'));
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'My library', level: 1 })).toBeFocused();
  });

  await test.step('sign out', async () => {
    await tabTo(page, page.getByRole('link', { name: `@${person.handle}` }));
    await page.keyboard.press('Enter');
    await waitForFocusIn(page.getByRole('menu'));
    await page.keyboard.type('si');
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sign in' }),
    ).toBeVisible();
  });
});

test('the first Tab on a page offers a skip link past the header', async ({ page }) => {
  for (const path of ['/', '/note/list/1', '/signin', '/search']) {
    await openLoaded(page, path);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.locator('body').press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    // A page that focuses its field starts after the header anyway.
    if (path === '/search') {
      await expect(page.getByRole('searchbox')).not.toBeFocused();
      continue;
    }
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  }
});

test('j and k move through the cards of a list, from the first to the last and back', async ({ page }) => {
  await openLoaded(page, '/note/list/1');
  const titles = page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link');
  await page.keyboard.press('j');
  await expect(titles.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(titles.nth(1)).toBeFocused();
  await expect(titles.nth(1)).toBeInViewport();
  await page.keyboard.press('k');
  await expect(titles.nth(0)).toBeFocused();
  await page.keyboard.press('k');
  await expect(titles.nth(0)).toBeFocused();
});

test('keys open pages from anywhere', async ({ page, signedIn: _ }) => {
  for (const [keys, path] of [
    [['g', 'h'], '/'],
    [['g', 'n'], '/note/list/1'],
    [['g', 'l'], '/user'],
    [['g', 'i'], '/inbox'],
    [['c'], '/new'],
    [['n'], '/new'],
    [['/'], '/search'],
  ] as const) {
    await openLoaded(page, '/tag');
    for (const key of keys) await page.keyboard.press(key);
    await expect(page).toHaveURL(path);
  }
});

test('shortcuts do nothing in a field or with a modifier', async ({ page, signedIn: _ }) => {
  await openLoaded(page, '/new');
  await page.getByLabel('Title').fill('');
  await page.keyboard.type('jkc?/gn');
  await expect(page.getByLabel('Title')).toHaveValue('jkc?/gn');
  await expect(page).toHaveURL('/new');
  await openLoaded(page, '/tag');
  for (const key of ['Control+j', 'Alt+c', 'Meta+/']) await page.keyboard.press(key);
  await expect(page).toHaveURL('/tag');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('? shows the help, which traps the focus, closes by Escape and restores the focus', async ({ page }) => {
  await openLoaded(page, '/note/list/1');
  await page.keyboard.press('j');
  const first = page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(help).toBeVisible();
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(() => help.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(first).toBeFocused();
});

test('shortcuts can be switched off on this device, and the help stays in the footer', async ({ page }) => {
  await openLoaded(page, '/tag');
  await page.getByRole('button', { name: 'Keyboard' }).click();
  const use = page.getByRole('switch', { name: 'Use these shortcuts on this device' });
  await use.click();
  await expect(use).not.toBeChecked();
  await page.reload();
  await openLoaded(page, '/tag');
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await expect(page).toHaveURL('/tag');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Keyboard' }).click();
  await use.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page).toHaveURL('/search');
});
