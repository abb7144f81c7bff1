import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { waitForFocusIn } from '../../support/browser/keyboard.ts';

async function openKit(page: Page) {
  await page.goto('/kit');
  await expect(page.getByRole('heading', { name: 'Modal', exact: true })).toBeVisible();
}

const opener = (page: Page, name = 'Open a modal') => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name = 'About this one') => page.getByRole('dialog', { name });

test('the modal is loaded on first use, shows any component with its props, and has an accessible name', async ({
  page,
}) => {
  await openKit(page);
  await expect(page.locator('#modal')).toBeEmpty();
  await opener(page).click();
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page)).toHaveAccessibleDescription('Any component with any props.');
  await expect(page.locator('#modal')).not.toBeEmpty();
});

test('Tab stays inside, and the focus returns to the opener', async ({ page }) => {
  await openKit(page);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press(key);
      await expect.poll(() => dialog(page).evaluate((box) => box.contains(document.activeElement))).toBe(true);
    }
  }
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
});

for (const [how, close] of [
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['the backdrop', (page: Page) => page.mouse.click(10, 10)],
  ['its cross', (page: Page) => dialog(page).getByRole('button', { name: 'Close', exact: true }).click()],
  ['what is inside', (page: Page) => dialog(page).getByRole('button', { name: 'Done', exact: true }).click()],
] as const) {
  test(`${how} closes it and its callback runs once`, async ({ page }) => {
    await openKit(page);
    await opener(page).click();
    await waitForFocusIn(dialog(page));
    await close(page);
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByTestId('closings')).toHaveText('1');
    await expect(opener(page)).toBeFocused();
  });
}

test('a locked modal is closed only by what is inside it', async ({ page }) => {
  await openKit(page);
  await opener(page, 'Open a locked modal').click();
  const locked = dialog(page, 'About a locked one');
  await waitForFocusIn(locked);
  await page.keyboard.press('Escape');
  await page.mouse.click(10, 10);
  await locked.getByRole('button', { name: 'Count', exact: true }).click();
  await expect(locked.getByText('Counted to 1')).toBeVisible();
  await locked.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(locked).toBeHidden();
});

test('it keeps its content until it has closed, and drops it then', async ({ page }) => {
  await openKit(page);
  await opener(page).click();
  await dialog(page).getByRole('button', { name: 'Count', exact: true }).click();
  await expect(dialog(page).getByText('Counted to 1')).toBeVisible();
  // Records its text at each change while it closes.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const place = document.querySelector('#modal');
    const look = () => {
      const popup = place?.querySelector('[role=dialog][data-closed]');
      if (popup) seen.push(popup.textContent);
    };
    if (place) new MutationObserver(look).observe(place, { subtree: true, childList: true, attributes: true });
  });
  await page.keyboard.press('Escape');
  await expect(page.locator('#modal').getByRole('dialog')).toHaveCount(0);
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((text) => !text.includes('Counted to 1'))).toEqual([]);
  await opener(page).click();
  await expect(dialog(page).getByText('Counted to 0')).toBeVisible();
});

test('a second modal waits until the first has closed', async ({ page }) => {
  await openKit(page);
  await opener(page).click();
  await dialog(page).getByRole('button', { name: 'Open another', exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Done', exact: true }).click();
  await expect(dialog(page, 'About another')).toBeVisible();
  await expect(page.getByTestId('closings')).toHaveText('1');
  await waitForFocusIn(dialog(page, 'About another'));
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'About another')).toBeHidden();
});

test('after a reload while it is open, one Back leads to the previous page', async ({ page }) => {
  await page.goto('/signin');
  await openKit(page);
  await opener(page).click();
  await expect(dialog(page)).toBeVisible();
  await page.reload();
  await expect(opener(page)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => (history.state as { modal?: string } | null)?.modal)).toBe('below');
  await page.goBack();
  await expect(page).toHaveURL(/\/signin$/);
});

test('Back closes it and stays on the page; once it is closed, Back leads to the previous page', async ({ page }) => {
  await page.goto('/tag');
  await openKit(page);
  await opener(page).click();
  await waitForFocusIn(dialog(page));
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL('/kit');
  await expect(page.getByTestId('closings')).toHaveText('1');
  await opener(page).click();
  await waitForFocusIn(dialog(page));
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/tag');
});

test('a toast above it can be closed without closing it', async ({ page }) => {
  await openKit(page);
  await page.getByRole('button', { name: 'A toast that stays', exact: true }).click();
  const news = page.getByRole('region', { name: 'Notifications', exact: true }).getByText('Above the modal');
  await expect(news).toBeVisible();
  await opener(page).click();
  await expect(dialog(page)).toBeVisible();
  await page.locator('#toasts').getByLabel('Close: Above the modal').click();
  await expect(news).toBeHidden();
  await expect(dialog(page)).toBeVisible();
});

test('a long modal starts at its top on a small screen, and scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await openKit(page);
  await opener(page, 'Open a long modal').click();
  const long = dialog(page, 'A long text');
  await waitForFocusIn(long);
  await expect(long.getByRole('heading', { name: 'A long text', exact: true })).toBeInViewport();
  const end = page.getByRole('button', { name: 'The end', exact: true });
  await end.click();
  await expect(end).toBeHidden();
});

test('a confirmation whose action fails says why and stays open', async ({ page }) => {
  await openKit(page);
  await opener(page, 'Ask').click();
  const question = page.getByRole('alertdialog', { name: 'Delete this example?', exact: true });
  await expect(question.getByRole('button', { name: 'Keep it', exact: true })).toBeFocused();
  // A click outside it does not answer the question.
  await page.mouse.click(10, 10);
  await question.getByRole('button', { name: 'Delete it', exact: true }).click();
  await expect(question.getByRole('alert')).toHaveText('The server couldn’t be reached.');
  await question.getByRole('button', { name: 'Delete it', exact: true }).click();
  await expect(question).toBeHidden();
});

test('deleting a note permanently asks, deletes, says so, and moves the focus to the list', async ({
  page,
  signedIn,
}) => {
  const title = `Asked for by ${signedIn.person.handle}`;
  const { note } = await signedIn.write({ title, visibility: 'private' });
  await page.goto('/user');
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  const news = page.getByRole('region', { name: 'Notifications', exact: true }).getByRole('listitem');
  await expect(news).toContainText('Moved to the bin');
  await expect(news).toContainText(title);
  await expect(page.getByRole('heading', { name: 'My library', exact: true })).toBeFocused();

  await page.getByRole('link', { name: 'Bin', exact: true }).click();
  const actions = page.getByRole('group', { name: `Actions for ${title}`, exact: true });
  const question = page.getByRole('alertdialog', { name: 'Delete this note for good?', exact: true });
  await actions.getByRole('button', { name: 'Delete for good', exact: true }).click();
  await expect(question).toContainText(title);
  await question.getByRole('button', { name: 'Keep it', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(actions.getByRole('button', { name: 'Delete for good', exact: true })).toBeFocused();

  await actions.getByRole('button', { name: 'Delete for good', exact: true }).click();
  await page.route('**/api/bin/*', (route) => route.abort());
  await question.getByRole('button', { name: 'Delete for good', exact: true }).click();
  await expect(question.getByRole('alert')).toContainText('The server couldn’t be reached');
  await page.unroute('**/api/bin/*');
  await question.getByRole('button', { name: 'Delete for good', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(actions).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Bin', exact: true })).toBeFocused();
  expect(await signedIn.statusOf(`/api/notes/${note.uuid}`)).toBe(410);
});
