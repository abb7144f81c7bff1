import { expect, test } from '../../support/browser/fixtures.ts';
import { waitForText } from '../../support/builds/published.ts';
import { openLoaded } from '../../support/browser/screens.ts';

const title = 'A note that somebody keeps and votes for';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the sort orders of the front page link to each other', async ({ page }) => {
    await page.goto('/');
    const orders = page.getByRole('navigation', { name: 'Order of notes' });
    for (const [name, address] of [
      ['Hot', '/hot'],
      ['Discussed', '/discussed'],
      ['Most saved', '/saved'],
      ['For you', '/for-you'],
      ['New', '/'],
    ] as const) {
      await orders.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(address);
      await expect(orders.locator('[aria-current=true]')).toHaveText(name);
    }
    // The list of all notes has the same order as the front page, at its own addresses.
    await page.goto('/note/list/1');
    await expect(orders.locator('[aria-current=true]')).toHaveText('New');
  });
});

test('a note that is voted for and saved enters both rankings with the next build', async ({
  app,
  signedIn,
  someoneElse,
}) => {
  const { note } = await signedIn.write({ title, body: 'Worth it.' });
  await someoneElse.mark(note.uuid, 'vote');
  await someoneElse.mark(note.uuid, 'save');
  // Votes alone wait for the next build, and a write requests one.
  await signedIn.write({ title: 'A note that asks for a build', body: 'It does.' });
  await waitForText(app, '/saved', title);
  await waitForText(app, '/hot', title);
});

test('lists are compact if the reader prefers so, on every page and after a reload', async ({ page }) => {
  await page.goto('/note/list/1');
  const excerpts = page.locator('.card-excerpt').filter({ visible: true });
  await expect(excerpts).not.toHaveCount(0);
  const compact = page.getByRole('button', { name: 'Compact' });
  await compact.click();
  await expect(compact).toHaveAttribute('aria-pressed', 'true');
  await expect(excerpts).toHaveCount(0);
  await page.goto('/');
  await expect(excerpts).toHaveCount(0);
  await compact.click();
  await expect(compact).toHaveAttribute('aria-pressed', 'false');
  await expect(excerpts).not.toHaveCount(0);
});

test('the sort orders stay in one row on a phone, also with text twice as large', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const links = page.getByRole('navigation', { name: 'Order of notes' }).getByRole('link');
  const rows = () => links.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
  expect(await rows()).toBe(1);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  // Never stacked, however wide the machine's letters are.
  expect(await rows()).toBeLessThan(5);
});

test('a member’s front page marks what others have published since their last visit', async ({
  app,
  context,
  page,
  signedIn,
  someoneElse,
}) => {
  await openLoaded(page, '/');
  const own = `By ${signedIn.person.handle}`;
  const other = `By ${someoneElse.person.handle}`;
  await signedIn.write({ title: own });
  await someoneElse.write({ title: other });
  await waitForText(app, '/', other);
  const later = await context.newPage();
  await openLoaded(later, '/');
  const cardOf = (title: string, on = later) => on.getByRole('listitem').filter({ hasText: title });
  await expect(cardOf(other)).toHaveAttribute('data-new');
  await expect(cardOf(own)).not.toHaveAttribute('data-new');
  const another = await context.newPage();
  await openLoaded(another, '/');
  await expect(cardOf(other, another), 'still the same visit').toHaveAttribute('data-new');

  // A tab may stay open for days.
  await context.clock.setSystemTime(Date.now() + 61 * 60_000);
  await openLoaded(later, '/');
  await expect(cardOf(other)).toBeVisible();
  await expect(cardOf(other), 'the next visit').not.toHaveAttribute('data-new');
});
