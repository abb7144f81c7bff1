import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { holdResponse } from '../../support/browser/hold-response.ts';
import { waitForFile } from '../../support/builds/published.ts';
import { openLoaded, waitForStored } from '../../support/browser/screens.ts';

test('a visitor who wants to follow someone is sent to sign in and back', async ({ page }) => {
  await openLoaded(page, '/u/tomoko_arai');
  const follow = page.getByRole('link', { name: /^Follow/ });
  await expect(follow).toHaveAttribute('href', '/signin?redirect=%2Fu%2Ftomoko_arai');
});

test('a person who has published nothing is told how to start on their own page, and nobody else sees it', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const beginning = page.getByText('Your own page appears with your first public note or comment.');
  await page.goto('/user/settings/profile');
  await page
    .getByRole('main')
    .getByRole('link', { name: `@${signedIn.person.handle}` })
    .click();
  await expect(beginning).toBeVisible();
  await page.goto(`/u/${someoneElse.person.handle}`);
  await expect(page.locator('html')).toHaveAttribute('data-session', 'in');
  await expect(beginning).toBeHidden();
});

test('a person is followed and muted by button, and both can be undone in the settings list', async ({
  page,
  signedIn,
}) => {
  await openLoaded(page, '/u/tomoko_arai');
  await page.getByRole('button', { name: 'Follow Tomoko Arai', exact: true }).click();
  await waitForStored(page.getByRole('button', { name: 'Following Tomoko Arai', exact: true }));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Following Tomoko Arai', exact: true })).toBeVisible();

  await openLoaded(page, '/u/meera_joshi');
  await page.getByRole('button', { name: 'Mute Meera Joshi', exact: true }).click();
  await waitForStored(page.getByRole('button', { name: 'Muted Meera Joshi', exact: true }));

  await openLoaded(page, '/user/settings/notifications');
  await page.getByRole('button', { name: 'Unfollow: Tomoko Arai', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Follow again: Tomoko Arai', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Unmute: Meera Joshi', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Mute again: Meera Joshi', exact: true })).toBeVisible();
  await page.goto('/u/tomoko_arai');
  await expect(page.getByRole('button', { name: 'Follow Tomoko Arai', exact: true })).toBeVisible();
  expect(signedIn.person.handle).toBeTruthy();
});

test('muted content is hidden from the lists for me alone, and the page says so', async ({
  browser,
  app,
  page,
  signedIn,
  someoneElse,
}) => {
  const tag = `of-${signedIn.person.handle}`;
  const { handle, name } = someoneElse.person;
  for (const title of ['Theirs to be muted', 'Theirs to be muted too']) await someoneElse.write({ title, tags: [tag] });
  const { path } = await signedIn.write({ title: 'Mine beside it', tags: [tag] });
  await waitForFile(app, path);
  await page.goto(`/u/${handle}`);
  await page.getByRole('button', { name: `Mute ${name}`, exact: true }).click();
  await waitForStored(page.getByRole('button', { name: `Muted ${name}`, exact: true }));
  const titles = (reader: Page) =>
    reader.getByRole('main').getByRole('article').getByRole('heading').getByRole('link').filter({ visible: true });
  await page.goto(`/tag/${tag}/1`);
  await expect(titles(page)).toHaveText(['Mine beside it']);
  await expect(page.getByText('hidden because you muted it')).toBeVisible();
  await page.goto(`/u/${handle}`);
  await expect(titles(page)).toHaveText(['Theirs to be muted too', 'Theirs to be muted']);

  const elsewhere = await browser.newContext({ baseURL: app.url });
  const visitor = await elsewhere.newPage();
  await openLoaded(visitor, `/tag/${tag}/1`);
  await expect(titles(visitor)).toHaveText(['Mine beside it', 'Theirs to be muted too', 'Theirs to be muted']);
  await elsewhere.close();
});

test('a muted tag hides its nested tags too, except on their own pages', async ({ app, page, signedIn }) => {
  const tag = `of-${signedIn.person.handle}`;
  await signedIn.write({ title: 'Deeper', tags: [`${tag}/ink`] });
  const { path } = await signedIn.write({ title: 'Beside it', tags: [`${tag}-ink`] });
  await waitForFile(app, path);
  const muted = await page.request.put(`/api/mutes/tag/${tag}`, { headers: { Origin: app.url } });
  expect(muted.status()).toBe(200);
  const titles = page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link');
  await page.goto(`/u/${signedIn.person.handle}`);
  await expect(page.getByText('hidden because you muted it')).toBeVisible();
  await expect(titles.filter({ visible: true })).toHaveText(['Beside it']);
  for (const own of [`/tag/${tag}/1`, `/tag/${tag}_ink/1`]) {
    await openLoaded(page, own);
    await expect(titles.filter({ visible: true })).toHaveText(['Deeper']);
  }
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')).toHaveText(['Tags', `#${tag}`]);
});

test('a response that was in flight while I muted someone does not bring them back', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const { note, path } = await signedIn.write({ title: 'Where a late answer is no news' });
  await someoneElse.comment(note.uuid, 'A loud remark.');
  const { handle, name } = someoneElse.person;
  const late = await holdResponse(page, '**/api/mutes');
  await page.goto(`/u/${handle}`);
  await late.answered;
  await page.getByRole('button', { name: `Mute ${name}`, exact: true }).click();
  await waitForStored(page.getByRole('button', { name: `Muted ${name}`, exact: true }));
  await late.release();
  await page.goto(path);
  await page.locator('#thread').scrollIntoViewIfNeeded();
  await expect(page.getByText('hidden because you muted it')).toBeVisible();
  await expect(page.getByText('A loud remark.')).toBeHidden();
});

test('muting someone and leaving the page at once still mutes them', async ({ page, signedIn, someoneElse }) => {
  const { note, path } = await signedIn.write({ title: 'Where nobody waited for an answer' });
  await someoneElse.comment(note.uuid, 'A loud remark.');
  const { handle, name } = someoneElse.person;
  await page.goto(`/u/${handle}`);
  // This page has cached that nobody is muted, for the next ones too.
  await page.waitForFunction(() => localStorage.getItem('commonplace:mutes'));
  const mute = page.getByRole('button', { name: `Mute ${name}`, exact: true });
  await expect(mute).toBeVisible();
  // A slow network: the request has not been sent when the page is left.
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  await page.route('**/api/mutes/person/*', async (route) => {
    await left;
    await route.continue();
  });
  await mute.click();
  await page.goto('/favicon.png');
  leave();
  await expect.poll(() => signedIn.textOf('/api/mutes')).toContain(handle);
  await page.goto(path);
  await page.locator('#thread').scrollIntoViewIfNeeded();
  await expect(page.getByText('hidden because you muted it')).toBeVisible();
  await expect(page.getByText('A loud remark.')).toBeHidden();
});

test('how each kind of notification is delivered is chosen once and kept', async ({ page, signedIn }) => {
  expect(signedIn.person.handle).toBeTruthy();
  await openLoaded(page, '/user/settings/notifications');
  await page.getByLabel('Mentions').selectOption({ label: 'Inbox and email straight away' });
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Mentions')).toHaveValue('mail');
});

test('the link in a mail about a mention unsubscribes without signing in', async ({
  app,
  browser,
  page,
  signedIn,
  someoneElse,
}) => {
  const { email, handle } = signedIn.person;
  const mailTo = async (subject: RegExp): Promise<string> => {
    const list = await (await page.request.get(`${app.url}/_mail`)).text();
    const rows = [
      ...list.matchAll(/<a href="(\/_mail\/[^"]+)"><strong>([^<]*)<\/strong><span class="small">to ([^<,]*)/g),
    ];
    const row = rows.find(([, , title = '', to = '']) => to === email && subject.test(title));
    return row ? (await page.request.get(app.url + row[1])).text() : '';
  };
  await expect.poll(() => mailTo(/^Confirm/)).toContain('/verify?token=');
  const token = /\/verify\?token=([\w-]+)/.exec(await mailTo(/^Confirm/))?.[1];
  const headers = { Origin: app.url };
  await page.request.post(`${app.url}/api/auth/verify`, { data: { token }, headers });
  await page.request.patch(`${app.url}/api/inbox/settings`, { data: { mention: 'mail' }, headers });
  await someoneElse.write({ title: 'Calling', body: `Hello @${handle}.` });
  await expect.poll(() => mailTo(/mentioned you/)).toContain('/unsubscribe?token=');
  const link = /\/unsubscribe\?token=[\w.-]+/.exec(await mailTo(/mentioned you/))?.[0] ?? '';

  const elsewhere = await browser.newContext({ baseURL: app.url });
  const visitor = await elsewhere.newPage();
  await visitor.goto(link);
  await expect(
    visitor.getByRole('heading', { name: 'Stop emails when something happens?', exact: true }),
  ).toBeVisible();
  await visitor.getByRole('button', { name: 'Stop these emails', exact: true }).click();
  await expect(
    visitor.getByRole('heading', { name: 'You won’t get these emails any more', exact: true }),
  ).toBeVisible();
  await visitor.goto('/unsubscribe?token=broken');
  await expect(visitor.getByText('Part of this link is missing.')).toBeVisible();
  await elsewhere.close();

  await openLoaded(page, '/user/settings/notifications');
  await expect(page.getByLabel('Mentions')).toHaveValue('inbox');
});

test('a saved note is unread, then being read, continued and archived', async ({
  app,
  page,
  signedIn,
  someoneElse,
}) => {
  expect(signedIn.person.handle).toBeTruthy();
  const { note, path } = await someoneElse.write({ title: 'Saved for later', body: 'Words. '.repeat(900) });
  await page.request.put(`${app.url}/api/notes/${note.uuid}/save`, { headers: { Origin: app.url } });
  await openLoaded(page, '/inbox');
  await page.getByRole('tab', { name: 'Reading list', exact: true }).click();
  await expect(page).toHaveURL('/inbox#reading');
  const menu = page.getByRole('button', { name: 'Actions for Saved for later', exact: true });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Move to “Reading”', exact: true }).click();
  await expect(page.getByRole('button', { name: 'To read', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reading (1)', exact: true }).click();
  const progress = page.getByRole('slider', { name: 'How much of “Saved for later” you’ve read', exact: true });
  await progress.focus();
  const stored = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.request().postData() === '{"progress":0.2}',
  );
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowRight');
  await expect(progress).toHaveAttribute('aria-valuetext', '20 percent');
  await stored;
  await page.reload();
  await page.getByRole('button', { name: 'Reading (1)', exact: true }).click();
  await expect(progress).toHaveAttribute('aria-valuetext', '20 percent');
  await expect(page.getByText(/^Continue reading: \d min left/)).toBeVisible();
  await page.getByRole('button', { name: 'Archive: Saved for later', exact: true }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(progress).toHaveAttribute('aria-valuetext', '20 percent');
  await page.getByRole('button', { name: 'Archive: Saved for later', exact: true }).click();
  await page.getByRole('button', { name: 'Archived (1)', exact: true }).click();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Remove from the reading list', exact: true }).click();
  await expect(page.getByText('Archive what you’ve read')).toBeVisible();
  await page.getByRole('listitem').filter({ hasText: 'Removed' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Saved for later', exact: true }).click();
  await expect(page).toHaveURL(path);
  await waitForFile(app, path);
});
