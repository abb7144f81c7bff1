import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { waitForFile } from '../../support/builds/published.ts';
import { pngOf, givePictures } from '../../support/pictures.ts';

/** Requests of a page to other origins. */
function askedElsewhere(page: Page, home: string): string[] {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(home) && request.url().startsWith('http')) elsewhere.push(request.url());
  });
  return elsewhere;
}

/** The pictures inside this selector once they are decoded, with their displayed size. */
async function shownPictures(page: Page, selector: string): Promise<{ src: string; width: number; height: number }[]> {
  const pictures = page.locator(selector);
  await expect(pictures.first()).toBeVisible();
  return pictures.evaluateAll((found) =>
    Promise.all(
      (found as HTMLImageElement[]).map(async (one) => {
        one.scrollIntoView();
        await one.decode();
        const { width, height } = one.getBoundingClientRect();
        return { src: new URL(one.currentSrc).pathname, width: Math.round(width), height: Math.round(height) };
      }),
    ),
  );
}

test('a link shows its site’s icon and lead picture, from our own address and without scripts', async ({
  page,
  app,
  signedIn,
  browser,
}) => {
  const [icon, lead] = await Promise.all([pngOf(64, 64, '#b0413e'), pngOf(1200, 600, '#3e6fb0')]);
  const { note, path } = await signedIn.write({ title: 'With pictures', url: 'https://pictures.example/page' });
  await givePictures(app, note, { icon, lead });
  await signedIn.write({ title: 'Without any' });
  await waitForFile(app, path);
  const elsewhere = askedElsewhere(page, app.url);

  await page.goto('/user');
  const row = page.getByRole('row', { name: /With pictures/ }).or(page.locator('li', { hasText: 'With pictures' }));
  await expect(
    row
      .first()
      .or(page.getByRole('link', { name: 'With pictures' }))
      .first(),
  ).toBeVisible();
  const [tile, leading] = await shownPictures(page, 'main img[src^="/pictures/"]');
  expect(tile?.src).toMatch(/^\/pictures\/[0-9a-f]{32}-64\.webp$/);
  expect(leading?.src).toMatch(/^\/pictures\/[0-9a-f]{32}-320\.webp$/);
  expect(elsewhere).toEqual([]);

  // The reading list shows the same, unless the reader prefers titles and names only.
  await signedIn.mark(note.uuid, 'save');
  await page.goto('/inbox#reading');
  const [saved] = await shownPictures(page, '.card .lead-picture');
  expect((saved?.width ?? 0) / (saved?.height ?? 1)).toBeCloseTo(2, 1);
  await page.goto('/user/settings/look');
  await page.getByRole('radio', { name: 'Compact' }).check();
  await page.goto('/inbox#reading');
  await expect(page.getByRole('article').getByRole('link', { name: 'With pictures', exact: true })).toBeVisible();
  await expect(page.locator('.card .lead-picture')).toBeHidden();

  const reader = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false });
  const open = await reader.newPage();
  await expect(async () => {
    await open.goto(`/u/${signedIn.person.handle}`);
    await expect(open.locator('.card .lead-picture')).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  const [shown] = await shownPictures(open, '.card .lead-picture');
  expect((shown?.width ?? 0) / (shown?.height ?? 1)).toBeCloseTo(2, 1);
  await expect(open.locator('.card .lead-picture')).toHaveAttribute('loading', 'lazy');
  await expect(open.locator('.card .site-icon')).toHaveAttribute('alt', '');
  await open.goto(path);
  await expect(open.locator('.note-source .site-icon')).toBeVisible();
  await reader.close();

  // What a search finds shows both too; a note without a link shows neither.
  await page.goto('/user/settings/look');
  await page.getByRole('radio', { name: 'Comfortable' }).check();
  await page.goto(`/search?q=@${signedIn.person.handle}`);
  const found = (title: string) => page.getByRole('article').filter({ hasText: title });
  await expect(found('With pictures')).toContainText('pictures.example');
  const [foundIcon, foundLead] = await shownPictures(page, '[data-search-results] img');
  expect(foundIcon?.src).toBe(tile?.src);
  expect((foundLead?.width ?? 0) / (foundLead?.height ?? 1)).toBeCloseTo(2, 1);
  await expect(found('Without any').locator('img')).toHaveCount(0);
  await expect(found('Without any')).not.toHaveClass(/with-picture/);
  // While one types on, a picture that stays does not blink.
  const staying = page.locator('[data-search-results] .lead-picture');
  await staying.evaluate((picture: HTMLElement) => (picture.dataset.kept = ''));
  await page.getByRole('searchbox').fill(`pictures @${signedIn.person.handle}`);
  await expect(found('Without any')).toHaveCount(0);
  await expect(staying).toHaveAttribute('data-kept');
  expect(elsewhere).toEqual([]);
});

test('an avatar is uploaded in the settings, shown in the header and on the profile, and removed', async ({
  page,
  app,
  signedIn,
}) => {
  const { path } = await signedIn.write({ title: 'By somebody with a face' });
  await page.goto('/user/settings/profile');
  const choose = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload a picture' }).click();
  await (await choose).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await pngOf(400, 300, '#7a5') });
  await expect(page.getByText('Picture changed.')).toBeVisible();
  await expect(page.locator('[data-session-initials] img')).toHaveCount(1);
  await waitForFile(app, path);
  await expect(async () => {
    await page.goto(`/u/${signedIn.person.handle}`);
    await expect(page.locator('.person > img.initials')).toHaveCount(1, { timeout: 1000 });
  }).toPass();

  await page.goto('/user/settings/profile');
  const again = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Change picture' }).click();
  await (await again).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByRole('alert')).toContainText('can’t be shown as a picture');
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByText('Picture removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload a picture' })).toBeVisible();
});

/** Holds picture uploads until the returned promise is resolved. */
async function holdPictures(page: Page) {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/pictures*', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held;
}

/** Begins a note of this title. */
async function beginWithPicturesHeld(page: Page, title: string) {
  const held = await holdPictures(page);
  await page.goto('/new');
  await page.getByRole('button', { name: 'Write without a link' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  const text = page.getByRole('textbox', { name: 'Text' });
  return { held, text };
}

test('a picture stays where it was inserted while typing continues, and publishing waits for its upload', async ({
  page,
  signedIn: _,
}) => {
  const { held, text } = await beginWithPicturesHeld(page, 'With a picture on its way');
  await text.fill('Before. ');
  const picture = { name: 'view.png', mimeType: 'image/png', buffer: await pngOf(400, 300, '#7a5') };
  await page.locator('[data-pictures]').setInputFiles(picture);
  await expect(text).toHaveValue(/^Before\. !\[view\]\(sending-\w+\)$/);
  await text.pressSequentially(' After.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Waiting for the picture…')).toBeVisible();
  held.resolve();
  await expect(page.getByRole('link', { name: 'View' })).toBeVisible();
  await page.getByRole('link', { name: 'View' }).click();
  await expect(page.getByRole('article').locator('.prose')).toHaveText('Before.  After.');
  await expect(page.getByRole('article').locator('.prose img')).toHaveAttribute('alt', 'view');
});

test('keeping one’s own version of a note changed elsewhere also waits for its picture', async ({ page, signedIn }) => {
  const { note } = await signedIn.write({ title: 'In two versions' });
  const held = await holdPictures(page);
  await page.goto(`/new?uuid=${note.uuid}`);
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('Mine. ');
  await signedIn.change(note, { body: 'Theirs.' });
  await page.getByRole('button', { name: 'Publish' }).click();
  const conflict = page.getByRole('region', { name: 'This note was changed elsewhere' });
  await expect(conflict).toBeVisible();
  const picture = { name: 'view.png', mimeType: 'image/png', buffer: await pngOf(400, 300, '#7a5') };
  await page.locator('[data-pictures]').setInputFiles(picture);
  await expect(text).toHaveValue(/!\[view\]\(sending-\w+\)/);
  await conflict.getByRole('button', { name: 'Replace it with mine' }).click();
  await expect(page.getByText('Waiting for the picture…')).toBeVisible();
  held.resolve();
  const written = page.getByRole('article').locator('.prose');
  await expect(written).toBeVisible();
  // Until the next build, the page is a file of the previous one.
  await expect(async () => {
    await page.reload();
    await expect(written).toHaveText(/^Mine\./, { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('article').locator('.prose img')).toHaveAttribute('alt', 'view');
});

test('an upload that ends after its picture was removed leaves the text alone, and Undo restores the picture with its address', async ({
  page,
  signedIn: _,
}) => {
  const { held, text } = await beginWithPicturesHeld(page, 'Without the picture');
  await text.pressSequentially('Before.');
  const buffer = await pngOf(400, 300, '#7a5');
  const pictures = ['one', 'two'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer }));
  await page.locator('[data-pictures]').setInputFiles(pictures);
  await expect(text).toHaveValue(/^Before\.!\[one\]\(sending-\w+\)!\[two\]\(sending-\w+\)$/);
  const waiting = await text.inputValue();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Waiting for the picture…' })).toBeVisible();
  await text.fill(`${waiting.replace(/!\[one\]\([^)]*\)/, '')} After`);
  await expect(page.getByText('Waiting for the picture…')).toBeHidden();
  held.resolve();
  await expect(text).toHaveValue(/^Before\.!\[two\]\(\/pictures\/[^)]*\) After$/);
  await text.fill(waiting);
  await expect(text).toHaveValue(/^Before\.!\[one\]\(\/pictures\/[^)]*\)!\[two\]\(\/pictures\/[^)]*\)$/);
  await text.fill('![gone](sending-0a1b2c3d)');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('A picture in the text wasn’t uploaded.')).toBeVisible();
});
