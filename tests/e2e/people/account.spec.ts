import type { Page } from '@playwright/test';
import { addVirtualAuthenticator, disablePasskeyAutofill } from '../../support/browser/virtual-authenticator.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { publishTimeout, fetchText, waitForFile } from '../../support/builds/published.ts';

const alert = (page: Page) => page.getByRole('alert');

test('name, bio and handle can be changed, and the old address redirects to the new one', async ({
  app,
  page,
  signedIn,
}) => {
  const old = signedIn.person.handle;
  const handle = `${old}_x`;
  const { path } = await signedIn.write({ title: 'Before the change' });
  await waitForFile(app, path);
  await page.goto('/user/settings/profile');
  await page.getByLabel('Name', { exact: true }).fill('Ada of the new name');
  await page.getByLabel('About you').fill('Reads and writes.');
  await page.getByLabel('Handle', { exact: true }).fill(handle);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await expect(page.getByLabel('Handle', { exact: true })).toBeDisabled();
  await expect(page.getByRole('link', { name: `@${handle}`, exact: true }).first()).toBeVisible();
  await waitForFile(app, `/u/${handle}`);
  expect(await fetchText(app, `/u/${handle}`)).toContain('Ada of the new name');
  await expect.poll(async () => (await page.request.get(`/u/${old}`, { maxRedirects: 0 })).status()).toBe(301);
  await page.goto(`/u/${old}`);
  await expect(page).toHaveURL(`/u/${handle}`);
  await expect(page.getByText('Reads and writes.')).toBeVisible();
});

test('a taken handle is refused beside its field, and the input stays', async ({ page, signedIn: _, someoneElse }) => {
  await page.goto('/user/settings/profile');
  await page.getByLabel('Handle', { exact: true }).fill(someoneElse.person.handle);
  await page.getByLabel('About you').fill('Still here.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Handle', { exact: true })).toHaveAccessibleDescription(/^This handle is taken/);
  await expect(page.getByLabel('About you')).toHaveValue('Still here.');
});

test('the password is changed by entering the current one', async ({ page, signedIn }) => {
  await page.goto('/user/settings/password');
  await page.getByRole('button', { name: 'Change password', exact: true }).click();
  await page.getByLabel('Current password', { exact: true }).fill('not the present one');
  await page.getByLabel('New password', { exact: true }).fill(`new ${signedIn.person.password}`);
  await page.getByRole('button', { name: 'Save new password', exact: true }).click();
  await expect(page.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(/isn’t your current/);
  await page.getByLabel('Current password', { exact: true }).fill(signedIn.person.password);
  await page.getByRole('button', { name: 'Save new password', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Password', level: 1, exact: true })).toBeVisible();
});

test('a new password signs out every device but those that are ticked', async ({ app, page, browser, signedIn }) => {
  const { email, password } = signedIn.person;
  const devices = await Promise.all(
    ['Mozilla/5.0 (iPhone) Safari/605.1', 'Mozilla/5.0 (Linux) Firefox/140.0'].map(async (userAgent) => {
      const context = await browser.newContext({ baseURL: app.url, userAgent });
      const answer = await context.request.post('/api/auth/signin', {
        data: { email, password },
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      });
      expect(answer.status()).toBe(200);
      return context;
    }),
  );
  await page.goto('/user/settings/password');
  await page.getByRole('button', { name: 'Change password', exact: true }).click();
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill(`new ${password}`);
  const signedInDevices = page.getByRole('group', { name: /^Signed-in devices: tick the ones to keep/ });
  await signedInDevices.getByRole('checkbox', { name: /^Safari on iPhone/ }).check();
  await expect(signedInDevices.getByRole('checkbox', { name: /^Firefox on Linux/ })).not.toBeChecked();
  await page.getByRole('button', { name: 'Save new password', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed' })).toBeVisible();
  await page.goto('/user/settings/sessions');
  const sessions = page.getByRole('region', { name: 'Signed-in devices', exact: true });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions).not.toContainText('Firefox on Linux');
  await page.goto('/user/settings/activity');
  const activity = page.getByRole('region', { name: 'Account activity', exact: true });
  await expect(activity.getByRole('listitem').first()).toContainText('Password changed');
  const users = devices.map(async ({ request }) => {
    const { user } = (await (await request.get('/api/_auth/session')).json()) as { user?: object };
    return user !== undefined;
  });
  expect(await Promise.all(users)).toEqual([true, false]);
  for (const device of devices) await device.close();
});

test('creating a token asks for the password if it was not entered recently', async ({ page, signedIn }) => {
  await page.goto('/user/settings/tokens');
  // As the server responds when the password was last entered more than ten minutes ago.
  await page.route('**/api/tokens', async (route) => {
    const sent = route.request();
    if (sent.method() !== 'POST' || sent.postData()?.includes('"current"')) return route.continue();
    const errors = [{ path: 'current', message: 'Enter your current password.' }];
    await route.fulfill({ status: 400, json: { title: 'Bad Request', detail: '', errors } });
  });
  await page.getByLabel('Token name').fill('Laptop');
  await page.getByRole('button', { name: 'Create token', exact: true }).click();
  const present = page.getByLabel('Current password', { exact: true });
  await expect(present).toBeFocused();
  await expect(page.getByLabel('Token name')).toHaveValue('Laptop');
  await present.fill('not the present one');
  await page.keyboard.press('Enter');
  await expect(present).toHaveAccessibleDescription(/isn’t your current/);
  await present.fill(signedIn.person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Your tokens', exact: true })).toContainText('Laptop');
  await expect(present).toHaveCount(0);
});

test('active sessions are listed, and all others can be signed out', async ({ app, page, browser, signedIn }) => {
  const elsewhere = await browser.newContext({ baseURL: app.url });
  const other = await elsewhere.newPage();
  await other.goto('/signin?redirect=/inbox');
  await other.getByLabel('Email').fill(signedIn.person.email);
  await other.getByLabel('Password', { exact: true }).fill(signedIn.person.password);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other).toHaveURL('/inbox');
  await page.goto('/user/settings/sessions');
  const sessions = page.getByRole('region', { name: 'Signed-in devices', exact: true });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByRole('listitem').first()).toContainText('This device');
  await sessions.getByRole('button', { name: 'Sign out everywhere else', exact: true }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await other.waitForURL('**/signin?*');
  await elsewhere.close();
});

test('a passkey is created, signs in without a password, and is removed', async ({ page, signedIn }) => {
  const { handle, password } = signedIn.person;
  await addVirtualAuthenticator(page);
  await disablePasskeyAutofill(page);
  await page.goto('/user/settings/passkeys');
  const passkeys = page.getByRole('region', { name: 'Passkeys', exact: true });
  await passkeys.getByRole('button', { name: 'Add a passkey', exact: true }).click();
  await passkeys.getByLabel('Passkey name').fill('Test device');
  await passkeys.getByLabel('Current password', { exact: true }).fill(password);
  await passkeys.getByRole('button', { name: 'Create passkey', exact: true }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('Test device');

  await page.context().clearCookies();
  await page.goto('/signin?redirect=/inbox');
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
  await expect(page).toHaveURL('/inbox');
  await expect(page.getByRole('link', { name: `@${handle}`, exact: true })).toBeVisible();

  await page.goto('/user/settings/passkeys');
  await passkeys.getByRole('button', { name: 'Remove the passkey Test device', exact: true }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
  await expect(alert(page)).toContainText('doesn’t belong to an account here');
});

test('a passkey offered by autofill signs in, and a removed one says so', async ({ page, signedIn }) => {
  const { handle, password } = signedIn.person;
  await addVirtualAuthenticator(page);
  await page.goto('/user/settings/passkeys');
  const passkeys = page.getByRole('region', { name: 'Passkeys', exact: true });
  await passkeys.getByRole('button', { name: 'Add a passkey', exact: true }).click();
  await passkeys.getByLabel('Current password', { exact: true }).fill(password);
  await passkeys.getByRole('button', { name: 'Create passkey', exact: true }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('My passkey');

  await page.context().clearCookies();
  // Someone who is signed in is redirected at once, possibly before the page has loaded.
  await page.goto('/signin?redirect=/user', { waitUntil: 'commit' });
  await expect(page).toHaveURL('/user');
  await expect(page.getByRole('link', { name: `@${handle}`, exact: true })).toBeVisible();

  await page.goto('/user/settings/passkeys');
  await passkeys.getByRole('button', { name: 'Remove the passkey My passkey', exact: true }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto('/signin');
  await expect(alert(page)).toContainText('doesn’t belong to an account here');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn');
});

for (const [choice, writings] of [
  ['Keep what I published', 'keep'],
  ['Delete everything', 'remove'],
] as const) {
  test(`the account is deleted: ${choice}`, async ({ app, page, signedIn }) => {
    const { email, handle, password } = signedIn.person;
    const { path } = await signedIn.write({ title: `Left behind to ${writings}` });
    await waitForFile(app, path);
    await page.goto('/user/settings/delete');
    await page.getByRole('button', { name: 'Delete my account', exact: true }).click();
    await page.getByRole('radio', { name: choice }).check();
    await page.getByLabel('Current password', { exact: true }).fill('not the right one');
    await page.getByRole('button', { name: 'Delete my account for good', exact: true }).click();
    await expect(page.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(
      /isn’t your current/,
    );
    await expect(page.getByRole('radio', { name: choice })).toBeChecked();
    await page.getByLabel('Current password', { exact: true }).fill(password);
    await page.evaluate(() => {
      const { id } = JSON.parse(localStorage.getItem('commonplace:session') ?? '') as { id: string };
      localStorage.setItem(`commonplace:unsent:${id}`, '{"count":1,"change":""}');
    });
    await page.getByRole('button', { name: 'Delete my account for good', exact: true }).click();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('unsent')))).toEqual([]);
    await expect(
      page
        .getByRole('navigation', { name: 'Account', exact: true })
        .getByRole('link', { name: 'Sign in', exact: true }),
    ).toBeVisible();
    const left = expect.poll(async () => {
      const answer = await page.request.get(path, { maxRedirects: 0 });
      return [answer.status(), (await answer.text()).includes(handle)];
    }, publishTimeout);
    await left.toEqual(writings === 'keep' ? [200, false] : [410, false]);
    if (writings === 'keep') expect(await fetchText(app, path)).toContain('Former member');
    await page.goto('/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(alert(page)).toContainText('That address or password is wrong');
  });
}
