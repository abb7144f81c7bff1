import { expect, test } from '../../support/browser/fixtures.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { actionOf, commentOf, threadOf } from '../../support/browser/thread-view.ts';

test('an opened form is scrolled into view with its buttons', async ({ page, signedIn: _, someoneElse }) => {
  const { path } = await someoneElse.write({ title: 'To be answered', body: 'Words.\n\n'.repeat(30) });
  await openLoaded(page, `${path}#thread`);
  const open = page.getByRole('button', { name: 'Comment', exact: true });
  await tabTo(page, open);
  // At the bottom of the window, where the form does not fit.
  await open.evaluate((button) => button.scrollIntoView({ block: 'end' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Your comment', exact: true });
  await expect(form.getByRole('button', { name: 'Cancel', exact: true })).toBeInViewport({ ratio: 1 });
});

test('a note is voted for, saved, answered and dismissed by keyboard alone', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const title = `Answered by keys ${signedIn.person.handle}`;
  const { note, path } = await someoneElse.write({ title });
  await someoneElse.comment(note.uuid, 'Somebody begins');
  await openLoaded(page, path);
  await expect(page.getByRole('button', { name: 'Follow thread', exact: true })).toBeVisible();

  const vote = page.getByRole('button', { name: /^Voted? \d/ }).first();
  await tabTo(page, vote);
  await page.keyboard.press('Space');
  await expect(vote).toHaveAccessibleName('Voted 1 vote');
  const save = page.getByRole('button', { name: /^Save/ }).first();
  await tabTo(page, save);
  await page.keyboard.press('Enter');
  await expect(save).toHaveText('Saved');

  await expect(threadOf(page).getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  const comment = commentOf(page, 'Somebody begins');
  await tabTo(page, actionOf(comment, 'Reply'));
  await page.keyboard.press('Enter');
  const text = comment.getByRole('textbox', { name: 'Your reply', exact: true });
  await expect(text).toBeFocused();
  await page.keyboard.type('Somebody goes on');
  await page.keyboard.press('Control+Enter');
  await expect(commentOf(page, 'Somebody goes on')).toBeVisible();
  await expect(text).toHaveCount(0);

  await openLoaded(page, '/inbox');
  await tabTo(page, page.getByRole('tab', { name: 'Notifications', exact: true }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: title });
  await tabTo(page, row.getByRole('button', { name: /^Archive/ }));
  await page.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
});

test('closing the list of shortcuts restores the focus to the current comment', async ({
  page,
  signedIn: _,
  someoneElse,
}) => {
  const { note, path } = await someoneElse.write({ title: 'Asked for keys' });
  await someoneElse.comment(note.uuid, 'The first one');
  await openLoaded(page, `${path}#thread`);
  const comment = page.locator('#thread li.comment').filter({ hasText: 'The first one' });
  await expect(comment).toBeVisible();
  // Once the thread is hydrated, these elements are not replaced any more.
  await expect(page.locator('#thread[data-live]')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Follow thread', exact: true })).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('n');
    await expect(comment).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(comment).toBeFocused();
});
