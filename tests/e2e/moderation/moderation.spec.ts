import type { Page } from '@playwright/test';
import { axeBuilder } from '../../support/browser/axe.ts';
import { signedInPage } from '../../support/elsewhere.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { siteOwner } from '../../support/people.ts';
import { waitForStatus } from '../../support/builds/published.ts';

const cardOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

/** Focus guards at the end of a dialog are hidden on purpose. */
async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await axeBuilder(page).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

async function decide(page: Page, yes: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: yes, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('a reported note is hidden, and its author is notified, appeals, and gets it back', async ({
  app,
  browser,
  page,
  signedIn,
  someoneElse,
}) => {
  const title = `Best pills of ${signedIn.person.handle}`;
  const { path } = await someoneElse.write({ title });

  await page.goto(path);
  await page.getByRole('button', { name: 'Report this note', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Report this note', exact: true });
  await form.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(form.getByText('Choose what’s wrong.')).toBeVisible();
  await form.getByLabel('Spam or advertising').check();
  await form.getByLabel('Anything else we should know?').fill('It sells pills.');
  // If it is closed by accident, the input is there when it opens again.
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Report this note', exact: true }).click();
  await expect(form.getByLabel('Anything else we should know?')).toHaveValue('It sells pills.');
  await form.getByLabel('Spam or advertising').check();
  await form.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByText('A moderator will take a look.')).toBeVisible();

  const desk = await signedInPage(browser, app.url, siteOwner);
  await desk.goto('/moderation');
  const card = cardOf(desk, title);
  await expect(card).toContainText('It sells pills.');
  await card.getByRole('button', { name: 'Dismiss', exact: true }).click();
  const reason = desk.getByRole('dialog').getByLabel('Reason');
  await expect(reason).toHaveAccessibleDescription('Whoever reported it reads this. Don’t name anyone.');
  await desk.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(reason).toHaveAccessibleDescription(/^The person reads this, and it’s in the public log\./);
  await decide(desk, 'Hide', 'Advertising is not what this place is for.');
  await expect(card).toBeHidden();
  await desk.getByRole('tab', { name: 'Decisions', exact: true }).click();
  await expect(desk.getByRole('button', { name: `Undo: A note was hidden: ${title}`, exact: true })).toBeVisible();
  await waitForStatus(signedIn, path, 404);

  const author = await signedInPage(browser, app.url, someoneElse.person);
  // The author is notified after the moderator gets the response.
  await expect.poll(() => someoneElse.textOf('/api/inbox')).toContain(title);
  await author.goto('/inbox');
  await author.getByRole('link', { name: new RegExp(`${title}.+was hidden`) }).click();
  await expect(author.getByText('Advertising is not what this place is for.')).toBeVisible();
  await author.getByLabel('Why should it change?').fill('It is a poem.');
  // What was typed outlives a reload.
  await author.reload();
  await expect(author.getByLabel('Why should it change?')).toHaveValue('It is a poem.');
  await author.getByRole('button', { name: 'Send the appeal', exact: true }).click();
  await expect(author.getByText('A moderator will read it')).toBeVisible();

  await desk.reload();
  await desk.getByRole('tab', { name: /Appeals/ }).click();
  const appeal = cardOf(desk, title);
  await expect(appeal).toContainText('It is a poem.');
  await appeal.getByRole('button', { name: 'Take the decision back', exact: true }).click();
  await decide(desk, 'Take it back', 'It is a poem indeed.');
  await expect(appeal).toBeHidden();
  await waitForStatus(signedIn, path, 200);

  await page.goto('/moderation/log/1');
  await expect(page.getByText('Advertising is not what this place is for.')).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
});

test('reporting without being signed in leads through sign-in and back', async ({ page, someoneElse }) => {
  const { path } = await someoneElse.write({ title: 'Seen by a visitor' });
  await page.goto(path);
  await page.getByRole('button', { name: 'Report this note', exact: true }).click();
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fnote%2Fdetail%2F/);
});

test('a note pending review is shown to its author with the reason, and published by a moderator', async ({
  app,
  browser,
  page,
  signedIn,
}) => {
  const title = `Links of ${signedIn.person.handle}`;
  const { path } = await signedIn.write({ title, body: 'https://a.example https://b.example' });
  await page.goto(path);
  await expect(page.getByText('Waiting for a moderator’s review')).toBeVisible();

  const desk = await signedInPage(browser, app.url, siteOwner);
  await desk.goto('/moderation');
  await desk.getByRole('tab', { name: /Held/ }).click();
  const card = cardOf(desk, title);
  await expect(card).toContainText('nothing but links');
  // Only its author can open it, so the card shows it whole and has no link to it.
  await expect(card.getByRole('link', { name: title })).toHaveCount(0);
  await card.getByRole('button', { name: 'Publish', exact: true }).click();
  await decide(desk, 'Publish', 'These are fine.');
  await expect(card).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await expect(page.getByText('Waiting for a moderator’s review')).toBeHidden();
});

test('a banned person is told why at sign-in, and can appeal from there', async ({
  app,
  browser,
  page,
  someoneElse,
}) => {
  const { person } = someoneElse;
  const { path } = await someoneElse.write({ title: `About ${person.handle}` });
  const desk = await signedInPage(browser, app.url, siteOwner);
  await desk.goto(path);
  await desk.goto(`/u/${person.handle}`);
  const shown = (await desk.request.get(`/api/moderation/people/${person.handle}`)).json() as Promise<{
    person: { id: string };
  }>;
  await desk.request.post('/api/moderation/decisions', {
    headers: { Origin: app.url },
    data: { action: 'ban', subject: 'person', id: (await shown).person.id, days: null, reason: 'Too many pills.' },
  });

  await page.goto('/signin');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Too many pills.');
  await page.getByRole('link', { name: 'Appeal', exact: true }).click();
  await page.getByLabel('Why should it change?').fill('I sold none.');
  await page.getByRole('button', { name: 'Send the appeal', exact: true }).click();
  await expect(page.getByText('A moderator will read it')).toBeVisible();
});

test('members are told who the moderation pages are for, and what they may read', async ({ page, signedIn: _ }) => {
  await page.goto('/moderation');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('For moderators');
  await expect(page.getByRole('tab')).toHaveCount(0);
  await page.getByRole('link', { name: 'Read the moderation log' }).click();
  await expect(page).toHaveURL(/\/moderation\/log/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  const name = `every screen of moderation is free of axe violations, ${colorScheme}`;
  test(name, { tag: '@long' }, async ({ app, browser, signedIn, someoneElse }) => {
    const { note } = await someoneElse.write({ title: `Checked ${signedIn.person.handle}` });
    await signedIn.report('note', note.uuid);
    const desk = await signedInPage(browser, app.url, siteOwner);
    await desk.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [390, 1280]) {
      await desk.setViewportSize({ width, height: 900 });
      await desk.goto('/moderation');
      for (const tab of ['Reports', 'Held', 'Appeals', 'Decisions', 'Domains', 'People']) {
        await desk.getByRole('tab', { name: new RegExp(tab) }).click();
        await expect(desk.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
        expect(await violationsOn(desk), `${tab} at ${width}`).toEqual([]);
      }
      await desk.getByRole('tab', { name: /Reports/ }).click();
      await cardOf(desk, note.title).getByRole('button', { name: /^Ban / }).click();
      await expect(desk.getByRole('dialog')).toBeVisible();
      expect(await violationsOn(desk), `a decision at ${width}`).toEqual([]);
    }
  });
}
