import { expect, test } from '../../support/browser/fixtures.ts';
import { waitForFocusIn } from '../../support/browser/keyboard.ts';
import { openLoaded, pathOf, screens, type Screen } from '../../support/browser/screens.ts';
import { ApiUser } from '../../support/people.ts';
import { sampleOf } from '../../support/sample.ts';
import { walkByTab } from '../../support/browser/tab-walk.ts';

/** Every screen as its reader sees it, and the front page as a member sees it, too. */
const walked: readonly Screen[] = [...screens, { name: 'the front page of a member', path: '/', signedIn: true }];
const looked = sampleOf(walked, 3);

for (const screen of walked) {
  const title = `Tab leads through all of ${screen.name}, and the focus is always seen`;
  test(title, { tag: looked.has(screen) ? [] : '@long' }, async ({ app, context, page }) => {
    if (screen.signedIn) {
      const member = await ApiUser.signUp(context.request, app.url);
      await member.write({ title: 'A note by keys', tags: ['keys'] });
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await openLoaded(page, await pathOf(app, screen));
    const { stops, unseen, missed } = await walkByTab(page);
    expect(unseen, 'has the focus, and nobody sees it').toEqual([]);
    expect(missed, 'is never reached').toEqual([]);
    expect(stops).toBeGreaterThan(3);
  });
}

test('the collections of a note are chosen by keyboard, in a dialog that traps the focus and restores it', async ({
  page,
  signedIn,
}) => {
  for (const title of ['On maps', 'On moss']) await signedIn.write({ title });
  await openLoaded(page, '/user');
  const row = (title: string) => page.getByRole('link', { name: title, exact: true });
  await page.keyboard.press('j');
  await expect(row('On moss')).toBeFocused();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Collections', exact: true });
  await waitForFocusIn(dialog);
  for (const key of Array.from({ length: 8 }, (_, press) => (press < 4 ? 'Tab' : 'Shift+Tab'))) {
    await page.keyboard.press(key);
    await waitForFocusIn(dialog);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(row('On moss')).toBeFocused();

  await page.keyboard.press('Shift+J');
  await expect(row('On maps')).toBeFocused();
  await page.keyboard.press('m');
  await waitForFocusIn(dialog);
  await expect(dialog.getByText('For 2 notes.')).toBeVisible();
  const field = dialog.getByRole('textbox', { name: 'Find or add a collection' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Slow reads');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Slow reads 2', exact: true })).toBeVisible();
  await expect(row('On maps')).toBeFocused();

  // Some of a name finds it, and the whole of another one makes that.
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await expect(field).toBeFocused();
  await page.keyboard.type('slow');
  await expect(dialog.getByRole('checkbox', { name: 'Slow reads', exact: true })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'New collection “slow”', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'slow 1', exact: true })).toBeVisible();
  await page.keyboard.press('k');
  await expect(row('On moss')).toBeFocused();
  await page.keyboard.press('m');
  await expect(field).toBeFocused();
  await page.keyboard.type('slow');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'slow 2', exact: true })).toBeVisible();
});
