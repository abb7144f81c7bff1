import type { Page } from '@playwright/test';
import { axeInScheme } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { waitForFocusIn } from '../../support/browser/keyboard.ts';

async function openKit(page: Page) {
  await page.goto('/kit');
  await expect(page.getByRole('heading', { name: 'Avatar', exact: true })).toBeVisible();
}

async function violations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  // The focus guards of a menu hand the focus on at once, which axe cannot see.
  const { violations: found } = await axeInScheme(page, colorScheme).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    const tag = (colorScheme === 'dark') === (width === 390) ? ['@long'] : [];
    test(`axe finds nothing in the kit, ${colorScheme}, ${width} pixels`, { tag }, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await openKit(page);
      expect(await violations(page, colorScheme)).toEqual([]);
      const room = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(room[0], 'no component is wider than the screen').toBeLessThanOrEqual(room[1] ?? 0);

      for (const name of ['A failure that stays', 'With actions', 'A very long one']) {
        await page.getByRole('button', { name, exact: true }).dispatchEvent('click');
      }
      await expect(page.getByRole('region', { name: 'Notifications', exact: true }).getByRole('listitem')).toHaveCount(
        3,
      );
      expect(await violations(page, colorScheme), 'with toasts').toEqual([]);
      await page.getByRole('button', { name: 'Clear all', exact: true }).dispatchEvent('click');

      await page.getByRole('button', { name: 'Open a modal', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violations(page, colorScheme), 'with a modal').toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();

      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      expect(await violations(page, colorScheme), 'with a menu').toEqual([]);
    });
  }
}

test('nothing in the kit violates the content security policy', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  await openKit(page);
  await page.getByRole('button', { name: 'A toast', exact: true }).click();
  await page.getByRole('button', { name: 'Open a modal', exact: true }).click();
  await waitForFocusIn(page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(refused).toEqual([]);
});

test('a menu works by keyboard alone', async ({ page }) => {
  await openKit(page);
  const opener = page.getByRole('button', { name: 'Menu', exact: true });
  await opener.focus();
  await page.keyboard.press('ArrowDown');
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await expect(item('Rename')).toBeFocused();
  await page.keyboard.press('End');
  await expect(item('Delete')).toBeFocused();
  await page.keyboard.press('a');
  await expect(item('All notes')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(item('Rename')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Notifications', exact: true })).toContainText('Renamed');
  await expect(page.getByRole('menu')).toBeHidden();
});

test('arrow keys move between tabs, and disabled tabs are skipped or stay closed', async ({ page }) => {
  await openKit(page);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab('Thread').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Newest')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel')).toHaveText(['The newest first.']);
  await page.keyboard.press('End');
  await expect(page.getByRole('tabpanel')).toHaveText(['The last panel.']);
  await expect(page.getByText('Nobody sees this.')).toBeHidden();
});

test('a switch is toggled by its label and by the space bar', async ({ page }) => {
  await openKit(page);
  const mail = page.getByRole('switch', { name: 'Tell me by mail', exact: true });
  await expect(mail).not.toBeChecked();
  await page.getByText('Tell me by mail').click();
  await expect(mail).toBeChecked();
  await mail.focus();
  await page.keyboard.press('Space');
  await expect(mail).not.toBeChecked();
});
