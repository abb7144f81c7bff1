import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import type { App } from '../../app.ts';
import type { World } from '../furnished.ts';
import { openLoaded, pathOf, screens } from '../screens.ts';
import { addresses } from './addresses.ts';
import { layers } from './layers.ts';
import { opened } from './opened.ts';
import type { State } from './state.ts';
import { wrong } from './wrong.ts';

/**
 * Every screen in every state: what the walk of widths, axe and the contact sheets look at. A unit test compares it with the
 * routes, and with the dialogs and menus of the code.
 */
export const states: readonly State[] = [
  ...screens.map(({ name, path, signedIn }): State => ({ name, as: signedIn ? 'member' : 'visitor', at: () => path })),
  ...addresses,
  ...layers,
  ...opened,
  ...wrong,
];

/** The first dialog or menu in sight. */
const layerOf = (page: Page) =>
  page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .or(page.getByRole('menu'))
    .filter({ visible: true })
    .first();

/** Opens this state in a page of its own, as its viewer. */
export async function pageOf(
  browser: Browser,
  app: App,
  { made, sessions }: World,
  state: State,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const storageState = sessions[state.as];
  const page = await browser.newPage({ baseURL: app.url, storageState, serviceWorkers: 'block', ...options });
  const path = state.at(made) || (await pathOf(app, { name: state.name, path: '' }));
  if (state.narrow) await page.setViewportSize({ width: 390, height: 844 });
  await state.before?.(page);
  const open = async () => {
    if (state.partial) await page.goto(path);
    else await openLoaded(page, path);
    await state.open?.(page, made);
    if (state.shows) await expect(layerOf(page)).toBeVisible();
  };
  page.setDefaultTimeout(20_000);
  // Once more if a list that loads again closed what was just opened: how things open has journeys of its own.
  await open()
    .catch(open)
    .catch((error: unknown) => {
      throw new Error(`Could not open ${state.name}, ${page.url()}`, { cause: error });
    });
  return page;
}
