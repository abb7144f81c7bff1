import { expect, test } from '../../support/browser/fixtures.ts';
import { tabTo, waitForFocusIn } from '../../support/browser/keyboard.ts';
import { openLoaded } from '../../support/browser/screens.ts';

const lamp = 'The quorvane lamp burns fish oil, and its dimberwick lasts three nights.';

test('a note, and a passage selected in it, can be asked about by keyboard alone', async ({ page, signedIn }) => {
  const { path } = await signedIn.write({
    title: 'Lamps by keys alone',
    body: `We lit the quorvane lamp and its dimberwick.\n\n${lamp}`,
    visibility: 'unlisted',
  });
  await openLoaded(page, path);
  const asking = page.getByRole('button', { name: 'Ask this note', exact: true });
  await tabTo(page, asking);
  await page.keyboard.press('Enter');
  const box = page.getByRole('dialog', { name: 'Ask this note', exact: true });
  await waitForFocusIn(box);
  await tabTo(page, box.getByRole('textbox', { name: 'Your question about this note', exact: true }));
  await page.keyboard.type('How long does a dimberwick last?');
  await page.keyboard.press('Enter');
  await tabTo(page, box.getByRole('link', { name: lamp }));
  await page.keyboard.press('Enter');
  await expect(box).toHaveCount(0);
  await expect(page.locator('.prose :target')).toHaveText(lamp);

  await page.keyboard.press('a');
  await waitForFocusIn(box);
  await tabTo(page, box.getByRole('button', { name: 'Select a passage by keyboard', exact: true }));
  await page.keyboard.press('Enter');
  const text = page.getByRole('textbox', { name: 'Text of the note', exact: true });
  await expect(text).toBeFocused();
  await page.keyboard.type('Nothing here can be changed');
  await expect(text).not.toContainText('Nothing here');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Enter');
  const about = page.getByRole('dialog', { name: 'Ask about this passage', exact: true });
  await waitForFocusIn(about);
  await expect(about.getByText('We lit the quorvane lamp')).toBeVisible();
  await expect(text).toHaveCount(0);
  await tabTo(page, about.getByRole('button', { name: 'Explain', exact: true }));
  await page.keyboard.press('Enter');
  await expect(about.getByRole('link', { name: lamp }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(about).toHaveCount(0);
  await expect(asking).toBeFocused();
});

test('leaving the text without selecting a passage restores the focus', async ({ page, signedIn }) => {
  const { path } = await signedIn.write({ title: 'Left by keys', body: lamp, visibility: 'unlisted' });
  await openLoaded(page, path);
  const asking = page.getByRole('button', { name: 'Ask this note', exact: true });
  await tabTo(page, asking);
  await page.keyboard.press('Enter');
  await waitForFocusIn(page.getByRole('dialog', { name: 'Ask this note', exact: true }));
  await tabTo(page, page.getByRole('button', { name: 'Select a passage by keyboard', exact: true }));
  await page.keyboard.press('Enter');
  const text = page.getByRole('textbox', { name: 'Text of the note', exact: true });
  await expect(text).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(text).toHaveCount(0);
  await expect(asking).toBeFocused();
});
