import type { Locator, Page } from '@playwright/test';

/** The thread of a note's page. */
export const threadOf = (page: Page): Locator => page.getByRole('region', { name: /comments?( yet)?$/ });

/** The comment with this text, which none of its answers contains. */
export const commentOf = (page: Page, text: string): Locator =>
  threadOf(page).getByRole('listitem').filter({ hasText: text }).last();

/** A button of this comment; its answers have buttons of the same names. */
export const actionOf = (comment: Locator, name: string | RegExp): Locator =>
  comment.getByRole('button', { name, exact: typeof name === 'string' }).first();

/** Opens the comment form; before the thread is hydrated, a link stands in place of its button. */
export const openForm = (page: Page): Promise<void> =>
  threadOf(page)
    .getByRole('link', { name: 'Comment', exact: true })
    .or(threadOf(page).getByRole('button', { name: 'Comment', exact: true }))
    .click();

/** Posts a comment through the page's own form. */
export async function postComment(page: Page, text: string): Promise<void> {
  await openForm(page);
  const form = page.getByRole('form', { name: 'Your comment', exact: true });
  await form.getByRole('textbox').fill(text);
  await form.getByRole('button', { name: 'Comment', exact: true }).click();
}
