import type { Page } from '@playwright/test';
import type { App } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { newPerson } from '../support/people.ts';

/** Opens the newest message to this address as a person would, at /_mail, and follows the link in it. */
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

test('somebody joins and confirms their address by the mail that comes', async ({ app, page }) => {
  const person = newPerson();
  await page.goto('/signup');
  await page.getByLabel('Handle').fill(person.handle);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page).toHaveURL('/');
  await followMail(page, app, person.email, /Confirm your address/);
  await expect(page.getByRole('status').filter({ hasText: 'Your address is confirmed' })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'used already' })).toBeVisible();
});

test('somebody who forgot the password chooses another by mail, and the old session is out', async ({
  app,
  page,
  browser,
  someoneElse,
}) => {
  const { email, password } = someoneElse.person;
  const elsewhere = await browser.newContext({ baseURL: app.url });
  const old = await elsewhere.newPage();
  await old.goto('/signin?redirect=/inbox');
  await old.getByLabel('E-mail').fill(email);
  await old.getByLabel('Password', { exact: true }).fill(password);
  await old.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(old).toHaveURL('/inbox');

  await page.goto('/signin');
  await page.getByRole('link', { name: 'Forgot your password?', exact: true }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a link', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Look at your mail' })).toBeVisible();
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

test('an address that nobody has is answered in the same words', async ({ page }) => {
  await page.goto('/forgot');
  await page.getByLabel('E-mail').fill(newPerson().email);
  await page.getByRole('button', { name: 'Send me a link', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'If this address has an account' })).toBeVisible();
});

test('a link without its secret says what to do', async ({ page }) => {
  await page.goto('/reset');
  await expect(page.getByRole('alert')).toContainText('This link is not whole');
  await page.getByRole('link', { name: 'Ask for a new link', exact: true }).click();
  await expect(page).toHaveURL('/forgot');
});
