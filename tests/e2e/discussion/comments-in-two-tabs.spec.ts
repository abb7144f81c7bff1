import type { Page } from '@playwright/test';
import { axeBuilder } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { commentOf, openForm } from '../../support/browser/thread-view.ts';

const formOn = (page: Page) => page.getByRole('form', { name: 'Your comment', exact: true });
const textOn = (page: Page) => formOn(page).getByRole('textbox');
const other = 'You also wrote this in another tab';

test('comments begun in two tabs below one note are both kept, and each is offered until it is sent or deleted', async ({
  context,
  page: one,
  signedIn,
}) => {
  const { path } = await signedIn.write({ title: 'Answered in two tabs' });
  const two = await context.newPage();
  for (const tab of [one, two]) {
    await openLoaded(tab, path);
    await openForm(tab);
  }
  await context.setOffline(true);
  await textOn(one).fill('Typed in the first tab.');
  await textOn(two).fill('Typed in the second tab.');
  await textOn(one).press('End');
  await textOn(one).pressSequentially(' And more.');
  await context.setOffline(false);

  await test.step('a reloaded page shows one draft and offers the other', async () => {
    await one.close();
    await two.reload();
    await openForm(two);
    await expect(textOn(two)).toHaveValue('Typed in the first tab. And more.');
    await expect(formOn(two).getByRole('status').filter({ hasText: other })).toContainText('Typed in the second tab.');
    expect((await axeBuilder(two).analyze()).violations).toEqual([]);
  });

  await test.step('switching to one draft offers the previous one in turn', async () => {
    await formOn(two).getByRole('button', { name: 'Continue with this one', exact: true }).click();
    await expect(textOn(two)).toBeFocused();
    await expect(textOn(two)).toHaveValue('Typed in the second tab.');
    await expect(formOn(two).getByText('Typed in the first tab. And more.')).toBeVisible();
    await formOn(two).getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(commentOf(two, 'Typed in the second tab.')).toBeVisible();
  });

  await test.step('an unsent draft is there on the next visit, and deleting it can be undone', async () => {
    await openForm(two);
    await expect(textOn(two)).toHaveValue('Typed in the first tab. And more.');
    await expect(formOn(two).getByText(other)).toBeHidden();
    const three = await context.newPage();
    await openLoaded(three, path);
    await openForm(three);
    await textOn(three).fill('Typed in a third tab.');
    await textOn(two).fill('Typed in the second tab again.');
    await three.reload();
    await openForm(three);
    await formOn(three).getByRole('button', { name: 'Delete it', exact: true }).click();
    await expect(formOn(three).getByText(other)).toBeHidden();
    await three.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(formOn(three).getByText(other)).toBeVisible();
  });
});
