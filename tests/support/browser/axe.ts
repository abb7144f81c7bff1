import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Waits for animations to end: the colours of an element that fades in are not its final ones. */
class StillAxe extends AxeBuilder {
  readonly #page: Page;

  constructor(page: Page) {
    super({ page });
    this.#page = page;
  }

  override async analyze() {
    await this.#page.evaluate(async () => {
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      // An opening element is drawn once at its start and is animated from the next frame on.
      for (const _ of ['as it begins', 'on its way']) await frame();
      const moving = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
      while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
    });
    return super.analyze();
  }
}

/**
 * Axe for a page. Focus guards at the end of menus and dialogs are hidden on purpose, so they are excluded. Legacy
 * mode needs no second page to merge its results, and no page here has cross-origin frames. For rules that pass, one
 * element is reported instead of all, which keeps results small.
 */
export function axeBuilder(page: Page): AxeBuilder {
  const axe = new StillAxe(page).setLegacyMode().exclude('[data-base-ui-focus-guard]');
  return axe.options({ resultTypes: ['violations'] });
}

/**
 * Axe for one colour scheme: all these rules in the light one, and only the colour rules in the dark one, where
 * nothing else can differ.
 */
export const axeInScheme = (page: Page, colorScheme: 'light' | 'dark', rules = axeBuilder(page)): AxeBuilder =>
  colorScheme === 'light' ? rules : axeBuilder(page).withRules(['color-contrast', 'link-in-text-block']);
