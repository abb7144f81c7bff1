import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { waitForFile } from '../../support/builds/published.ts';

test('each section of the settings is a page, found by any word for it, and old addresses redirect there', async ({
  page,
  signedIn: _,
}) => {
  await openLoaded(page, '/user/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Settings']);
  const menu = page.getByRole('navigation', { name: 'Settings', exact: true });
  await page.getByRole('searchbox', { name: 'Search settings', exact: true }).fill('2fa');
  await expect(menu.getByRole('link')).toHaveText([/^Two-step sign-in/]);
  await page.getByRole('searchbox', { name: 'Search settings', exact: true }).fill('nothing like it');
  await expect(page.getByRole('status').filter({ hasText: 'No setting matches “nothing like it”' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search settings', exact: true }).fill('fingerprint');
  await menu.getByRole('link').click();
  await expect(page).toHaveURL('/user/settings/passkeys');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Passkeys']);
  await expect(menu.locator('[aria-current=page]')).toHaveText('Passkeys');
  for (const place of ['/user', '/user/settings']) {
    for (const [part, section] of [
      ['account', 'email'],
      ['notifications', 'notifications'],
      ['saving', 'saving'],
      ['carry', 'import'],
      ['publishing', 'publishing'],
    ]) {
      await page.goto('about:blank');
      await page.goto(`${place}#${part}`);
      await expect(page, `${place} ${part}`).toHaveURL(`/user/settings/${section}`);
    }
  }
  await page.goto('about:blank');
  await page.goto('/user#nothing-known');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['My library']);
});

test('the settings menu fits the window, and even its last section is visible when open', async ({
  page,
  signedIn: _,
}) => {
  for (const height of [960, 600]) {
    await page.setViewportSize({ width: 1280, height });
    await openLoaded(page, '/user/settings/delete');
    await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link').last()).toBeInViewport({
      ratio: 1,
    });
  }
});

test('my own page leads to my profile, and offers neither to follow nor to report me', async ({
  app,
  page,
  signedIn,
  someoneElse,
}) => {
  const theirs = await someoneElse.write({ title: 'By somebody else' });
  const { path } = await signedIn.write({ title: 'By me' });
  await waitForFile(app, theirs.path);
  await waitForFile(app, path);
  await openLoaded(page, `/u/${signedIn.person.handle}`);
  const edit = page.getByRole('link', { name: 'Edit profile' });
  await expect(edit).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Follow|Mute|Report)/ })).toHaveCount(0);
  await edit.click();
  await expect(page).toHaveURL('/user/settings/profile');
  await openLoaded(page, `/u/${someoneElse.person.handle}`);
  await expect(page.getByRole('button', { name: /^Follow/ })).toBeVisible();
  await expect(edit).toBeHidden();
});
