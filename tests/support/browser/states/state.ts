import { expect, type Page } from '@playwright/test';
import { paths } from '../../../../src/platform/model/paths.ts';
import type { Furnished } from '../furnished.ts';

/** Who looks: a visitor, a member with something of everything, one who has just joined, or the owner of the site. */
export type Viewer = 'visitor' | 'member' | 'newcomer' | 'owner';

/** A screen in one of its states, as one kind of person sees it. */
export type State = {
  name: string;
  as: Viewer;
  /** Its path; that of a screen without one is found by `pathOf`. */
  at: (made: Furnished) => string;
  /** Whether it is opened in a window of a phone: what it opens has no button on wider ones. */
  narrow?: true;
  /** Whether it never loads completely. */
  partial?: true;
  /** Runs before it is opened, such as what makes a call fail. */
  before?: (page: Page) => Promise<unknown>;
  /** Brings the open screen into the state. */
  open?: (page: Page, made: Furnished) => Promise<unknown>;
  /** The file below `src` whose dialog or menu it shows. */
  shows?: string;
};

export const button = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first();
export const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
export const chooseIn = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await button(page, menu).click();
  await page.getByRole('menuitem', { name: item }).click();
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first()).toBeVisible();
};
export const fails = (path: string) => (page: Page) => page.route(`**/api/${path}`, (route) => route.abort());
export const submit = (name: string) => async (page: Page) => {
  await button(page, name).click();
  await expect(page.getByRole('alert').or(page.locator('[aria-invalid=true]')).first()).toBeVisible();
};

export const home = () => paths.home;
export const library = () => paths.user;
export const note = (made: Furnished) => made.note;
export const other = (made: Furnished) => made.other;
export const editor = (made: Furnished) => paths.edit(made.noteId);
export const copy = (made: Furnished) => paths.copy(made.copiedId);
export const fixed = (path: string) => () => path;
export const firstActions = /^Actions for/;
export const collectionActions = /^Actions for (On margins|C+)$/;

export async function selectTwo(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Select:/ });
  for (const at of [0, 1]) await boxes.nth(at).click();
}

/** Waits until the thread below a note has come alive, which it does when it is in sight. */
async function wakeThread(page: Page): Promise<void> {
  await page.locator('#thread').scrollIntoViewIfNeeded();
  await expect(button(page, 'Comment')).toBeVisible();
}

export const inThread = (name: string) => async (page: Page) => {
  await wakeThread(page);
  await button(page, name).click();
};

export async function showVersion(page: Page): Promise<void> {
  await button(page, 'History').click();
  await page.getByRole('list', { name: 'Versions', exact: true }).getByRole('button').last().click();
  await expect(page.getByRole('heading', { name: /^Version of/ })).toBeVisible();
}

export async function keepUnsent(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Star:/ })
    .first()
    .click();
  await expect(button(page, /to send|couldn’t be sent/)).toBeVisible();
}
