import { expect, test } from '../../support/browser/fixtures.ts';
import { newPerson } from '../../support/people.ts';

test('signing out and in again works, and a wrong password keeps the e-mail address', async ({ page, signedIn }) => {
  const { email, password, handle } = signedIn.person;
  await page.goto('/');
  await page.getByRole('link', { name: `@${handle}`, exact: true }).click();
  const home = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await home;
  const account = page.getByRole('navigation', { name: 'Account', exact: true });
  await expect(account.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  await page.reload();
  await expect(account.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();

  await account.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the phrase at all');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: `@${handle}`, exact: true })).toBeVisible();
});

test('an unknown address gets the same message as a wrong password', async ({ page, someoneElse }) => {
  const words: string[] = [];
  for (const email of [someoneElse.person.email, newPerson().email]) {
    await page.goto('/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not the phrase at all');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    words.push(await page.getByRole('alert').innerText());
  }
  expect(words[1]).toBe(words[0]);
});

test('a taken handle is reported beside its field, and the other fields stay', async ({ page, someoneElse }) => {
  const person = { ...newPerson(), handle: someoneElse.person.handle };
  await page.goto('/signup');
  await page.getByLabel('Handle').fill(person.handle);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByLabel('Handle')).toHaveAccessibleDescription(/^This handle is taken/);
  await expect(page.getByLabel('Handle')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
});

for (const [guarded, tag] of [
  ['/new', ['@long']],
  ['/inbox', []],
  ['/user', ['@long']],
  ['/new?title=Kept+title', []],
] as [string, string[]][]) {
  test(`${guarded} sends a visitor to sign in and returns there afterwards`, { tag }, async ({ page, someoneElse }) => {
    const { email, password } = someoneElse.person;
    await page.goto(guarded);
    await page.waitForURL('**/signin?*');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(guarded);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(guarded);
  });
}

test('signing up instead of signing in still returns to the page', async ({ page }) => {
  const person = newPerson();
  await page.goto('/signin?redirect=/inbox');
  await page.getByRole('link', { name: 'Join', exact: true }).click();
  await page.getByLabel('Handle').fill(person.handle);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page).toHaveURL('/inbox');
});

test('signing in does not redirect to another site', async ({ page, someoneElse }) => {
  await page.goto(`/signin?redirect=${encodeURIComponent('//evil.example')}`);
  await page.getByLabel('Email').fill(someoneElse.person.email);
  await page.getByLabel('Password', { exact: true }).fill(someoneElse.person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('a browser that refuses cookies is told so before anybody signs in', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined }));
  await page.goto('/signin');
  await expect(page.getByText('This browser refuses cookies, so nobody can stay signed in.')).toBeVisible();
});
