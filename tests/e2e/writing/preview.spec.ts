import { axeBuilder } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded } from '../../support/browser/screens.ts';

test('the preview shows what readers will see, beside the text or in its place, and says when it fails', async ({
  page,
  signedIn: _,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  await openLoaded(page, '/new');
  await page.getByRole('button', { name: 'Write without a link' }).click();
  const text = page.getByLabel('Text');
  const shown = page.getByRole('region', { name: 'Preview', exact: true });
  const button = page.getByRole('button', { name: 'Preview', exact: true });

  await test.step('beside the text, while typing', async () => {
    await text.fill('A *margin* is room.\n\n<b>Not bold</b>');
    await text.press('Control+Shift+E');
    await expect(shown.locator('em')).toHaveText('margin');
    await expect(shown.getByText('<b>Not bold</b>')).toBeVisible();
    await expect(text).toBeFocused();
    await text.fill('A **margin** is room.\n\n## Why');
    await expect(shown.locator('strong')).toHaveText('margin');
    await expect(shown.getByRole('heading', { name: 'Why', exact: true })).toBeVisible();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('the preview scrolls with the text, and keeps its scroll position while it changes', async () => {
    const long = Array.from({ length: 80 }, (_, line) => `Paragraph ${line}.`).join('\n\n');
    await text.fill(long);
    await expect(shown.getByText('Paragraph 79.', { exact: true })).toBeAttached();
    await text.evaluate((field) => field.scrollTo(0, field.scrollHeight));
    await expect(shown.getByText('Paragraph 79.', { exact: true })).toBeInViewport();
    await text.evaluate((field) => field.scrollTo(0, 0));
    await expect(shown.getByText('Paragraph 0.', { exact: true })).toBeInViewport();
    await shown.evaluate((box) => box.scrollTo(0, 500));
    await text.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 0));
    await text.pressSequentially('First. ');
    await expect(shown.getByText('First. Paragraph 0.', { exact: true })).toBeAttached();
    expect(await shown.evaluate((box) => box.scrollTop)).toBe(500);
  });

  await test.step('axe finds nothing in it', async () => {
    await text.fill('Room to *answer*.');
    await expect(shown.locator('em')).toHaveText('answer');
    expect((await axeBuilder(page).analyze()).violations).toEqual([]);
  });

  await test.step('a failure says so, keeps the last preview, and can be retried', async () => {
    await page.route('**/api/preview', (route) => route.abort());
    await text.fill('Room to **reply**.');
    await expect(page.getByRole('alert')).toContainText('This preview is out of date');
    await expect(shown.locator('em')).toHaveText('answer');
    await page.unroute('**/api/preview');
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await expect(shown.locator('strong')).toHaveText('reply');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('on a phone it replaces the text, and keys lead there and back', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(shown).toBeVisible();
    await expect(text).toBeHidden();
    await button.press('Control+Shift+E');
    await expect(text).toBeFocused();
    await expect(shown).toHaveCount(0);
    await text.press('Control+Shift+E');
    await expect(shown).toBeFocused();
    await expect(shown.locator('strong')).toHaveText('reply');
    await shown.press('Control+Shift+E');
    await expect(text).toHaveValue('Room to **reply**.');
  });

  await test.step('the choice is kept where both fit', async () => {
    await button.click();
    await expect(shown).toBeVisible();
    await page.reload();
    await expect(text).toBeVisible();
    await expect(shown).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.reload();
    await expect(shown.locator('strong')).toHaveText('reply');
  });
});
