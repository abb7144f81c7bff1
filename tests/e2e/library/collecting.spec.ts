import { axeBuilder } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { findOverflow } from '../../support/browser/widths.ts';
import { waitForFile } from '../../support/builds/published.ts';

test('a note is added to a collection from its own page, and its notes are ordered by keys, menu and dragging', async ({
  app,
  page,
  signedIn,
}) => {
  const titles = ['First of all', 'Second to none', 'Third in line'];
  const notes = [];
  for (const title of titles) notes.push(await signedIn.write({ title, visibility: 'private' }));
  const shown = await signedIn.write({ title: 'Seen by all' });
  await waitForFile(app, shown.path);
  await openLoaded(page, shown.path);
  const add = page.getByRole('button', { name: 'Add to a collection', exact: true });
  await add.click();
  await page.getByRole('textbox', { name: 'Find or add a collection' }).fill('Shelf');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Collections changed')).toBeVisible();
  for (const { path } of notes.toReversed()) {
    await openLoaded(page, path);
    await add.click();
    await page.getByRole('checkbox', { name: 'Shelf' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  await openLoaded(page, '/user#collections');
  await page.setViewportSize({ width: 320, height: 720 });
  const open = async () => {
    const actions = page.getByRole('button', { name: 'Actions for Shelf' });
    const before = await actions.boundingBox();
    await actions.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Reorder notes' })).toBeVisible();
    expect(await actions.boundingBox()).toEqual(before);
    await page.getByRole('menuitem', { name: 'Reorder notes' }).click();
  };
  await open();
  const rows = page.getByRole('list', { name: 'Notes in Shelf' }).getByRole('listitem');
  await expect(rows).toContainText([...titles, 'Seen by all']);
  expect(await findOverflow(page)).toEqual([]);
  expect((await axeBuilder(page).analyze()).violations).toEqual([]);
  const status = page.getByRole('dialog').getByRole('status').last();

  await page.getByRole('button', { name: /^Move First of all/ }).press('ArrowDown');
  await expect(status).toHaveText('First of all: place 2 of 4');
  await expect(page.getByRole('button', { name: /^Move First of all/ })).toBeFocused();
  await page.getByRole('button', { name: 'Actions for Seen by all' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Move to the top' }).click();
  await expect(status).toHaveText('Seen by all: place 1 of 4');
  const handle = page.getByRole('button', { name: /^Move Third in line/ });
  const [from, to] = [await handle.boundingBox(), await rows.first().boundingBox()];
  if (!from || !to) throw new Error('The rows are not on the screen.');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, to.y + 60, { steps: 5 });
  await page.mouse.move(from.x + 20, to.y + 4, { steps: 5 });
  await page.mouse.up();
  await expect(status).toHaveText('Third in line: place 1 of 4');
  const order = ['Third in line', 'Seen by all', 'Second to none', 'First of all'];
  await expect(rows).toContainText(order);
  await page.keyboard.press('Escape');
  await open();
  await expect(rows).toContainText(order);
});
