import type { Page } from '@playwright/test';
import { axeBuilder } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded } from '../../support/browser/screens.ts';

const lamp = 'The vurlish lamp burns fish oil, and its glimberwick lasts three nights.';
const filler = Array.from({ length: 30 }, (_, index) => `Paragraph ${index + 1} is about something else.`).join('\n\n');

/** Selects the whole element with this text. */
async function select(page: Page, text: string) {
  await page
    .locator('article .prose p')
    .filter({ hasText: text })
    .evaluate((piece) => getSelection()?.selectAllChildren(piece));
}

test('asking a note quotes the passage that answers, and links to it', async ({ page, signedIn }) => {
  const { path } = await signedIn.write({
    title: 'Lamps of the north',
    body: `${filler}\n\n${lamp}`,
    visibility: 'unlisted',
  });
  await openLoaded(page, path);
  await page.getByRole('button', { name: 'Ask this note' }).click();
  const box = page.getByRole('dialog', { name: 'Ask this note' });
  const field = box.getByRole('textbox', { name: 'Your question about this note' });
  await field.fill('Who won the chess championship?');
  await field.press('Enter');
  await expect(box.getByText('This note says nothing about that.')).toBeVisible();
  await field.fill('How long does a glimberwick last?');
  await field.press('Enter');
  await expect(box.getByText('Quoted from the text')).toBeVisible();
  const { violations } = await axeBuilder(page).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await box.getByRole('link', { name: lamp }).click();
  await expect(box).toHaveCount(0);
  await expect(page.locator('.prose :target')).toHaveText(lamp);
  await expect(page.locator('.prose :target')).toBeInViewport();
});

test('a selected passage can be asked about, and a related note opens at the matching place', async ({
  page,
  signedIn,
}) => {
  const one = await signedIn.write({
    title: 'A vurlish evening',
    body: 'We lit the vurlish lamp and its glimberwick.',
  });
  const other = await signedIn.write({ title: 'The vurlish lamp', body: `${filler}\n\n${lamp}` });
  await openLoaded(page, one.path);
  await select(page, 'We lit the vurlish lamp');
  const tools = page.getByRole('toolbar', { name: 'Ask about what is selected' });
  await tools.getByRole('button', { name: 'What else is there on this?' }).click();
  const box = page.getByRole('dialog', { name: 'Ask about this passage' });
  await box.getByRole('link', { name: lamp }).click();
  await expect(page).toHaveURL((url) => url.pathname === new URL(other.path, url).pathname);
  await expect(page.locator('.prose p').filter({ hasText: lamp })).toBeInViewport();
});

test('a keyboard shortcut asks about the selection', async ({ page, signedIn }) => {
  const { path } = await signedIn.write({
    title: 'Lamps by key',
    body: `We lit the vurlish lamp and its glimberwick.\n\n${lamp}`,
    visibility: 'unlisted',
  });
  await openLoaded(page, path);
  await select(page, 'We lit the vurlish lamp');
  await page.keyboard.press('a');
  const box = page.getByRole('dialog', { name: 'Ask about this passage' });
  await box.getByRole('button', { name: 'Explain' }).click();
  await expect(box.getByRole('link', { name: lamp }).first()).toBeVisible();
});

test('the collection is asked from the search field, and nothing typed is lost offline', async ({
  page,
  context,
  signedIn,
}) => {
  const { path } = await signedIn.write({
    title: 'Brindlecote harbours',
    body: 'Brindlecote harbours freeze in March.',
  });
  await openLoaded(page, '/search');
  await page.getByRole('searchbox').fill('when do brindlecote harbours freeze');
  await page.getByRole('button', { name: 'Ask the collection' }).click();
  const box = page.getByRole('dialog', { name: 'Ask the collection' });
  const found = box.getByRole('link', { name: 'Brindlecote harbours freeze in March.' });
  await expect(found).toHaveAttribute('href', new RegExp(`^${RegExp.escape(path)}#`));
  const field = box.getByRole('textbox', { name: 'Your question to all notes' });
  await field.fill('Why do brindlecote harbours freeze?');
  await context.setOffline(true);
  await field.press('Enter');
  await expect(box.getByRole('alert')).toContainText('What you typed is still here');
  await expect(field).toHaveValue('Why do brindlecote harbours freeze?');
  await context.setOffline(false);
  await box.getByRole('button', { name: 'Ask again' }).click();
  await expect(found).toBeVisible();
});

test('a visitor is told to sign in before asking, and returns to the question afterwards', async ({
  page,
  someoneElse,
}) => {
  const { path } = await someoneElse.write({ title: 'Lamps for everyone', body: lamp, visibility: 'unlisted' });
  await openLoaded(page, path);
  await page.getByRole('button', { name: 'Ask this note' }).click();
  const link = page.getByRole('dialog', { name: 'Ask this note' }).getByRole('link', { name: 'Sign in' });
  await expect(link).toHaveAttribute('href', `/signin?redirect=${encodeURIComponent(path)}`);
});
