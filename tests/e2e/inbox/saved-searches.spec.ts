import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded, collectErrors } from '../../support/browser/screens.ts';

const query = 'gnomons tag:shadow-clocks';
const title = 'Gnomons of the southern wall';

test('a saved search notifies its owner of a new match, and can be deleted', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const trouble = collectErrors(page);
  await openLoaded(page, '/search');
  await expect(page.getByRole('button', { name: 'Save this search', exact: true })).toBeHidden();
  await page.getByRole('searchbox').fill(query);
  await page.getByRole('button', { name: 'Save this search', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Search saved', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Saved. New matches will arrive in your inbox.')).toBeVisible();

  await someoneElse.write({ title, tags: ['shadow-clocks'] });
  await someoneElse.write({ title: 'Gnomons without the tag' });
  await expect.poll(() => signedIn.textOf('/api/inbox?filter=searches')).toContain(title);
  await openLoaded(page, '/inbox');
  await page.getByRole('button', { name: 'Searches', exact: true }).click();
  const row = page.getByRole('article').filter({ hasText: title });
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(row.getByRole('heading').getByRole('link', { name: title, exact: true })).toBeVisible();
  await row.getByRole('link', { name: `A new note matches “${query}”`, exact: true }).click();
  await expect(page).toHaveURL(`/search?${new URLSearchParams({ q: query })}`);
  await expect(page.getByRole('searchbox')).toHaveValue(query);
  await expect(page.getByRole('button', { name: 'Search saved', exact: true })).toBeVisible();

  await page.getByText('Your saved searches (1)').click();
  await expect(page.getByRole('link', { name: query, exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Remove: ${query}`, exact: true }).click();
  await expect(page.getByRole('button', { name: `Save again: ${query}`, exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Save this search', exact: true })).toBeVisible();
  await expect.poll(() => signedIn.textOf('/api/searches')).toBe('{"searches":[]}');
  expect(trouble).toEqual([]);
});

test('a visitor who saves a search signs in and returns to it', async ({ page, someoneElse }) => {
  const { email, password } = someoneElse.person;
  await openLoaded(page, '/search');
  await page.getByRole('searchbox').fill('"what nobody typed" -twice');
  await page.getByRole('button', { name: 'Save this search', exact: true }).click();
  await expect(page).toHaveURL(/^[^?]*\/signin\?redirect=%2Fsearch%3Fq%3D/);
  await openLoaded(page, new URL(page.url()).pathname + new URL(page.url()).search);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/search\?q=/);
  await expect(page.getByRole('searchbox')).toHaveValue('"what nobody typed" -twice');
  await page.getByRole('button', { name: 'Save this search', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Search saved', exact: true })).toBeVisible();
});

test('a search that cannot be saved says why, and keeps what was typed', async ({ context, page, signedIn }) => {
  await openLoaded(page, '/search');
  const field = page.getByRole('searchbox');
  await field.fill('date:2026');
  await page.getByRole('button', { name: 'Save this search', exact: true }).click();
  await expect(page.getByText('Add a word, a tag, a person or a site.')).toBeVisible();
  await field.fill('gnomons');
  await expect(page.getByText('Add a word, a tag, a person or a site.')).toHaveCount(0);
  await context.route('**/api/searches', (route) => route.abort());
  await page.getByRole('button', { name: 'Save this search', exact: true }).click();
  await expect(page.getByText('The server couldn’t be reached.')).toBeVisible();
  await expect(field).toHaveValue('gnomons');
  await expect.poll(() => signedIn.textOf('/api/searches')).toBe('{"searches":[]}');
});
