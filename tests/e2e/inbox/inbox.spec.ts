import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { holdResponse } from '../../support/browser/hold-response.ts';
import type { ApiUser } from '../../support/people.ts';
import { openLoaded } from '../../support/browser/screens.ts';

/** Follows or mutes with the same request as the page's buttons. */
async function put(page: Page, origin: string, path: string) {
  const answer = await page.request.put(origin + path, { headers: { Origin: origin } });
  expect(answer.status()).toBe(200);
}

/** Waits for this unread count: notifications are sent after the writer gets the response. */
const untilTold = (person: ApiUser, unread: number) =>
  expect.poll(() => person.textOf('/api/inbox/unread')).toContain(`"unread":${unread}`);

const badge = (page: Page) =>
  page.getByRole('navigation', { name: 'Account', exact: true }).getByRole('link', { name: /^Inbox/ });

test('when someone I follow writes, the badge counts it, the inbox shows it, and opening it marks it as read', async ({
  app,
  page,
  signedIn,
  someoneElse,
}) => {
  await put(page, app.url, `/api/follows/person/${someoneElse.person.handle}`);
  const first = await someoneElse.write({ title: 'The first of two' });
  await someoneElse.write({ title: 'The second of two', body: `For @${signedIn.person.handle}.` });
  await untilTold(signedIn, 2);
  await openLoaded(page, '/');
  await expect(badge(page)).toHaveText(/Inbox\s*2 unread/);
  await badge(page).click();
  const rows = page.getByRole('article');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(`${someoneElse.person.name} mentioned you`);
  await expect(rows.last()).toContainText(`${someoneElse.person.name} published`);

  await page.getByRole('button', { name: 'Mentions', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await rows.getByRole('link', { name: 'The first of two', exact: true }).click();
  await expect(page).toHaveURL(first.path);
  await untilTold(signedIn, 1);
  await page.goto('/inbox');
  await expect(badge(page)).toHaveText(/Inbox\s*1 unread/);
  await page.getByRole('button', { name: 'Unread', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Mark all as read', exact: true }).click();
  await expect(badge(page)).toHaveText(/^\s*Inbox\s*$/);
  await expect(page.getByRole('status').filter({ hasText: '0 unread notifications' })).toBeAttached();
  await page.reload();
  await page.getByRole('button', { name: 'Unread', exact: true }).click();
  await expect(page.getByText('You’re all caught up.')).toBeVisible();
});

test('the inbox works by keyboard: moving between lines, marking as read, opening', async ({
  app,
  page,
  someoneElse,
  signedIn,
}) => {
  await put(page, app.url, `/api/follows/person/${someoneElse.person.handle}`);
  const older = await someoneElse.write({ title: 'The older line' });
  await someoneElse.write({ title: 'The newer line' });
  await untilTold(signedIn, 2);
  await openLoaded(page, '/');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page).toHaveURL('/inbox');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'The newer line', exact: true })).toBeFocused();
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Mark as read: The newer line', exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'The newer line', exact: true })).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'The older line', exact: true })).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(older.path);
});

test('an empty inbox says what will appear in it, and one that cannot be loaded says so and retries', async ({
  context,
  page,
  signedIn,
}) => {
  expect(signedIn.person.handle).toBeTruthy();
  await openLoaded(page, '/inbox');
  await expect(page.getByRole('heading', { name: 'Your inbox is empty', exact: true })).toBeVisible();
  await context.route('**/api/inbox?*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Couldn’t load your inbox');
  await context.unroute('**/api/inbox?*');
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your inbox is empty', exact: true })).toBeVisible();
});

test('a read mark that could not be stored is reverted, and a message says so', async ({
  app,
  context,
  page,
  someoneElse,
  signedIn,
}) => {
  await put(page, app.url, `/api/follows/person/${someoneElse.person.handle}`);
  await someoneElse.write({ title: 'Still unread' });
  await untilTold(signedIn, 1);
  await openLoaded(page, '/inbox');
  await context.route('**/api/inbox/read', (route) => route.abort());
  await page.getByRole('button', { name: 'Mark as read: Still unread', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Couldn’t mark as read');
  await expect(page.getByRole('button', { name: 'Mark as read: Still unread', exact: true })).toBeVisible();
});

test('a count that was in flight while everything was marked as read does not come back', async ({
  app,
  page,
  signedIn,
  someoneElse,
}) => {
  await put(page, app.url, `/api/follows/person/${someoneElse.person.handle}`);
  await someoneElse.write({ title: 'Read before it was counted' });
  await untilTold(signedIn, 1);
  const late = await holdResponse(page, '**/api/inbox/unread');
  // The list contains the count as well: if it comes first, the count is not requested separately.
  await page.route('**/api/inbox?*', async (route) => {
    await late.answered;
    await route.continue();
  });
  await page.goto('/inbox');
  await late.answered;
  await page.getByRole('button', { name: 'Mark all as read', exact: true }).click();
  await expect(badge(page)).toHaveText(/^\s*Inbox\s*$/);
  await late.release();
  await expect(badge(page)).toHaveText(/^\s*Inbox\s*$/);
});

test('the count is requested at most once a minute by all tabs together, and shown in each', async ({
  app,
  context,
  page,
  signedIn,
  someoneElse,
}) => {
  let asked = 0;
  await context.route('**/api/inbox/unread', (route) => {
    asked += 1;
    return route.continue();
  });
  await put(page, app.url, `/api/follows/person/${someoneElse.person.handle}`);
  // The clocks of all tabs stand still except for `runFor`, so opening them may take any time.
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 60_000);
  await openLoaded(page, '/');
  await expect.poll(() => asked).toBe(1);
  await someoneElse.write({ title: 'While two tabs are open' });
  await untilTold(signedIn, 1);
  const other = await context.newPage();
  await openLoaded(other, '/search');
  await openLoaded(other, '/tag');
  await page.clock.runFor(50_000);
  expect(asked).toBe(1);
  await expect(badge(other)).toHaveText(/^\s*Inbox\s*$/);
  await page.clock.runFor(20_000);
  await expect(badge(page)).toHaveText(/1 unread/);
  await expect(badge(other)).toHaveText(/1 unread/);
  expect(asked).toBe(2);
});
