import type { Page } from '@playwright/test';
import { signedInPage } from '../../support/elsewhere.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { arrowTo, tabTo, waitForFocusIn } from '../../support/browser/keyboard.ts';
import { siteOwner } from '../../support/people.ts';
import { openLoaded } from '../../support/browser/screens.ts';

const cardOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

/** Enters the reason in the open decision dialog, and confirms. */
async function decide(desk: Page, yes: string, reason: string): Promise<void> {
  const dialog = desk.getByRole('dialog');
  await waitForFocusIn(dialog);
  await tabTo(desk, dialog.getByLabel('Reason', { exact: true }));
  await desk.keyboard.type(reason);
  await tabTo(desk, dialog.getByRole('button', { name: yes, exact: true }));
  await desk.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(desk.getByRole('heading', { level: 1, name: 'Moderation', exact: true })).toBeFocused();
}

test('a note is reported, hidden, appealed against and restored by keyboard alone', async ({
  app,
  browser,
  page,
  signedIn,
  someoneElse,
}) => {
  const title = `Reported by keys ${signedIn.person.handle}`;
  const { path } = await someoneElse.write({ title });
  const desk = await signedInPage(browser, app.url, siteOwner);
  const author = await signedInPage(browser, app.url, someoneElse.person);

  await test.step('report', async () => {
    await openLoaded(page, path);
    const report = page.getByRole('button', { name: 'Report this note', exact: true });
    await tabTo(page, report);
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Report this note', exact: true });
    await waitForFocusIn(form);
    await tabTo(page, form.getByLabel('Spam or advertising'));
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(form.getByLabel('Harassment, threats or hate')).toBeChecked();
    await tabTo(page, form.getByLabel('Anything else we should know?'));
    await page.keyboard.type('It shouts.');
    await tabTo(page, form.getByRole('button', { name: 'Report', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('A moderator will take a look.')).toBeVisible();
    await expect(report).toBeFocused();
  });

  await test.step('decide', async () => {
    await openLoaded(desk, '/moderation');
    const card = cardOf(desk, title);
    await expect(card).toContainText('It shouts.');
    const hide = card.getByRole('button', { name: 'Hide', exact: true });
    await tabTo(desk, hide);
    await desk.keyboard.press('Enter');
    await waitForFocusIn(desk.getByRole('dialog'));
    await desk.keyboard.press('Escape');
    await expect(hide, 'who decides nothing goes on where they were').toBeFocused();
    await desk.keyboard.press('Enter');
    await decide(desk, 'Hide', 'Shouting is not discussing.');
    await expect(card).toHaveCount(0);
  });

  await test.step('appeal', async () => {
    // The author is notified after the moderator gets the response.
    await expect.poll(() => someoneElse.textOf('/api/inbox')).toContain(title);
    await openLoaded(author, '/inbox');
    await tabTo(author, author.getByRole('link', { name: new RegExp(`${title}.+was hidden`) }));
    await author.keyboard.press('Enter');
    await expect(author.getByText('Shouting is not discussing.')).toBeVisible();
    await tabTo(author, author.getByLabel('Why should it change?'));
    await author.keyboard.type('It sings.');
    await tabTo(author, author.getByRole('button', { name: 'Send the appeal', exact: true }));
    await author.keyboard.press('Enter');
    await expect(author.getByRole('heading', { name: 'Your appeal', exact: true })).toBeFocused();
    await author.context().close();
  });

  await test.step('decide about the appeal', async () => {
    await openLoaded(desk, '/moderation');
    await arrowTo(desk, desk.getByRole('tablist', { name: 'Moderation', exact: true }), /^Appeals/);
    const appeal = cardOf(desk, title);
    await expect(appeal).toContainText('It sings.');
    await tabTo(desk, appeal.getByRole('button', { name: 'Take the decision back', exact: true }));
    await desk.keyboard.press('Enter');
    await decide(desk, 'Take it back', 'It does sing.');
    await expect(appeal).toHaveCount(0);
    await desk.context().close();
  });
});
