import type { Page } from '@playwright/test';
import { saveCopy } from '../../support/copies.ts';
import { expect, test } from '../../support/browser/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** Opens a private page, once the service worker has cached what it needs offline. */
async function openKept(page: Page, path: string): Promise<void> {
  await page.goto('/note/list/1');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.goto(path);
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/note/copy')))).toBe(true);
  await page.waitForLoadState('networkidle');
}

const waiting = (page: Page) =>
  page.getByRole('button', { name: /to send when you’re online|couldn’t be sent|^Sending/ });

test('what is written and archived offline is sent in order once online', async ({ page, context, signedIn }) => {
  const { note } = await signedIn.write({ title: 'To be archived in a tunnel', visibility: 'private' });
  await openKept(page, '/user');
  await expect(page.getByRole('link', { name: note.title })).toBeVisible();
  await context.setOffline(true);

  await page.goto('/new');
  await page.getByLabel('Title').fill('Written in a tunnel');
  await page.getByRole('textbox', { name: 'Text' }).fill('The lights went out.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Kept on this device', { exact: true })).toBeVisible();
  await expect(waiting(page)).toHaveText('1 change to send when you’re online');

  await page.getByRole('link', { name: 'Write another' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await page.getByLabel('Title').fill('Written further in');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(waiting(page)).toHaveText('2 changes to send when you’re online');

  await waiting(page).click();
  const list = page.getByRole('dialog', { name: '2 changes to send' });
  await expect(list.getByRole('listitem')).toContainText(['Written in a tunnel', 'Written further in']);
  await list.getByRole('button', { name: 'Don’t send: New note “Written further in”' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('listitem')).toContainText(['Written in a tunnel', 'Written further in']);
  await list.getByRole('link', { name: 'Edit: New note “Written further in”' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Written further in');
  await page.getByLabel('Title').fill('Written at the end');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Kept on this device', { exact: true })).toBeVisible();
  await expect(waiting(page)).toHaveText('2 changes to send when you’re online');

  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  const kept = JSON.parse(await signedIn.textOf('/api/library?sort=saved')) as { items: { note: { title: string } }[] };
  expect(kept.items.map((item) => item.note.title)).toEqual([
    'Written at the end',
    'Written in a tunnel',
    'To be archived in a tunnel',
  ]);
});

test('a note that was changed elsewhere is not overwritten, and both versions are shown', async ({
  page,
  context,
  signedIn,
}) => {
  const { note } = await signedIn.write({ title: 'As it was before the tunnel', visibility: 'private' });
  await openKept(page, '/user');
  await expect(page.getByRole('link', { name: note.title })).toBeVisible();
  await page.goto(`/new?uuid=${note.uuid}`);
  await expect(page.getByLabel('Title')).toHaveValue(note.title);
  await context.setOffline(true);
  await page.getByLabel('Title').fill('As I wrote it in the tunnel');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Kept on this device', { exact: true })).toBeVisible();
  await page.goto('/user');
  await page.getByRole('button', { name: `Star: ${note.title}` }).click();
  await expect(waiting(page)).toHaveText('2 changes to send when you’re online');
  await signedIn.change(note, { title: 'As another device has it' });

  await context.setOffline(false);
  await expect(waiting(page)).toHaveText('1 change couldn’t be sent');
  await waiting(page).click();
  await page.getByRole('link', { name: /^Edit: Changes to/ }).click();
  await expect(page.getByLabel('Title')).toHaveValue('As I wrote it in the tunnel');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('region', { name: 'This note was changed elsewhere' });
  await expect(conflict).toContainText('As another device has it');
  await conflict.getByRole('button', { name: 'Replace it with mine' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'As I wrote it in the tunnel' })).toBeVisible();
  await expect(waiting(page)).toBeHidden();
});

test('an offline edit of a note that was deleted elsewhere becomes a new note', async ({ page, context, signedIn }) => {
  const { note } = await signedIn.write({ title: 'Deleted above the tunnel', visibility: 'private' });
  await page.goto(`/new?uuid=${note.uuid}`);
  await expect(page.getByLabel('Title')).toHaveValue(note.title);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByLabel('Text').fill('Written in the tunnel.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Kept on this device', { exact: true })).toBeVisible();
  await signedIn.remove(note);

  await context.setOffline(false);
  // Also on a page that had not loaded the code of this indicator before going offline.
  await expect(waiting(page)).toHaveText('1 change couldn’t be sent');
  await waiting(page).click();
  await page.getByRole('link', { name: /^Edit: Changes to/ }).click();
  await expect(page.getByText('This note was deleted', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Text')).toHaveValue('Written in the tunnel.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await expect(page.getByText('Written in the tunnel.')).toBeVisible();
  await expect(waiting(page)).toBeHidden();
});

test('a highlight’s comment that the server refuses can be copied in full', async ({
  app,
  page,
  context,
  signedIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const fields = {
    title: 'Highlighted in a tunnel',
    url: 'https://pages.example/tunnel',
    visibility: 'private',
  } as const;
  const { note } = await signedIn.write(fields);
  await saveCopy(app, note, '<p>A margin is room to answer what one reads.</p>');
  await signedIn.highlight(note.uuid, 'room to answer', 'Said above.');
  await page.goto(`/note/copy?uuid=${note.uuid}`);
  await page.getByRole('button', { name: 'Edit the comment: room to answer' }).click();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const written = `Said in the tunnel, ${'at length, '.repeat(20)}and to its end.`;
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill(written);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await signedIn.remove(note);

  await context.setOffline(false);
  await expect(waiting(page)).toHaveText('1 change couldn’t be sent');
  await waiting(page).click();
  await page.getByRole('button', { name: /^Copy the text: Comment “Said in the tunnel/ }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(written);
});

test('a note that is tagged and then edited offline keeps both changes, without a question', async ({
  page,
  context,
  signedIn,
}) => {
  const { note } = await signedIn.write({ title: 'Tagged under way', visibility: 'private', tags: ['before'] });
  await openKept(page, '/user');
  await expect(page.getByRole('link', { name: note.title })).toBeVisible();
  const editor = await context.newPage();
  await editor.goto(`/new?uuid=${note.uuid}`);
  await expect(editor.getByLabel('Title')).toHaveValue(note.title);
  await context.setOffline(true);
  await page.getByRole('link', { name: note.title }).focus();
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('after');
  await dialog.getByRole('button', { name: 'Save tags' }).click();
  await expect(waiting(page)).toHaveText('1 change to send when you’re online');
  await editor.getByLabel('Title').fill('Edited under way');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor.getByText('Kept on this device', { exact: true })).toBeVisible();
  await expect(waiting(page)).toHaveText('2 changes to send when you’re online');
  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  await page.goto(`/new?uuid=${note.uuid}`);
  await expect(page.getByLabel('Title')).toHaveValue('Edited under way');
  await expect(page.getByRole('button', { name: 'Remove the tag before' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove the tag after' })).toBeVisible();
});

test('accepting the other version of a note leaves nothing to send', async ({ page, context, signedIn }) => {
  const { note } = await signedIn.write({ title: 'As it was', visibility: 'private' });
  await openKept(page, `/new?uuid=${note.uuid}`);
  await expect(page.getByLabel('Title')).toHaveValue(note.title);
  await context.setOffline(true);
  await page.getByLabel('Title').fill('As I have it');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(waiting(page)).toHaveText('1 change to send when you’re online');
  await signedIn.change(note, { title: 'As another device has it' });
  await context.setOffline(false);
  await expect(waiting(page)).toHaveText('1 change couldn’t be sent');
  await waiting(page).click();
  await page.getByRole('link', { name: /^Edit: Changes to/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Use the other one' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('As another device has it');
  await expect(waiting(page)).toBeHidden();
});

test('discarding a pending change can be undone', async ({ page, signedIn }) => {
  const { note } = await signedIn.write({ title: 'As it was saved', visibility: 'private' });
  await openKept(page, `/new?uuid=${note.uuid}`);
  await expect(page.getByLabel('Title')).toHaveValue(note.title);
  await page.route(`**/api/notes/${note.uuid}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  await page.getByLabel('Title').fill('As it waits');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(waiting(page)).toHaveText('1 change to send when you’re online');
  await page.goto(`/new?uuid=${note.uuid}`);
  await expect(page.getByLabel('Title')).toHaveValue('As it waits');
  await page.getByRole('button', { name: 'Discard them' }).click();
  await expect(page.getByLabel('Title')).toHaveValue(note.title);
  await expect(waiting(page)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(waiting(page)).toHaveText('1 change to send when you’re online');
});

test('signing out asks first about unsent changes and texts, and removes them', async ({ page, context, signedIn }) => {
  await openKept(page, '/new');
  await page.route(/\/api\/(notes|drafts\/.*)$/, (route) => route.abort());
  await page.getByLabel('Title').fill('Not sent yet');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(waiting(page)).toHaveText('1 change to send when you’re online');
  await page.getByRole('link', { name: 'Write another' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await page.getByLabel('Title').fill('Only begun');
  await page.getByRole('link', { name: `@${signedIn.person.handle}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: '2 changes not sent yet' });
  await expect(question.getByRole('listitem')).toHaveText(['New note “Not sent yet”', 'Only begun']);
  await question.getByRole('button', { name: 'Sign out and lose them' }).click();
  await page.waitForURL('/');
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databases).not.toContainEqual(expect.stringContaining('commonplace:outbox'));
  expect(
    (await context.storageState()).origins.flatMap((origin) => origin.localStorage.map(({ name }) => name)),
  ).toEqual(expect.not.arrayContaining([expect.stringMatching(/^commonplace:(unsent|draft|text)/)]));
});
