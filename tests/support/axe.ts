import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Axe on a page. What passes the focus on at once where a menu or a dialog ends is hidden on purpose. The older way of
 * running needs no second page to put its findings together: no page here has frames of other sites.
 */
export function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().exclude('[data-base-ui-focus-guard]');
}
