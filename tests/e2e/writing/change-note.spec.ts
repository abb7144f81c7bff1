import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import {
  buildMeta,
  latestBuild,
  allListText,
  fetchStatus,
  fetchText,
  waitForBuildAfter,
  waitForFile,
  waitForFileRemoved,
  waitForText,
} from '../../support/builds/published.ts';

test('the second of two saves is refused, keeps the input, and can still be made', async ({
  app,
  context,
  page,
  signedIn,
}) => {
  const { note, path } = await signedIn.write({ title: `Two tabs of ${signedIn.person.handle}`, body: 'As it was.' });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/new?uuid=${note.uuid}`);
    await expect(tab.getByLabel('Text')).toHaveValue('As it was.');
  }

  await page.getByLabel('Text').fill('As the first tab has it.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL(path);

  await other.getByLabel('Text').fill('As the second tab has it.');
  await other.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'This note was changed elsewhere', exact: true })).toBeVisible();
  await expect(other.getByLabel('Text')).toHaveValue('As the second tab has it.');
  await expect(other.getByRole('group', { name: 'Yours', exact: true })).toContainText('As the second tab has it.');
  await expect(other.getByRole('group', { name: /^Saved elsewhere/ })).toContainText('As the first tab has it.');

  await other.getByRole('button', { name: 'Replace it with mine', exact: true }).click();
  await expect(other).toHaveURL(path);
  await waitForText(app, path, 'As the second tab has it.');
});

test('an edit is published, and a new title moves the note to its new address', async ({ app, page, signedIn }) => {
  const { note, path } = await signedIn.write({ title: `Before ${signedIn.person.handle}` });
  await waitForFile(app, path);
  await page.goto(path);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Title').fill(`After ${signedIn.person.handle}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const moved = `/note/detail/${note.uuid}/after-${signedIn.person.handle}`;
  await expect(page).toHaveURL(moved);
  await expect(
    page.getByRole('heading', { level: 1, name: `After ${signedIn.person.handle}`, exact: true }),
  ).toBeVisible();
  await waitForFile(app, moved);
  await waitForFileRemoved(app, path);
  const old = await fetch(app.url + path, { redirect: 'manual' });
  expect([old.status, old.headers.get('location')]).toEqual([301, moved]);
});

test('a note that is made private disappears from its page, the lists, the payloads and the routes, until it is published', async ({
  app,
  page,
  signedIn,
}) => {
  const title = `Taken back by ${signedIn.person.handle}`;
  const { note, path } = await signedIn.write({ title, tags: ['taken-back'] });
  await waitForFile(app, path);
  expect(await allListText(app)).toContain(note.uuid);

  await page.goto('/user');
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Make private', exact: true }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: title }).getByText('Private', { exact: true }),
  ).toBeVisible();

  await waitForFileRemoved(app, path);
  expect(await fetchStatus(app, path)).toBe(404);
  expect(await fetchStatus(app, `${path}/_payload.json`)).toBe(404);
  for (const address of ['/', '/_payload.json', '/note/list/1/_payload.json']) {
    expect(await fetchText(app, address), address).not.toContain(note.uuid);
  }
  expect(await allListText(app)).not.toContain(note.uuid);
  expect((await buildMeta(app, (await latestBuild(app)).id)).prerendered.join()).not.toContain(note.uuid);
  expect(await fetchStatus(app, '/tag/taken-back/1')).toBe(404);
  expect(await fetchStatus(app, `/u/${signedIn.person.handle}`)).toBe(404);

  await page.goto(`/new?uuid=${note.uuid}`);
  await page.getByLabel('Who can read it').selectOption('unlisted');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Published', level: 1, exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Copy link', exact: true })).toBeVisible();
});

test('a deleted note is gone for readers, and is restored by Undo or from the bin', async ({ app, page, signedIn }) => {
  const title = `Deleted by ${signedIn.person.handle}`;
  const { note, path } = await signedIn.write({ title });
  await waitForFile(app, path);

  await page.goto('/user');
  const actions = page.getByRole('button', { name: `Actions for ${title}`, exact: true });
  const link = page.getByRole('link', { name: title, exact: true });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await expect(link).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(link).toBeVisible();
  await expect.poll(() => fetchStatus(app, path)).toBe(200);

  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await expect(link).toBeHidden();
  await waitForFileRemoved(app, path);
  expect(await fetchStatus(app, path)).toBe(410);
  expect(await fetchStatus(app, `/api/notes/${note.uuid}`)).toBe(410);
  expect(await allListText(app)).not.toContain(note.uuid);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'This note was deleted', exact: true })).toBeVisible();

  await page.goto('/user');
  await page.getByRole('link', { name: 'Bin', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Bin', exact: true })).toBeVisible();
  const binned = page.getByRole('group', { name: `Actions for ${title}`, exact: true });
  await binned.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bin', exact: true })).toBeFocused();
  await waitForFile(app, path);
  expect(await allListText(app)).toContain(note.uuid);
});

test('“Publish now” requests a build', async ({ app, page, signedIn: _ }) => {
  const before = await latestBuild(app);
  await page.goto('/user/settings/publishing');
  await page.getByRole('button', { name: 'Publish now', exact: true }).click();
  await waitForBuildAfter(app, before.id);
});

test('a bin opened before a deletion finished shows the deleted note', async ({ page, signedIn }) => {
  await signedIn.write({ title: 'Slow to leave', visibility: 'private' });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/library/actions', async (route) => {
    await held;
    await route.continue();
  });
  await openLoaded(page, '/user');
  await page.getByRole('button', { name: 'Actions for Slow to leave', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await page.getByRole('link', { name: 'Bin', exact: true }).click();
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  release();
  await expect(page.getByRole('group', { name: 'Actions for Slow to leave', exact: true })).toBeVisible();
});
