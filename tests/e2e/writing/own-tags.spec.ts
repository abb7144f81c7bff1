import { axeBuilder } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { findOverflow } from '../../support/browser/widths.ts';

test('one’s tags are renamed, merged and deleted in all one’s notes, and each can be undone by its toast', async ({
  page,
  signedIn,
}) => {
  const write = (title: string, tags: string[]) => signedIn.write({ title, tags, visibility: 'private' });
  await write('One', ['web', 'tea']);
  await write('Two', ['web', 'site']);
  await write('Three', ['web/css', 'a-tag-as-long-as-a-tag-may-be-32']);
  await write('Four', ['日本', 'ما']);
  await openLoaded(page, '/user#tags');
  const rows = page.getByRole('list', { name: 'Tags', exact: true }).getByRole('listitem');
  const row = (name: string) =>
    rows.filter({ has: page.getByRole('group', { name: `Actions for ${name}`, exact: true }) });
  const before = ['a-tag-as-long-as-a-tag-may-be-32', 'site', 'tea', 'web', 'web/css', 'ما', '日本'];
  const names = () => rows.locator('bdi').allTextContents();
  await expect.poll(names).toEqual(before);
  await expect(row('web')).toContainText('2 notes');
  expect((await axeBuilder(page).analyze()).violations).toEqual([]);

  await test.step('merging says first what it will do, and takes nested tags along', async () => {
    await row('web').getByRole('button', { name: 'Rename' }).click();
    const field = page.getByRole('textbox', { name: 'New name of web', exact: true });
    await expect(field).toBeFocused();
    await field.fill('Site');
    await expect(page.getByText('“site” already exists on 1 note. The two will become one.')).toBeVisible();
    expect((await axeBuilder(page).analyze()).violations).toEqual([]);
    await field.press('Enter');
    await expect.poll(names).toEqual(['a-tag-as-long-as-a-tag-may-be-32', 'site', 'site/css', 'tea', 'ما', '日本']);
    await expect(row('site')).toContainText('2 notes');
    await expect(page.getByText('Merged #web into #site')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(names).toEqual(before);
    await expect(row('site')).toContainText('1 note');
  });

  await test.step('an invalid tag is refused with a message, and the input stays', async () => {
    await row('tea').getByRole('button', { name: 'Rename' }).click();
    const field = page.getByRole('textbox', { name: 'New name of tea', exact: true });
    await field.fill('-!');
    await page.getByRole('button', { name: 'Rename', exact: true }).and(page.locator('[type=submit]')).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveValue('-!');
    await field.press('Escape');
    await expect(field).toHaveCount(0);
    await expect(row('tea').getByRole('button', { name: 'Rename' })).toBeFocused();
  });

  await test.step('deleting asks nothing, and can be undone', async () => {
    await row('web').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('From 3 notes, with the tag below it.')).toBeVisible();
    await expect.poll(names).toEqual(before.filter((name) => !name.startsWith('web')));
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect.poll(names).toEqual(before);
  });

  await row('web').getByRole('button', { name: 'Rename' }).click();
  expect(await findOverflow(page)).toEqual([]);
});
