import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { commentOf, threadOf } from '../../support/browser/thread-view.ts';

// Components fail on purpose here, and React logs each error.
test.use({
  breaks:
    /^Error: This example breaks\.|^TypeError: Cannot read properties of undefined \(reading '(matchAll|startsWith)'\)/,
});

const stopped = 'This part of the page stopped working';

test('a component that fails to render says what to do, and the rest of the page stays', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  await page.goto('/kit');
  const part = page.getByRole('region', { name: 'Boundary', exact: true });
  await part.getByRole('button', { name: 'Break it', exact: true }).click();
  await expect(part.getByRole('alert')).toContainText(stopped);
  await expect.poll(() => logged.join()).toContain('This example breaks.');
  await expect(page.getByRole('region', { name: 'Avatar', exact: true })).toBeVisible();
  await part.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(part.getByRole('alert')).toHaveCount(0);
  await expect(part.getByRole('button', { name: 'Break it', exact: true })).toBeVisible();
});

test('a note that the shell cannot render leaves the shell and its navigation', async ({ page, signedIn }) => {
  const { note, path } = await signedIn.write({ title: 'Drawn at last', visibility: 'draft' });
  await page.route('**/api/notes/*', (route) => route.fulfill({ json: { note: { uuid: note.uuid } } }));
  await page.goto(path);
  await expect(page.getByRole('alert')).toContainText(stopped);
  await expect(page.getByRole('banner')).toBeVisible();
  await page.unroute('**/api/notes/*');
  await page.getByRole('button', { name: 'Reload the page', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Drawn at last', exact: true })).toBeVisible();
});

test('a thread that fails to hydrate stays readable as the page delivered it', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const { note, path } = await someoneElse.write({ title: 'Read in any case' });
  await signedIn.comment(note.uuid, 'Said before the failure');
  const broken = { id: 'c-broken', state: 'shown', author: null, createdAt: '2026-01-01T00:00:00.000Z' };
  await page.route('**/api/notes/*/comments?*', async (route) => {
    const answer = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...answer, comments: [broken], gone: [] } });
  });
  await openLoaded(page, path);
  await threadOf(page).scrollIntoViewIfNeeded();
  await expect(threadOf(page).getByRole('alert')).toContainText(stopped);
  await expect(commentOf(page, 'Said before the failure')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Read in any case', exact: true })).toBeVisible();
});
