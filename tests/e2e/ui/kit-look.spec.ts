import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';

/** Fonts differ between machines, so only boxes and colours are compared. */
async function openKit(page: Page) {
  await page.goto('/kit');
  await expect(page.getByRole('heading', { name: 'Avatar', exact: true })).toBeVisible();
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, of: string, name: string) => part(page, of).getByRole('group', { name, exact: true });
const boxesOf = (all: Locator) =>
  all.evaluateAll((elements) =>
    elements.map((element) => {
      const { width, height } = element.getBoundingClientRect();
      return [width, height] as const;
    }),
  );
const styleOf = (one: Locator, name: 'backgroundColor' | 'color' | 'borderTopColor') =>
  one.evaluate((element, property) => getComputedStyle(element)[property], name);

test('avatars are discs of nine sizes', async ({ page }) => {
  await openKit(page);
  const discs = row(page, 'Avatar', 'sizes').getByRole('img');
  const sizes = [16, 20, 24, 32, 36, 40, 44, 48, 56];
  expect(await boxesOf(discs)).toEqual(sizes.map((size) => [size, size]));
  for (const disc of await discs.all())
    await expect(disc).toHaveCSS('border-radius', /^(?:50%|\d{4,}px|3\.\d+e\+07px)$/);
  const named = row(page, 'Avatar', 'names').getByRole('img');
  await expect(named).toHaveText(['AL', 'éd', '清', 'अश', 'ا', '👩🏽‍🚀S', '']);
});

test('buttons have six heights, and each has a touch target of 44 pixels', async ({ page }) => {
  await openKit(page);
  const buttons = row(page, 'Button', 'sizes').getByRole('button');
  expect((await boxesOf(buttons)).map(([, height]) => height)).toEqual([28, 36, 44, 48, 52, 56]);
  for (const button of await buttons.all()) {
    const room = await button.evaluate((element) => {
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const reach = Math.max(height, 44) / 2 - 1;
      const [x, middle] = [left + width / 2, top + height / 2];
      return [middle - reach, middle + reach].map((y) => document.elementFromPoint(x, y) === element);
    });
    expect(room).toEqual([true, true]);
  }
});

for (const [colorScheme, colours] of [
  [
    'light',
    {
      primary: ['oklch(0.47 0.12 154)', 'oklch(1 0 0)', 'oklch(0.96 0.03 156)'],
      neutral: ['oklch(0.24 0.02 262)', 'oklch(0.99 0.002 250)', 'oklch(0.966 0.004 255)'],
      danger: ['oklch(0.5 0.19 27)', 'oklch(0.99 0.002 250)', 'oklch(0.965 0.018 20)'],
    },
  ],
  [
    'dark',
    {
      primary: ['oklch(0.79 0.15 153)', 'oklch(0.2 0.04 155)', 'oklch(0.29 0.045 156)'],
      neutral: ['oklch(0.93 0.006 255)', 'oklch(0.19 0.012 260)', 'oklch(0.255 0.015 260)'],
      danger: ['oklch(0.76 0.14 22)', 'oklch(0.19 0.012 260)', 'oklch(0.28 0.05 22)'],
    },
  ],
] as const) {
  test(`primary is green, grey is cool, danger is red, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openKit(page);
    for (const color of ['primary', 'neutral', 'danger'] as const) {
      const [full, on, soft] = colours[color];
      const button = (variant: string) =>
        row(page, 'Button', variant).getByRole('button', { name: color, exact: true });
      expect(await styleOf(button('solid'), 'backgroundColor'), color).toBe(full);
      expect(await styleOf(button('solid'), 'color'), color).toBe(on);
      expect(await styleOf(button('soft'), 'backgroundColor'), color).toBe(soft);
      expect(await styleOf(button('ghost'), 'backgroundColor'), color).toBe('rgba(0, 0, 0, 0)');
      if (color !== 'neutral') expect(await styleOf(button('outline'), 'borderTopColor'), color).toBe(full);
    }
  });
}

test('in forced colours, chosen, switched and pressed states are visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openKit(page);
  const tab = (selected: boolean) => page.getByRole('tab', { selected, disabled: false }).first();
  expect(await styleOf(tab(true), 'backgroundColor')).not.toBe(await styleOf(tab(false), 'backgroundColor'));
  const on = page.getByRole('switch', { checked: true }).first();
  await expect(on).toHaveCSS('border-top-style', 'solid');
  expect(await styleOf(on.locator('span').first(), 'backgroundColor')).not.toBe(await styleOf(on, 'backgroundColor'));
  await expect(page.getByRole('main').locator('.button').first()).toHaveCSS('border-top-style', 'solid');
});

test('with more contrast requested, secondary text is as dark as the rest', async ({ page }) => {
  await openKit(page);
  const muted = () =>
    page.evaluate(() => {
      const { color } = getComputedStyle(document.documentElement);
      const text = document.querySelector('main')?.appendChild(document.createElement('p'));
      if (text) text.style.color = 'var(--muted)';
      return text !== undefined && getComputedStyle(text).color !== color;
    });
  expect(await muted()).toBe(true);
  await page.emulateMedia({ contrast: 'more' });
  expect(await muted()).toBe(false);
});

for (const width of [390, 768, 1280]) {
  const tag = width === 768 ? ['@long'] : [];
  test(`nothing in the kit overlaps or overflows, ${width} pixels`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openKit(page);
    const trouble = await page.evaluate(() => {
      const found: string[] = [];
      const called = (element: Element) => `${element.tagName} ${element.textContent.slice(0, 30)}`;
      for (const section of document.querySelectorAll('.kit-part')) {
        const room = section.getBoundingClientRect();
        const shown = [...section.querySelectorAll('a, button, input, textarea, select, [role]')].filter((element) => {
          const { width: wide, height } = element.getBoundingClientRect();
          return wide > 1 && height > 1 && !element.closest('.sr-only, [aria-hidden=true]');
        });
        for (const element of shown) {
          const box = element.getBoundingClientRect();
          // A tab bar scrolls within itself.
          if (element.closest('[role=tablist]')) continue;
          if (box.left < room.left - 1 || box.right > room.right + 1) found.push(`${called(element)} leaves its part`);
        }
        for (const [index, one] of shown.entries()) {
          for (const other of shown.slice(index + 1)) {
            if (one.contains(other) || other.contains(one)) continue;
            const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (across > 1 && along > 1) found.push(`${called(one)} over ${called(other)}`);
          }
        }
      }
      return found;
    });
    expect(trouble).toEqual([]);
  });
}
