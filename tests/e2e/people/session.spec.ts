import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { fixedPages } from '../../support/builds/site-pages.ts';

const address = '**/api/_auth/session';

/** The session calls of this page from now on: method and Accept of each. */
function sessionCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/_auth/session') {
      calls.push(`${request.method()} ${request.headers().accept ?? ''}`);
    }
  });
  return calls;
}

for (const { path } of fixedPages) {
  test(`${path} asks for the session once, after it is there`, async ({ page, signedIn: _ }) => {
    const calls = sessionCalls(page);
    const answered = page.waitForResponse(address);
    await page.goto(path);
    await answered;
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual(['GET text/json']);
  });
}

test('a note asks for the session once', async ({ page }) => {
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

test('a call that fails leaves the visitor signed out, is not repeated, and the page goes on', async ({
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

test('a cookie that opens nothing is an empty session', async ({ app, page, signedIn: _, context }) => {
  const [cookie] = await context.cookies(app.url);
  if (!cookie) throw new Error('Signing up gave no cookie.');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  await context.addCookies([{ ...cookie, value: `${cookie.value.slice(0, -4)}AAAA` }]);
  await page.goto('/');
  await expect(
    page.getByRole('navigation', { name: 'Account', exact: true }).getByRole('link', { name: 'Sign in', exact: true }),
  ).toBeVisible();
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
