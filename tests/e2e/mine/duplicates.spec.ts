import { axeBuilder } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';

test('duplicates are found and merged, and Undo restores them', async ({ page, signedIn }) => {
  const url = 'https://pages.example/twice';
  await signedIn.write({ title: 'Kept first', url, tags: ['tea'], visibility: 'private' });
  await signedIn.write({ title: 'Kept again', url, body: 'With words.', tags: ['green'], visibility: 'private' });
  await page.goto('/user#duplicates');
  const group = page.getByRole('group', { name: /pages\.example/ });
  await expect(group.getByRole('radio')).toHaveCount(2);
  expect((await axeBuilder(page).analyze()).violations.map(({ id }) => id)).toEqual([]);

  await group.getByRole('radio', { name: /Kept first/ }).check();
  await group.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('No duplicates')).toBeVisible();
  await page.getByRole('link', { name: 'Everything' }).click();
  await expect(page.getByText('1 note', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kept first', exact: true })).toBeVisible();

  const first = page
    .getByRole('list', { name: 'My library', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Kept first' });
  await expect(first).toContainText('#green');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 notes', { exact: true })).toBeVisible();
  await expect(first).not.toContainText('#green');
  await expect(first).toContainText('#tea');
});
