import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Judges what stands still: what fades in has other colours on its way. */
class StillAxe extends AxeBuilder {
  readonly #page: Page;

  constructor(page: Page) {
    super({ page });
    this.#page = page;
  }

  override async analyze() {
    await this.#page.evaluate(async () => {
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      // What opens is drawn once as it begins, and moves from then on.
      for (const _ of ['as it begins', 'on its way']) await frame();
      const moving = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
      while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
    });
    return super.analyze();
  }
}

/**
 * Axe on a page. What passes the focus on at once where a menu or a dialog ends is hidden on purpose. The older way of
 * running needs no second page to put its findings together: no page here has frames of other sites. Of rules that a page
 * obeys it names one place instead of all, which is less to describe and to carry here.
 */
export function axeBuilder(page: Page): AxeBuilder {
  const axe = new StillAxe(page).setLegacyMode().exclude('[data-base-ui-focus-guard]');
  return axe.options({ resultTypes: ['violations'] });
}

/** Axe on a page that is looked at light, with these rules, and dark, where only what depends on colours can differ. */
export const axeInScheme = (page: Page, colorScheme: 'light' | 'dark', rules = axeBuilder(page)): AxeBuilder =>
  colorScheme === 'light' ? rules : axeBuilder(page).withRules(['color-contrast', 'link-in-text-block']);
