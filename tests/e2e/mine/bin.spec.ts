import { expect, test } from '../../support/browser/fixtures.ts';
import { importLinks } from '../../support/browser/kept-links.ts';
import { axeBuilder } from '../../support/browser/axe.ts';
import { openLoaded, overflowOf } from '../../support/browser/screens.ts';

test('everything in the bin is restored with one press, Undo puts it back, and emptying says how far it is', async ({
  app,
  page,
  signedIn: _,
}) => {
  // More than one request restores.
  const count = 230;
  const headers = { Origin: app.url };
  await importLinks(page, app.url, count);
  const ids: string[] = [];
  for (const cursor of [0, 200]) {
    const answer = await page.request.get(`/api/library?count=200&cursor=${cursor}`);
    const { items } = (await answer.json()) as { items: { note: { uuid: string } }[] };
    ids.push(...items.map(({ note }) => note.uuid));
  }
  expect(ids).toHaveLength(count);
  await page.request.post('/api/library/actions', { headers, data: { action: 'delete', ids } });

  await openLoaded(page, '/user#bin');
  const pages = Promise.withResolvers<void>();
  await page.route('**/api/bin?*cursor=*', async (route) => {
    await pages.promise;
    await route.continue();
  });
  // Whatever fails about collections, the notes come back.
  const busy = { title: 'Busy', detail: 'The server is busy.', status: 503 };
  await page.route('**/api/bin/collections', (route) => route.fulfill({ status: 503, json: busy }), { times: 1 });
  await page.getByRole('button', { name: 'Restore all', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: `200 of ${count} notes restored…` })).toBeVisible();
  pages.resolve();
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  await expect(page.getByText('The rest is still in the bin. The server is busy.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bin', exact: true })).toBeFocused();
  const told = page.getByRole('region', { name: 'Notifications', exact: true });
  await expect(told).toContainText(`${count} notes`);
  await told.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Empty the bin', exact: true })).toBeVisible();
  await expect(told).toContainText('Undone');
  const left = await page.request.get('/api/bin');
  expect(await left.json()).toMatchObject({ total: count });

  // As if one call could not empty all of it.
  const rest = Promise.withResolvers<void>();
  await page.route('**/api/bin', async (route) => {
    await rest.promise;
    await route.continue();
  });
  await page.route('**/api/bin', (route) => route.fulfill({ json: { emptied: 120, isDone: false } }), { times: 1 });
  await page.getByRole('button', { name: 'Empty the bin', exact: true }).click();
  const asked = page.getByRole('alertdialog', { name: 'Empty the bin?', exact: true });
  await asked.getByRole('button', { name: 'Empty bin', exact: true }).click();
  await expect(asked.getByText(`120 of ${count} notes deleted…`)).toBeVisible();
  rest.resolve();
  await expect(page.getByText('The bin is empty.')).toBeVisible();
});

test('a deleted collection is in the bin, is restored with an undo, and goes when the bin is emptied', async ({
  app,
  page,
  signedIn,
}) => {
  const headers = { Origin: app.url };
  const { note } = await signedIn.write({ title: 'On dregs', visibility: 'private' });
  await page.request.delete(`/api/notes/${note.uuid}`, { headers });
  const make = async (name: string, parent: string | null) => {
    const made = await page.request.post('/api/collections', { headers, data: { name, parent } });
    return ((await made.json()) as { collection: { id: string } }).collection.id;
  };
  const teas = await make('Teas', null);
  const roots = await make('Roots', teas);
  for (const id of [teas, roots]) await page.request.delete(`/api/collections/${id}`, { headers });
  // Their number is not known before they are loaded, but they are named.
  const collections = Promise.withResolvers<void>();
  await page.route(
    '**/api/bin/collections',
    async (route) => {
      await collections.promise;
      await route.fulfill({ status: 500, json: { title: 'Failed', detail: 'Failed.' } });
    },
    { times: 1 },
  );
  await page.goto('/user#bin');
  const emptying = page.getByRole('button', { name: 'Empty the bin', exact: true });
  await expect(emptying).toBeDisabled();
  collections.resolve();
  await emptying.click();
  const asked = page.getByRole('alertdialog', { name: 'Empty the bin?', exact: true });
  await expect(asked).toContainText('1 note and your deleted collections will be gone for good.');
  await asked.getByRole('button', { name: 'Keep it', exact: true }).click();
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  const rows = page.getByRole('region', { name: 'Collections', exact: true }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  expect(await overflowOf(page)).toBe(0);
  expect((await axeBuilder(page).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Restore all', exact: true }).click();
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  const told = page.getByRole('region', { name: 'Notifications', exact: true });
  await expect(told).toContainText('1 note and 2 collections');
  const listed = await page.request.get('/api/collections');
  expect(await listed.json()).toMatchObject({ collections: [{ id: teas }, { id: roots, parent: teas }] });
  // The second of two is refused: the rest of the undo is done and shown, and can be finished.
  const busy = { title: 'Busy', detail: 'The server is busy.', status: 503 };
  await page.route(`**/api/collections/${roots}`, (route) => route.fulfill({ status: 503, json: busy }), { times: 1 });
  await told.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(told).toContainText('Some of it couldn’t be undone');
  await expect(rows).toHaveText([/Teas/]);
  await expect(page.getByRole('group', { name: 'Actions for On dregs', exact: true })).toBeVisible();
  await told.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Restore the collection Teas', exact: true }).click();
  await expect(rows).toHaveText([/Roots/]);
  await expect(page.getByRole('heading', { name: 'Bin', exact: true })).toBeFocused();
  const side = page.getByRole('navigation', { name: 'Library', exact: true });
  await expect(side.getByRole('link', { name: 'Teas', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(rows).toHaveCount(2);
  await emptying.click();
  await expect(asked).toContainText('1 note and 2 collections will be gone for good.');
  await asked.getByRole('button', { name: 'Empty bin', exact: true }).click();
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  await expect(rows).toHaveCount(0);
});

test('a key deletes no note that is out of sight: it moves to a visible one first', async ({ page, signedIn }) => {
  const all = ['On lamps', 'On maps', 'On moss', 'On tides', 'On bread'];
  for (const title of all.toReversed()) await signedIn.write({ title, visibility: 'private' });
  await page.setViewportSize({ width: 1280, height: 300 });
  await openLoaded(page, '/user');
  const titles = page.getByRole('list', { name: 'My library', exact: true }).locator('[data-item-focus]');
  await expect(titles).toHaveText(all);
  await titles.last().scrollIntoViewIfNeeded();
  await page.keyboard.press('#');
  const focused = titles.and(page.locator(':focus'));
  await expect(focused).toBeInViewport();
  await expect(focused).not.toHaveText('On lamps');
  await page.mouse.move(600, 200);
  await page.mouse.wheel(0, -2000);
  await expect(page.getByRole('heading', { name: 'My library', exact: true })).toBeInViewport();
  await page.keyboard.press('Delete');
  await expect(titles.first()).toBeFocused();
  await expect(titles).toHaveText(all);
  await page.keyboard.press('Delete');
  await expect(titles).toHaveText(all.slice(1));
});

test('an undo that fails can be tried again, and one of what is not sent yet takes it back', async ({
  context,
  page,
  signedIn,
}) => {
  await signedIn.write({ title: 'On tides', visibility: 'private' });
  const followed = context.waitForEvent('response', {
    predicate: (response) => new URL(response.url()).pathname === '/api/library/changes',
  });
  await openLoaded(page, '/user');
  await followed;
  const row = page.getByRole('list', { name: 'My library', exact: true }).getByRole('listitem');
  const told = page.getByRole('region', { name: 'Notifications', exact: true });
  const undo = told.getByRole('button', { name: 'Undo', exact: true });
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(row).toContainText('Archived');
  await expect(undo).toBeVisible();
  const busy = { title: 'Busy', detail: 'The server is busy.', status: 503 };
  await page.route('**/api/library/actions', (route) => route.fulfill({ status: 503, json: busy }), { times: 1 });
  await undo.click();
  await expect(told).toContainText('The server is busy.');
  await told.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(row).not.toContainText('Archived');

  await context.setOffline(true);
  await row.getByRole('link', { name: 'On tides', exact: true }).focus();
  await page.keyboard.press('e');
  await expect(row).toContainText('Archived');
  await undo.click();
  await expect(row).not.toContainText('Archived');
  await context.setOffline(false);
  await page.reload();
  await expect(row).toContainText('On tides');
  await expect(row).not.toContainText('Archived');
});
