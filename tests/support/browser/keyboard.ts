import { expect, type Locator, type Page } from '@playwright/test';

const focused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

/** Waits until the focus is inside the opened element, which receives no keys before. */
export async function waitForFocusIn(opened: Locator): Promise<void> {
  await expect(opened).toBeVisible();
  await expect.poll(() => opened.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

/** Moves from the open tab to the tab of this name by arrow keys. */
export async function arrowTo(page: Page, tabs: Locator, name: string | RegExp): Promise<void> {
  await tabTo(page, tabs.locator('[aria-selected=true]'));
  const wanted = tabs.getByRole('tab', { name });
  for (let presses = 0; presses < 10 && !(await focused(wanted)); presses += 1) await page.keyboard.press('ArrowRight');
  await expect(wanted).toHaveAttribute('aria-selected', 'true');
}

/** Presses Tab until this element has the focus, and checks that the focus is visible. */
export async function tabTo(page: Page, locator: Locator): Promise<void> {
  await expect(locator).toBeVisible();
  for (let presses = 0; presses < 400 && !(await focused(locator)); presses += 1) await page.keyboard.press('Tab');
  await expect(locator).toBeFocused();
  const outlined = await locator.evaluate((element) => {
    const seen = [element, element.parentElement, element.nextElementSibling].flatMap((part) => part ?? []);
    return seen.some((part) => getComputedStyle(part).outlineStyle !== 'none');
  });
  expect(outlined, 'the focus shows').toBe(true);
}
