import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { ApiUser } from '../../support/people.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { fixedPages } from '../../support/builds/site-pages.ts';

const address = '**/api/_auth/session*';

/** The session requests of this page from now on: method and Accept of each. */
function sessionCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/_auth/session') {
      calls.push(`${request.method()} ${request.headers().accept ?? ''}`);
    }
  });
  return calls;
}

test('every route requests the session once, after it has loaded', async ({ page, context, signedIn: _ }) => {
  const calls = sessionCalls(page);
  // Sign-in forms redirect someone who is signed in: they come last.
  for (const { path, layout } of fixedPages) {
    await test.step(path, async () => {
      if (layout === 'auth') await context.clearCookies();
      calls.length = 0;
      const answered = page.waitForResponse(address);
      await page.goto(path);
      await answered;
      await page.waitForLoadState('networkidle');
      expect(calls).toEqual(['GET text/json']);
      // The next one opens as on a new device.
      await page.evaluate(() => localStorage.clear());
    });
  }
});

test('the viewer state of a note comes with the session, in one request', async ({
  app,
  page,
  signedIn: _,
  someoneElse,
}) => {
  const { note, path } = await someoneElse.write({ title: 'Read by somebody known' });
  await openLoaded(page, '/tag');
  await page.request.put(`/api/notes/${note.uuid}/vote`, { headers: { Origin: app.url } });
  // As on a device last used an hour ago; the previous page could still write what it receives.
  await page.addInitScript(() => ['unread', 'mutes'].forEach((name) => localStorage.removeItem(`commonplace:${name}`)));
  const calls: string[] = [];
  page.on('request', (request) => {
    // The previous page may still be sending requests: only those of this page count.
    if (request.headers().referer === `${app.url}${path}`) calls.push(new URL(request.url()).pathname);
  });
  await page.goto(path);
  await expect(page.getByRole('button', { name: /^Voted 1/ }).first()).toHaveAttribute('aria-pressed', 'true');
  await page.waitForFunction(() => localStorage.getItem('commonplace:mutes'));
  expect(calls.filter((called) => /\/(?:session|marks|unread|mutes)$/.test(called))).toEqual(['/api/_auth/session']);
});

test('a note requests the session once', async ({ page }) => {
  const calls = sessionCalls(page);
  await page.goto('/u/meera_joshi');
  await page.waitForLoadState('networkidle');
  calls.length = 0;
  const answered = page.waitForResponse(address);
  await page.getByRole('main').getByRole('link', { name: 'Why notes rot', exact: true }).click();
  await answered;
  await page.waitForLoadState('networkidle');
  expect(calls).toEqual(['GET text/json']);
});

test('a failed request leaves the visitor signed out, is not repeated, and the page keeps working', async ({
  page,
  signedIn: _,
}) => {
  const calls = sessionCalls(page);
  await page.route(address, (route) => route.abort());
  await page.goto('/u/meera_joshi');
  const account = page.getByRole('navigation', { name: 'Account', exact: true });
  await expect(account.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).toHaveLength(1);
  await page.getByRole('main').getByRole('link', { name: 'Why notes rot', exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-layout', 'blank');
});

for (const [what, answer] of [
  ['an error', { status: 500, body: 'no JSON' }],
  ['an answer that is no session', { status: 200, body: '"text"' }],
] as const) {
  test(`${what} is an empty session`, async ({ page, signedIn: _ }) => {
    await page.route(address, (route) => route.fulfill(answer));
    await page.goto('/');
    await expect(
      page
        .getByRole('navigation', { name: 'Account', exact: true })
        .getByRole('link', { name: 'Sign in', exact: true }),
    ).toBeVisible();
  });
}

test('an invalid cookie is an empty session', async ({ app, page, signedIn: _, context }) => {
  const [cookie] = await context.cookies(app.url);
  if (!cookie) throw new Error('Signing up gave no cookie.');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  await context.addCookies([{ ...cookie, value: `${cookie.value.slice(0, -4)}AAAA` }]);
  await page.goto('/');
  await expect(
    page.getByRole('navigation', { name: 'Account', exact: true }).getByRole('link', { name: 'Sign in', exact: true }),
  ).toBeVisible();
});

test('a person’s library on a device is removed with their session, with or without a service worker', async ({
  page,
  context,
  signedIn,
}) => {
  const { note } = await signedIn.write({ title: 'For my eyes alone', visibility: 'private' });
  await page.goto('/user');
  await expect(page.getByRole('link', { name: note.title })).toBeVisible();
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databases).toContain('commonplace:library');
  await context.clearCookies();
  await page.goto('/');
  await expect.poll(databases).toEqual([]);
});

test('a session that was signed out is revoked wherever its cookie was copied to', async ({
  app,
  context,
  page,
  signedIn,
}) => {
  const cookie = (await context.cookies(app.url)).map(({ name, value }) => `${name}=${value}`).join('; ');
  const asCopied = async () => (await fetch(`${app.url}/api/_auth/session`, { headers: { cookie } })).json();
  expect(await asCopied()).toHaveProperty('user');
  await page.goto('/');
  const signedOut = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('link', { name: `@${signedIn.person.handle}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  expect((await signedOut).status()).toBe(200);
  expect(await asCopied()).toEqual({});
});

test.describe('the last person on this device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('is known offline, in the header and on private pages', async ({ page, context, signedIn }) => {
    const account = page.getByRole('navigation', { name: 'Account', exact: true });
    const own = account.getByRole('link', { name: `@${signedIn.person.handle}`, exact: true });
    await page.goto('/note/list/1');
    await expect(own).toBeVisible();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    // The service worker learns from the second page on who is signed in, and caches that person's pages with all
    // that they need.
    await page.goto('/note/list/1');
    const kept = () => page.evaluate(async () => Boolean(await caches.match('/note/copy')));
    await expect.poll(kept).toBe(true);

    await context.setOffline(true);
    await page.goto('/note/list/1');
    await expect(own).toBeVisible();
    await page.goto('/new?title=Written+in+a+tunnel');
    await expect(page.getByRole('status').filter({ hasText: 'You’re offline.' })).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue('Written in a tunnel');

    await context.setOffline(false);
    await expect(page.getByRole('status').filter({ hasText: 'You’re offline.' })).toBeHidden();
  });
});

test('a failing session is reported on a private page, which opens once the session is known', async ({
  page,
  signedIn: _,
}) => {
  await page.route(address, (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/user/settings/passkeys#passkeys');
  await expect(page.getByRole('status').filter({ hasText: 'can’t tell who you are' })).toBeVisible();
  await page.unroute(address);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Passkeys', exact: true })).toBeVisible();
  expect(page.url()).toContain('/user/settings/passkeys#passkeys');
});

test('signing out in one tab shows in the others', async ({ page, context, signedIn }) => {
  await page.goto('/user/settings/passkeys#passkeys');
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('link', { name: `@${signedIn.person.handle}`, exact: true }).click();
  await other.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('/signin?redirect=%2Fuser%2Fsettings%2Fpasskeys%23passkeys');
});

test('someone who is signed in skips the sign-in form and goes to their destination', async ({ page, signedIn: _ }) => {
  await page.goto('/signin?redirect=%2Fuser%2Fsettings%2Fpasskeys%23passkeys');
  await page.waitForURL('/user/settings/passkeys#passkeys');
  await expect(page.locator('html')).toHaveAttribute('data-session', 'in');
});

test('text typed by one person is not published by another who signed in from another tab', async ({
  app,
  page,
  context,
  signedIn,
  someoneElse,
}) => {
  await openLoaded(page, '/new');
  await page.getByLabel('Title').fill('My own words');
  await expect(page.getByText('Draft saved on this device and online.')).toBeVisible();
  const other = await context.newPage();
  await ApiUser.signIn(context.request, app.url, someoneElse.person);
  await openLoaded(other, '/inbox');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(/someone else is signed in in this browser now/)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('My own words');
  const written = await context.request.get(`/api/notes?author=${someoneElse.person.handle}`);
  expect(await written.json()).toMatchObject({ notes: [] });
  await ApiUser.signIn(context.request, app.url, signedIn.person);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Published', exact: true })).toBeVisible();
});

test('a page reached from a mail offers no form to someone who is signed in', async ({ page, signedIn: _ }) => {
  await page.goto('/verify?token=none');
  await expect(page.getByRole('link', { name: 'Back to your library', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to sign in', exact: true })).toBeHidden();
});
