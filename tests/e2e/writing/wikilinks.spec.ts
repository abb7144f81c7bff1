import { expect, test } from '../../support/browser/fixtures.ts';
import { waitForTextInFile } from '../../support/builds/published.ts';

test('a title is completed after two brackets, links to its note, and the note shows the backlink without scripts', async ({
  app,
  browser,
  page,
  signedIn,
}) => {
  const { handle } = signedIn.person;
  const target = await signedIn.write({ title: `Green tea of ${handle}` });
  await signedIn.write({ title: `A pot of green tea of ${handle}` });
  await page.setViewportSize({ width: 320, height: 720 });
  await page.goto('/new');
  await page.getByLabel('Title').fill(`Morning of ${handle}`);
  const text = page.getByLabel('Text');
  await text.pressSequentially('Begin with [[green');
  const list = page.getByRole('listbox', { name: 'Notes to link to' });
  const options = list.getByRole('option');
  await expect(options).toHaveCount(2);
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(text).toHaveAttribute('aria-controls', (await list.getAttribute('id')) ?? '');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const caretLine = await text.evaluate((field) => field.getBoundingClientRect().top);
  expect((await list.boundingBox())?.y).toBeGreaterThan(caretLine);
  await text.press('Escape');
  await expect(list).toBeHidden();
  await expect(text).toBeFocused();
  await text.pressSequentially(' t');
  await expect(options.first()).toContainText(`Green tea of ${handle}`);
  await text.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await text.press('ArrowUp');
  await text.press('Enter');
  await expect(text).toHaveValue(`Begin with [[Green tea of ${handle}]]`);
  await text.pressSequentially('.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await expect(page).toHaveURL(/\/note\/detail\//);
  await waitForTextInFile(app, target.path, 'Mentioned in');

  const reader = await browser.newContext({ javaScriptEnabled: false });
  const plain = await reader.newPage();
  await plain.goto(app.url + target.path);
  await plain
    .getByRole('complementary', { name: 'Mentioned in' })
    .getByRole('link', { name: `Morning of ${handle}` })
    .click();
  await plain
    .locator('.prose')
    .getByRole('link', { name: `Green tea of ${handle}` })
    .click();
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText(`Green tea of ${handle}`);
  await reader.close();
});
