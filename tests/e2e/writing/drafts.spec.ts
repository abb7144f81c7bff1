import { axeBuilder } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { ApiUser } from '../../support/people.ts';
import { openLoaded, overflowOf } from '../../support/browser/screens.ts';

const onServer = 'Draft saved on this device and online.';

test('typed text survives a crash and appears on another device, and neither of two versions is lost', async ({
  app,
  browser,
  context,
  page,
  signedIn,
}) => {
  const title = `Begun by ${signedIn.person.handle}`;
  const elsewhere = await browser.newContext({ baseURL: app.url });
  await ApiUser.signIn(elsewhere.request, app.url, signedIn.person);
  const other = await elsewhere.newPage();
  const here = await context.newPage();
  const conflict = here.getByRole('heading', { name: 'This draft was changed elsewhere', exact: true });

  await test.step('text is typed and kept, then the tab crashes', async () => {
    await openLoaded(page, '/new');
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Text').fill('Typed first.');
    await expect(page.getByText(onServer)).toBeVisible();
    await page.close();
  });

  await test.step('a new tab restores it', async () => {
    await openLoaded(here, '/new');
    await expect(here.getByText('Your unsaved changes are back', { exact: true })).toBeVisible();
    await expect(here.getByLabel('Text')).toHaveValue('Typed first.');
  });

  await test.step('another device offers it, and continues', async () => {
    await openLoaded(other, '/new');
    await expect(other.getByText('You started a note elsewhere', { exact: true })).toBeVisible();
    expect((await axeBuilder(other).analyze()).violations).toEqual([]);
    await other.getByRole('link', { name: 'Continue', exact: true }).click();
    await expect(other.getByLabel('Title')).toHaveValue(title);
    await other.getByLabel('Text').fill('Typed on the other device.');
    await expect(other.getByText(onServer)).toBeVisible();
  });

  await test.step('typing on the first device shows both versions, and the rejected one can be restored', async () => {
    await here.getByLabel('Text').fill('Typed here.');
    await expect(conflict).toBeFocused();
    await expect(here.getByRole('group', { name: 'Yours', exact: true })).toContainText('Typed here.');
    await expect(here.getByRole('group', { name: /^Written elsewhere/ })).toContainText('Typed on the other device.');
    expect((await axeBuilder(here).analyze()).violations).toEqual([]);
    await here.getByRole('button', { name: 'Use the other one', exact: true }).click();
    await expect(here.getByLabel('Text')).toHaveValue('Typed on the other device.');
    await here.getByRole('button', { name: 'Bring mine back', exact: true }).click();
    await expect(here.getByLabel('Text')).toHaveValue('Typed here.');
    await expect(here.getByText(onServer)).toBeVisible();
  });

  await test.step('saving the note ends the draft everywhere', async () => {
    await here.getByLabel('Who can read it').selectOption('private');
    await here.getByRole('button', { name: 'Save', exact: true }).click();
    await here.getByRole('link', { name: 'View', exact: true }).click();
    await expect(here.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
    expect(JSON.parse(await signedIn.textOf('/api/drafts'))).toEqual({ drafts: [] });
    await openLoaded(here, '/new');
    await expect(here.getByLabel('Title')).toHaveValue('');
  });
  await elsewhere.close();
});

test('edits of a note are kept offline, and can be discarded', async ({ page, signedIn }) => {
  const { note } = await signedIn.write({ title: 'Kept in a tunnel', body: 'As saved.', visibility: 'private' });
  await page.route('**/api/drafts/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await openLoaded(page, `/new?uuid=${note.uuid}`);
  await page.getByLabel('Text').fill('As typed.');
  await expect(page.getByText('Draft saved on this device.')).toBeVisible();
  await openLoaded(page, `/new?uuid=${note.uuid}`);
  await expect(page.getByLabel('Text')).toHaveValue('As typed.');
  await expect(page.getByText('A picture in them is gone')).toHaveCount(0);
  // The server forgets a picture that waits on a device for more than a month.
  const drawn = `As typed, with ![a map](/pictures/${'0'.repeat(32)}-960.webp)`;
  await page.getByLabel('Text').fill(drawn);
  await openLoaded(page, `/new?uuid=${note.uuid}`);
  await expect(page.getByLabel('Text')).toHaveValue(drawn);
  await expect(page.getByRole('status').filter({ hasText: 'A picture in them is gone' })).toContainText('Add it again');
  await page.getByRole('button', { name: 'Discard them', exact: true }).click();
  await expect(page.getByLabel('Text')).toHaveValue('As saved.');
  await openLoaded(page, `/new?uuid=${note.uuid}`);
  await expect(page.getByLabel('Text')).toHaveValue('As saved.');
});

test('offline edits of one note in two tabs are both kept', async ({ context, page, signedIn }) => {
  const { note } = await signedIn.write({ title: 'Open in two tabs', body: 'As saved.', visibility: 'private' });
  await context.route('**/api/drafts/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  const tabs = [page, await context.newPage()];
  for (const tab of tabs) await openLoaded(tab, `/new?uuid=${note.uuid}`);
  for (const [at, tab] of tabs.entries()) await tab.getByLabel('Text').fill(`Typed in tab ${at + 1}.`);
  const again = await context.newPage();
  for (const tab of tabs) await tab.close();

  await openLoaded(again, `/new?uuid=${note.uuid}`);
  const conflict = again.getByRole('region', { name: 'This draft was changed elsewhere', exact: true });
  await expect(conflict.getByRole('group', { name: 'Yours', exact: true })).toContainText('Typed in tab 2.');
  await expect(conflict.getByRole('group', { name: /^Written elsewhere, / })).toContainText('Typed in tab 1.');
  await conflict.getByRole('button', { name: 'Use the other one', exact: true }).click();
  await expect(again.getByLabel('Text')).toHaveValue('Typed in tab 1.');
  await openLoaded(again, `/new?uuid=${note.uuid}`);
  await expect(again.getByLabel('Text')).toHaveValue('Typed in tab 1.');
  await expect(conflict).toBeHidden();
});

test('if the device cannot store drafts, a message says so, and leaving with unsaved text asks first', async ({
  page,
  signedIn,
}) => {
  const { path } = await signedIn.write({ title: 'Read where nothing is kept' });
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
  });
  await page.route('**/api/drafts/**', (route) => route.abort());
  const staysWhenAsked = async () => {
    const asked = page.waitForEvent('dialog');
    const left = page.evaluate(() => location.assign('/'));
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await left;
  };
  await openLoaded(page, '/new');
  await page.getByLabel('Title').fill('Nowhere');
  await page.getByLabel('Text').pressSequentially('Typed.');
  const warning = page.getByText('Drafts can’t be stored on this device. Save before you leave.');
  await expect(warning).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  expect((await warning.boundingBox())?.width, 'on a phone too').toBeGreaterThan(100);
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await staysWhenAsked();
  await expect(page.getByLabel('Text')).toHaveValue('Typed.');
  page.once('dialog', (dialog) => void dialog.accept());
  await openLoaded(page, path);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const comment = page.getByRole('textbox', { name: 'Your comment' });
  await comment.pressSequentially('Said.');
  await expect(page.getByText('Comments can’t be stored on this device. Send yours before you leave.')).toBeVisible();
  await staysWhenAsked();
  await expect(comment).toHaveValue('Said.');
  await page.getByRole('button', { name: 'Comment', exact: true }).last().click();
  await expect(comment).toBeHidden();
  await page.evaluate(() => location.assign('/'));
  await page.waitForURL('/');
});

test('a tag that is renamed elsewhere is renamed in a draft, without a question', async ({
  app,
  page,
  signedIn: _,
}) => {
  await openLoaded(page, '/new?title=On%20ferns&text=Typed%20first.');
  await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('green');
  await page.keyboard.press('Enter');
  await expect(page.getByText(onServer)).toBeVisible();
  const renamed = { data: { from: 'green', to: 'leafy' }, headers: { Origin: app.url } };
  expect((await page.request.post('/api/tags/rename', renamed)).status()).toBe(200);
  await page.getByLabel('Text').fill('Typed first, and more.');
  await expect(page.getByRole('button', { name: 'Remove the tag leafy', exact: true })).toBeVisible();
  await expect(page.getByLabel('Text')).toHaveValue('Typed first, and more.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Published', exact: true })).toBeVisible();
  const tags = (await (await page.request.get('/api/tags')).json()) as { tags: { tag: string }[] };
  expect(tags.tags.map(({ tag }) => tag)).toEqual(['leafy']);
});
