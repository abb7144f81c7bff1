import type { Page } from '@playwright/test';
import { addVirtualAuthenticator, disablePasskeyAutofill } from '../../support/browser/virtual-authenticator.ts';
import { signedInPage } from '../../support/elsewhere.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { openLoaded, waitForLoaded } from '../../support/browser/screens.ts';

/** Opens a section of the settings by keyboard, and waits for it. */
async function openPart(page: Page, name: string) {
  const link = page.getByRole('navigation', { name: 'Settings', exact: true }).getByRole('link', { name, exact: true });
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([name]);
  await waitForLoaded(page);
}
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a passkey is added, signs in and is removed by keyboard alone', async ({ page, signedIn }) => {
  const { handle, password } = signedIn.person;
  await addVirtualAuthenticator(page);
  await disablePasskeyAutofill(page);
  const passkeys = part(page, 'Passkeys');

  await openLoaded(page, '/user/settings/profile');
  await openPart(page, 'Passkeys');
  await tabTo(page, passkeys.getByRole('button', { name: 'Add a passkey', exact: true }));
  await page.keyboard.press('Enter');
  await expect(passkeys.getByLabel('Passkey name')).toBeFocused();
  await page.keyboard.type('Key of keys');
  await tabTo(page, passkeys.getByLabel('Current password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(passkeys.getByRole('listitem')).toContainText('Key of keys');
  await expect(passkeys.getByRole('heading', { name: 'Passkeys', exact: true })).toBeFocused();

  await page.context().clearCookies();
  await openLoaded(page, '/signin?redirect=/user/settings/profile');
  await tabTo(page, page.getByRole('button', { name: 'Use a passkey', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/user/settings/profile');
  await expect(page.getByRole('link', { name: `@${handle}`, exact: true }).first()).toBeVisible();

  await openPart(page, 'Passkeys');
  await tabTo(page, passkeys.getByRole('button', { name: 'Remove the passkey Key of keys', exact: true }));
  await page.keyboard.press('Enter');
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  await expect(passkeys.getByRole('heading', { name: 'Passkeys', exact: true })).toBeFocused();
});

test('the settings are searched and changed by keyboard alone', async ({ page, signedIn: _ }) => {
  await openLoaded(page, '/user/settings');
  await tabTo(page, page.getByRole('searchbox', { name: 'Search settings', exact: true }));
  await page.keyboard.type('digest mail');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/user/settings/notifications');
  await waitForLoaded(page);
  await tabTo(page, page.getByRole('link', { name: 'Skip the menu', exact: true }));
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: 'Notifications', exact: true, level: 1 });
  await expect(heading).toBeFocused();
  // A focus ring belongs around controls only.
  await expect(heading).toHaveCSS('outline-style', 'none');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Confirm your email address', exact: true })).toBeFocused();
  const replies = page.getByLabel('Replies to your comments');
  await tabTo(page, replies);
  await page.keyboard.press('o');
  await expect(replies).toHaveValue('off');
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();

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
  await openLoaded(page, '/user/settings/password');
  const passwords = part(page, 'Password');
  await tabTo(page, passwords.getByRole('button', { name: 'Change password', exact: true }));
  await page.keyboard.press('Enter');
  await expect(passwords.getByLabel('Current password', { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await tabTo(page, passwords.getByLabel('New password', { exact: true }));
  await page.keyboard.type(renewed);
  await page.keyboard.press('Enter');
  await expect(passwords.getByRole('status').filter({ hasText: 'Your password has been changed' })).toBeVisible();
  await expect(passwords.getByRole('heading', { name: 'Password', exact: true })).toBeFocused();

  const other = await signedInPage(browser, app.url, { ...signedIn.person, password: renewed });
  await openPart(page, 'Signed-in devices');
  const sessions = part(page, 'Signed-in devices');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await tabTo(page, sessions.getByRole('button', { name: 'Sign out everywhere else', exact: true }));
  await page.keyboard.press('Space');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions.getByRole('heading', { name: 'Signed-in devices', exact: true })).toBeFocused();
  await other.context().close();
});

test('cancelling the account deletion restores the focus', async ({ page, signedIn: _ }) => {
  await openLoaded(page, '/user/settings/delete');
  const leave = part(page, 'Delete account');
  await tabTo(page, leave.getByRole('button', { name: 'Delete my account', exact: true }));
  await page.keyboard.press('Enter');
  await expect(leave.getByText('nobody can sign in to this account any more')).toBeFocused();
  await tabTo(page, leave.getByRole('radio', { name: 'Keep what I published' }));
  await page.keyboard.press('ArrowDown');
  await expect(leave.getByRole('radio', { name: 'Delete everything' })).toBeChecked();
  await tabTo(page, leave.getByRole('button', { name: 'Keep my account', exact: true }));
  await page.keyboard.press('Enter');
  await expect(leave.getByRole('heading', { name: 'Delete account', exact: true })).toBeFocused();
});
