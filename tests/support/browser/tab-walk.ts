import type { Page } from '@playwright/test';

/** More tab stops than any screen has. */
const most = 400;

type Stop = { what: string; seen: boolean };

/**
 * Presses Tab from the start of a page to its end. Returns the number of stops, those where the focus is not visible,
 * and the controls that were never reached.
 */
export async function walkByTab(page: Page): Promise<{ stops: number; unseen: string[]; missed: string[] }> {
  // Starts at the top of the page, wherever the page has put the focus.
  await page.evaluate(() => {
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
  });
  const stops: Stop[] = [];
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(stopHere);
    if (!stop) break;
    stops.push(stop);
  }
  return {
    stops: stops.length,
    unseen: stops.filter(({ seen }) => !seen).map(({ what }) => what),
    missed: await page.evaluate(neverReached),
  };
}

/** Runs in the page: the focused element, unless it was reached before or the focus has left the page. */
async function stopHere(): Promise<Stop | undefined> {
  const focused = document.activeElement as HTMLElement | null;
  if (!focused || focused === document.body || focused.dataset['walked'] !== undefined) return undefined;
  focused.dataset['walked'] = '';
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const around = [focused, focused.parentElement, focused.nextElementSibling, focused.closest('label')];
  const outlined = [undefined, '::after'].some((part) =>
    around.some((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    }),
  );
  const own = focused.getBoundingClientRect();
  // A checkbox that is drawn by its label is as large as the label.
  const { left, right, top, bottom } =
    own.width > 3 ? own : (focused.closest('label') ?? focused).getBoundingClientRect();
  const inWindow = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  const above = document.elementFromPoint((left + right) / 2, Math.min((top + bottom) / 2, innerHeight - 1));
  const label = focused.closest('label');
  const covered = !above || !(focused.contains(above) || above.contains(focused) || label?.contains(above));
  return { what: focused.outerHTML.slice(0, 160), seen: outlined && inWindow && !covered };
}

/** Runs in the page: the focusable elements that Tab never reached. */
function neverReached(): string[] {
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')]
    .filter(
      (element) =>
        element.dataset['walked'] === undefined &&
        element.tabIndex >= 0 &&
        !element.matches(':disabled, [type=radio]') &&
        element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }),
    )
    .map((element) => element.outerHTML.slice(0, 160));
}
