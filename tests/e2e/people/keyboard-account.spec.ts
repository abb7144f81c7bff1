import type { Page } from '@playwright/test';
import { addDeviceLock, fillInNoPasskeys } from '../../support/browser/device-lock.ts';
import { pageOf } from '../../support/elsewhere.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { arrowTo, tabTo } from '../../support/browser/keyboard.ts';
import { openWhole } from '../../support/browser/screens.ts';

const openPart = (page: Page, name: string) =>
  arrowTo(page, page.getByRole('tablist', { name: 'Settings', exact: true }), name);
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a passkey is added, signs in and is removed by keyboard alone', async ({ page, signedIn }) => {
  const { handle, password } = signedIn.person;
  await addDeviceLock(page);
  await fillInNoPasskeys(page);
  const passkeys = part(page, 'Passkeys');

  await openWhole(page, '/user/settings');
  await openPart(page, 'Account');
  await tabTo(page, passkeys.getByRole('button', { name: 'Add a passkey', exact: true }));
  await page.keyboard.press('Enter');
  await expect(passkeys.getByLabel('Name of the passkey')).toBeFocused();
  await page.keyboard.type('Key of keys');
  await tabTo(page, passkeys.getByLabel('Present password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(passkeys.getByRole('listitem')).toContainText('Key of keys');
  await expect(passkeys.getByRole('heading', { name: 'Passkeys', exact: true })).toBeFocused();

  await page.context().clearCookies();
  await openWhole(page, '/signin?redirect=/user/settings');
  await tabTo(page, page.getByRole('button', { name: 'Use a passkey', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/user/settings');
  await expect(page.getByRole('link', { name: `@${handle}`, exact: true }).first()).toBeVisible();

  await openPart(page, 'Account');
  await tabTo(page, passkeys.getByRole('button', { name: 'Remove the passkey Key of keys', exact: true }));
  await page.keyboard.press('Enter');
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  await expect(passkeys.getByRole('heading', { name: 'Passkeys', exact: true })).toBeFocused();
});

test('every part of the settings opens by arrows, and changes by keys', async ({ page, signedIn: _ }) => {
  await openWhole(page, '/user/settings');
  for (const [tab, heading] of [
    ['Profile', 'Profile'],
    ['Account', 'Account'],
    ['Notifications', 'Notifications'],
    ['Saving', 'Saving from elsewhere'],
    ['Import and export', 'Import'],
    ['Publishing', 'Publishing'],
  ] as const) {
    await openPart(page, tab);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading]);
  }
  await openPart(page, 'Notifications');
  const replies = page.getByLabel('Replies to what you wrote in a thread');
  await tabTo(page, replies);
  await page.keyboard.press('o');
  await expect(replies).toHaveValue('off');
  await expect(page.getByRole('status').filter({ hasText: 'Kept.' })).toBeVisible();

  await openPart(page, 'Profile');
  await tabTo(page, page.getByLabel('About you'));
  await page.keyboard.type('Reads with ten fingers.');
  await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
});

test('a password is changed and other devices are signed out by keyboard alone', async ({
  app,
  browser,
  page,
  signedIn,
}) => {
  const { password } = signedIn.person;
  const renewed = `another ${password}`;
  await openWhole(page, '/user/settings#account');
  const passwords = part(page, 'Password');
  await tabTo(page, passwords.getByRole('button', { name: 'Change password', exact: true }));
  await page.keyboard.press('Enter');
  await expect(passwords.getByLabel('Present password', { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await tabTo(page, passwords.getByLabel('New password', { exact: true }));
  await page.keyboard.type(renewed);
  await page.keyboard.press('Enter');
  await expect(passwords.getByRole('status').filter({ hasText: 'Your password is changed' })).toBeVisible();
  await expect(passwords.getByRole('heading', { name: 'Password', exact: true })).toBeFocused();

  const other = await pageOf(browser, app.url, { ...signedIn.person, password: renewed });
  await page.reload();
  const sessions = part(page, 'Where you are signed in');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await tabTo(page, sessions.getByRole('button', { name: 'Sign out everywhere else', exact: true }));
  await page.keyboard.press('Space');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions.getByRole('heading', { name: 'Where you are signed in', exact: true })).toBeFocused();
  await other.context().close();
});

test('an account that is not deleted after all gives the focus back', async ({ page, signedIn: _ }) => {
  await openWhole(page, '/user/settings#account');
  const leave = part(page, 'Leave');
  await tabTo(page, leave.getByRole('button', { name: 'Delete my account', exact: true }));
  await page.keyboard.press('Enter');
  await expect(leave.getByText('nobody can sign in to this account any more')).toBeFocused();
  await tabTo(page, leave.getByRole('radio', { name: 'Keep what I published' }));
  await page.keyboard.press('ArrowDown');
  await expect(leave.getByRole('radio', { name: 'Take everything away' })).toBeChecked();
  await tabTo(page, leave.getByRole('button', { name: 'Keep my account', exact: true }));
  await page.keyboard.press('Enter');
  await expect(leave.getByRole('heading', { name: 'Leave', exact: true })).toBeFocused();
});
