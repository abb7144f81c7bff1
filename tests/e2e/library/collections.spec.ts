import { axeBuilder } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { findOverflow } from '../../support/browser/widths.ts';

test('collections are created, changed, ordered and deleted, a note is added to them, and a public one has a page', async ({
  page,
  signedIn,
}) => {
  const { note } = await signedIn.write({ title: 'On leaves and water', tags: ['tea'], visibility: 'public' });
  await openLoaded(page, '/user#collections');
  const make = async (name: string, more: () => Promise<unknown> = async () => undefined) => {
    await page.getByRole('button', { name: 'New collection', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await more();
    await page.getByRole('button', { name: 'Create collection' }).click();
    await expect(page.getByRole('button', { name: `Actions for ${name}`, exact: true })).toBeVisible();
  };
  await page.getByRole('button', { name: 'New collection', exact: true }).click();
  await page.getByRole('button', { name: 'Create collection' }).click();
  await expect(page.getByText('Give the collection a name.')).toBeVisible();
  expect((await axeBuilder(page).analyze()).violations).toEqual([]);
  await page.keyboard.press('Escape');
  await make('Teas', async () => {
    await page.getByRole('textbox', { name: 'Description' }).fill('Leaves and water.');
    await page.getByRole('radio', { name: /^Public/ }).check();
  });
  await make('Green', () => page.getByRole('combobox', { name: 'Part of' }).selectOption('Teas'));
  await make('Unread', () => page.getByRole('textbox', { name: 'Fill it with a search' }).fill('is:unread'));
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Actions for/ }) });
  await expect(rows).toHaveText([/Teas/, /Green/, /Unread/]);
  expect(await findOverflow(page)).toEqual([]);
  expect((await axeBuilder(page).analyze()).violations).toEqual([]);

  const act = async (name: string, what: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
    await page.getByRole('menuitem', { name: what }).click();
    // The menu fades out, and the next one could open before it is gone.
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await act('Unread', 'Move up');
  await expect(rows).toHaveText([/Unread/, /Teas/, /Green/]);
  await act('Teas', 'Delete');
  await expect(rows).toHaveText([/Unread/, /Green/]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(rows).toHaveText([/Unread/, /Teas/, /Green/]);

  await signedIn.mark(note.uuid, 'save');
  await openLoaded(page, '/inbox#reading');
  await page.getByRole('button', { name: 'Actions for On leaves and water' }).click();
  await page.getByRole('menuitem', { name: 'Collections…' }).click();
  await page.getByRole('checkbox', { name: 'Teas' }).check();
  await page.getByRole('textbox', { name: 'Find or add a collection' }).fill('Slow reads');
  expect((await axeBuilder(page).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Collections changed')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for On leaves and water' }).click();
  await page.getByRole('menuitem', { name: 'Collections…' }).click();
  await expect(page.getByRole('checkbox', { name: 'Slow reads' })).toBeChecked();

  await openLoaded(page, `/u/${signedIn.person.handle}/c/teas`);
  await expect(page.getByRole('heading', { level: 1, name: 'Teas' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'On leaves and water' })).toBeVisible();
  expect(await findOverflow(page)).toEqual([]);
  expect((await axeBuilder(page).analyze()).violations).toEqual([]);
});

test('a collection shows what is in those inside it, as many notes as the number beside it says', async ({
  page,
  signedIn,
}) => {
  const { note } = await signedIn.write({ title: 'Sencha', visibility: 'private' });
  await openLoaded(page, '/user');
  await page.evaluate(async (uuid) => {
    const send = async (method: string, path: string, body: object = {}) =>
      (await (
        await fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
      ).json()) as { collection: { id: string } };
    const teas = await send('POST', '/api/collections', { name: 'Teas' });
    const green = await send('POST', '/api/collections', { name: 'Green', parent: teas.collection.id });
    await send('PUT', `/api/collections/${green.collection.id}/notes/${uuid}`);
  }, note.uuid);
  await openLoaded(page, '/user');
  const teas = page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: /^Teas/ });
  await expect(teas).toHaveText('Teas1');
  await teas.click();
  await expect(page.getByText('1 note found, including nested collections')).toBeVisible();
  await expect(page.getByRole('list', { name: 'My library' }).getByRole('link', { name: 'Sencha' })).toBeVisible();
  await openLoaded(page, '/user#collections');
  await expect(page.getByText('0 notes, besides those inside it')).toBeVisible();
});
