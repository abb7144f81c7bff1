import type { Page } from '@playwright/test';
import type { App } from '../../support/app.ts';
import { addVirtualAuthenticator, disablePasskeyAutofill } from '../../support/browser/virtual-authenticator.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { newPerson } from '../../support/people.ts';

/** Opens the newest mail to this address at /_mail, and follows the link in it. */
async function followMail(page: Page, app: App, email: string, subject: RegExp): Promise<void> {
  await expect
    .poll(async () => {
      await page.goto(`${app.url}/_mail`);
      return page.getByRole('link').filter({ hasText: email }).filter({ hasText: subject }).count();
    })
    .toBeGreaterThan(0);
  await page.getByRole('link').filter({ hasText: email }).filter({ hasText: subject }).first().click();
  await page.getByRole('link', { name: /token=/ }).click();
}

test('signing up and confirming the address by the mail works', async ({ app, page }) => {
  const person = newPerson();
  await page.goto('/signup');
  await page.getByLabel('Handle').fill(person.handle);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page).toHaveURL('/');
  await followMail(page, app, person.email, /Confirm your address/);
  await expect(page.getByRole('status').filter({ hasText: 'Your address is confirmed' })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'has been used' })).toBeVisible();
});

test('a forgotten password is reset by mail, and the old session ends', async ({ app, page, browser, someoneElse }) => {
  const { email, password } = someoneElse.person;
  const elsewhere = await browser.newContext({ baseURL: app.url });
  const old = await elsewhere.newPage();
  await old.goto('/signin?redirect=/inbox');
  await old.getByLabel('Email').fill(email);
  await old.getByLabel('Password', { exact: true }).fill(password);
  await old.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(old).toHaveURL('/inbox');

  await page.goto('/signin');
  await page.getByRole('link', { name: 'Forgot your password?', exact: true }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a link', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeVisible();
  await followMail(page, app, email, /Choose a new password/);
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Save and sign in', exact: true }).click();
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/at least 10 characters/);
  await page.getByLabel('New password', { exact: true }).fill(`another ${password}`);
  await page.getByRole('button', { name: 'Save and sign in', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: `@${someoneElse.person.handle}`, exact: true })).toBeVisible();

  await old.reload();
  await old.waitForURL('**/signin?*');
  await elsewhere.close();
});

test('an unknown address gets the same message', async ({ page }) => {
  await page.goto('/forgot');
  await page.getByLabel('Email').fill(newPerson().email);
  await page.getByRole('button', { name: 'Send me a link', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'If there’s an account for this address' })).toBeVisible();
});

test('a link without its secret says what to do', async ({ page }) => {
  await page.goto('/reset');
  await expect(page.getByRole('alert')).toContainText('Part of this link is missing');
  await page.getByRole('link', { name: 'Ask for a new link', exact: true }).click();
  await expect(page).toHaveURL('/forgot');
});

test('a passkey left by an intruder stops working once the owner resets the password by mail', async ({
  app,
  page,
  signedIn,
}) => {
  const { email, password } = signedIn.person;
  await addVirtualAuthenticator(page);
  await disablePasskeyAutofill(page);
  await page.goto('/user/settings/passkeys');
  const passkeys = page.getByRole('region', { name: 'Passkeys', exact: true });
  await passkeys.getByRole('button', { name: 'Add a passkey', exact: true }).click();
  await passkeys.getByLabel('Passkey name').fill('Left behind');
  await passkeys.getByLabel('Current password', { exact: true }).fill(password);
  await passkeys.getByRole('button', { name: 'Create passkey', exact: true }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('Left behind');
  const activity = page.getByRole('region', { name: 'Account activity', exact: true });
  await page.goto('/user/settings/activity');
  await expect(activity.getByRole('listitem').first()).toContainText('Passkey added: Left behind');

  await followMail(page, app, email, /Confirm your address/);
  await expect(page.getByRole('status').filter({ hasText: 'Your address is confirmed' })).toBeVisible();
  await page.goto('/forgot');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a link', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeVisible();
  await followMail(page, app, email, /Choose a new password/);
  await expect(page.getByRole('group', { name: /^Signed-in devices: all are signed out/ })).toBeVisible();
  const kept = page.getByRole('group', { name: /^Passkeys: tick the ones to keep/ });
  await expect(kept.getByRole('checkbox', { name: /^Left behind/ })).not.toBeChecked();
  await page.getByLabel('New password', { exact: true }).fill(`another ${password}`);
  await page.getByRole('button', { name: 'Save and sign in', exact: true }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/user/settings/activity');
  await expect(activity.getByRole('listitem').first()).toContainText('Password reset by email');
  await page.goto('/user/settings/passkeys');
  await expect(passkeys.getByRole('button', { name: 'Add a passkey', exact: true })).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('doesn’t belong to an account here');
});

test('the mail about a token revokes it with one button, by keyboard, and leads to a new password', async ({
  app,
  page,
  signedIn,
}) => {
  await page.goto('/user/settings/tokens');
  await page.getByLabel('Token name').fill('Not mine');
  await page.getByRole('button', { name: 'Create token', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Your tokens', exact: true })).toContainText('Not mine');
  await page.context().clearCookies();
  await followMail(page, app, signedIn.person.email, /A token was created/);
  const remove = page.getByRole('button', { name: 'It wasn’t me: remove it', exact: true });
  await expect(remove).toBeVisible();
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'The token is removed' })).toContainText('Not mine');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Choose a new password', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reset\?token=/);
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  await expect(page.getByText('Tokens for programs')).toHaveCount(0);
});
