import type { Page } from '@playwright/test';

/** From the smallest phone to a wide desktop. */
const sixWidths = [320, 390, 640, 768, 1280, 1920];
/** The same in steps of 20 pixels. */
export const everyWidth: readonly number[] = Array.from({ length: 81 }, (_, step) => 320 + step * 20);

/**
 * Finds overflow in this page at each width: elements that make it scroll sideways, and rows of controls that are cut
 * off.
 */
export async function findOverflow(page: Page, widths: readonly number[] = sixWidths): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const element of await page.evaluate(tooWide)) found.push(`${width} pixels: ${element}`);
  }
  return found;
}

/** Runs in the page. */
function tooWide(): string[] {
  const { clientWidth: wide, scrollWidth } = document.documentElement;
  const named = (element: Element) => `${element.outerHTML.slice(0, 120)}…`;
  const elements = [...document.body.querySelectorAll('*')];
  const cut = elements.filter(
    (element) =>
      element.matches('nav, [role=tablist], [role=group], [role=toolbar], [role=radiogroup]') &&
      element.scrollWidth > element.clientWidth + 1,
  );
  const found = cut.map((element) => `is cut: ${named(element)}`);
  if (scrollWidth > wide) {
    // The innermost overflowing elements are the cause; if there are none, the cause has no box of its own.
    const out = elements.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > wide + 0.5 || left < -0.5) && !isScrolled(element);
    });
    const innermost = out.filter((element) => !out.some((other) => other !== element && element.contains(other)));
    found.push(`${scrollWidth - wide} too wide: ${innermost.map(named).join(' | ') || 'nothing with a box'}`);
  }
  return found;

  function isScrolled(element: Element): boolean {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== 'visible') return true;
    }
    return false;
  }
}
