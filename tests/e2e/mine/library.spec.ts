import type { Page } from '@playwright/test';
import { axeBuilder } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import type { ApiUser } from '../../support/people.ts';
import { saveCopy } from '../../support/copies.ts';
import { openLoaded, overflowOf } from '../../support/browser/screens.ts';

const list = (page: Page) => page.getByRole('list', { name: 'My library', exact: true });
const row = (page: Page, title: string) => list(page).getByRole('listitem').filter({ hasText: title });
const titles = (page: Page) => list(page).locator('[data-item-focus]');
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search my library', exact: true });
const side = (page: Page) => page.getByRole('navigation', { name: 'Library', exact: true });
const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select: ${title}`, exact: true });

const violationsIn = async (page: Page) =>
  (await axeBuilder(page).analyze()).violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);

/** Writes five notes; the last one is first in the list. */
async function writeFive(writer: ApiUser): Promise<void> {
  for (const [title, tag, url] of [
    ['On bread', 'food', 'https://bakers.example/bread'],
    ['On tides', 'nature', 'https://sea.example/tides'],
    ['On moss', 'nature', 'https://sea.example/moss'],
    ['On maps', 'cities', null],
    ['On lamps', 'cities', null],
  ] as const) {
    await writer.write({ title, tags: [tag], url, visibility: 'private' });
  }
}

test('search works as one types, filters narrow, and the URL names each view', async ({ page, signedIn }) => {
  await writeFive(signedIn);
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await openLoaded(page, '/');
  await page.getByRole('link', { name: 'Library', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'My library', exact: true })).toBeVisible();
  if (desk) await page.setViewportSize(desk);
  await expect(titles(page)).toHaveText(['On lamps', 'On maps', 'On moss', 'On tides', 'On bread']);

  await side(page).getByRole('link', { name: 'nature 2', exact: true }).click();
  await expect(titles(page)).toHaveText(['On moss', 'On tides']);
  await expect(page).toHaveURL('/user?q=tag%3Anature');
  await expect(field(page)).toHaveValue('tag:nature');
  await page.getByLabel('Sort by').selectOption({ label: 'Title' });
  await page.getByRole('button', { name: 'How it’s shown', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Show as cards', exact: true }).click();
  await expect(page).toHaveURL('/user?q=tag%3Anature&sort=title&view=cards');
  await page.reload();
  await expect(titles(page)).toHaveText(['On moss', 'On tides']);

  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/user');
  await expect(titles(page)).toHaveCount(5);
  await field(page).fill('moss');
  await expect(titles(page)).toHaveText(['On moss']);
  await expect(page).toHaveURL('/user?q=moss');
  await field(page).fill('moss colour:green');
  await expect(page.getByRole('status').filter({ hasText: 'colour:green isn’t a filter' })).toBeVisible();
  await expect(titles(page)).toHaveText(['On moss']);
  await field(page).fill('__proto__');
  await expect(page.getByText('Nothing in your library matches.')).toBeVisible();
  // Notes that leave the view are deselected, so that no further key affects them.
  await expect(page.getByRole('group', { name: 'Actions for selected notes', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show everything', exact: true }).click();
  await expect(titles(page)).toHaveCount(5);
});

test('words are found in copies, highlights, comments and public notes, labelled as such, and link to their place', async ({
  app,
  page,
  signedIn,
  someoneElse,
}) => {
  const { note } = await signedIn.write({
    title: 'On kettles',
    url: 'https://pages.example/kettles',
    visibility: 'private',
  });
  const filler = '<p>Nothing of that is said in this paragraph, which only takes room.</p>'.repeat(60);
  await saveCopy(app, note, `${filler}<p>Steam rises from the <em>spout</em> of zinc.</p>${filler}`);
  const other = await someoneElse.write({ title: 'Of pans' });
  const comment = await signedIn.comment(other.note.uuid, 'A spout would help here.');
  await someoneElse.write({ title: 'Spouts in public' });
  await openLoaded(page, '/user?q=spout');
  await expect(titles(page)).toHaveCount(2);
  await expect(row(page, 'Of pans')).toContainText('Your commentA spout would help here.');
  await expect(row(page, 'On kettles').locator('mark')).toHaveText(['spout']);
  const beside = page.getByRole('region', { name: 'Public notes', exact: true });
  await expect(beside.getByRole('listitem').filter({ hasText: 'Spouts in public' })).toContainText('Public');
  expect(await violationsIn(page)).toEqual([]);
  await expect(row(page, 'Of pans').getByRole('link', { name: 'A spout would help here.' })).toHaveAttribute(
    'href',
    `/note/thread/${other.note.uuid}/${comment}#c-${comment}`,
  );

  await field(page).fill('spout in:copies');
  await expect(titles(page)).toHaveText(['On kettles']);
  await expect(beside).toHaveCount(0);
  await row(page, 'On kettles')
    .getByRole('link', { name: /Steam rises/ })
    .click();
  await expect(page.getByText('Steam rises from the')).toBeInViewport();

  await openLoaded(page, '/user?q=spout');
  // The note with the comment is found, too, once a build includes it.
  await page.getByRole('link', { name: /^[12] public notes?$/ }).click();
  await expect(page).toHaveURL('/user?q=in%3Apublic+spout');
  await expect(beside.getByRole('listitem').filter({ hasText: 'Spouts in public' })).toHaveCount(1);
  await expect(list(page)).toHaveCount(0);
});

test('offline, the device searches what it has, and says how old it is', async ({ context, page, signedIn }) => {
  await writeFive(signedIn);
  const followed = context.waitForEvent('response', {
    predicate: (response) => new URL(response.url()).pathname === '/api/library/changes',
  });
  await openLoaded(page, '/user');
  await followed;
  await context.setOffline(true);
  await field(page).fill('moss');
  await expect(titles(page)).toHaveText(['On moss']);
  await expect(page.getByRole('status').filter({ hasText: 'You’re offline.' })).toContainText('as of');
  await context.setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: 'You’re offline.' })).toHaveCount(0);
});

test('a Shift selection is tagged at once, and Undo removes the tags', async ({ page, signedIn }) => {
  await writeFive(signedIn);
  await openLoaded(page, '/user');
  await box(page, 'On maps').click();
  await box(page, 'On tides').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('group', { name: 'Actions for selected notes', exact: true });
  await expect(bar.getByRole('status')).toContainText('3 notes');
  await bar.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('dialog', { name: 'Tag 3 notes' }).getByLabel('Tags').fill('autumn');
  await page.getByRole('button', { name: 'Save tags', exact: true }).click();
  for (const title of ['On maps', 'On moss', 'On tides']) await expect(row(page, title)).toContainText('#autumn');
  await expect(row(page, 'On lamps')).not.toContainText('#autumn');
  await expect(side(page).getByRole('link', { name: 'autumn 3', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(side(page).getByRole('link', { name: 'autumn 3', exact: true })).toHaveCount(0);
  await expect(row(page, 'On maps')).not.toContainText('#autumn');
  await bar.getByRole('button', { name: 'Select all 5', exact: true }).click();
  await expect(bar.getByRole('status')).toContainText('5 notes');
});

test('keys navigate, archive, star, select and delete, and do nothing while typing', async ({ page, signedIn }) => {
  await writeFive(signedIn);
  await openLoaded(page, '/user');
  await expect(titles(page)).toHaveCount(5);
  await page.keyboard.press('j');
  await expect(titles(page).filter({ hasText: 'On lamps' })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(row(page, 'On maps')).toContainText('Archived');
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: 'Star: On maps', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('t');
  await expect(page.getByRole('combobox', { name: 'Tags', exact: true })).toBeFocused();
  await page.keyboard.type('autumn,');
  await page.keyboard.press('Enter');
  await expect(row(page, 'On maps')).toContainText('#cities #autumn');
  await expect(titles(page).filter({ hasText: 'On maps' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(titles(page).filter({ hasText: 'On bread' })).toBeFocused();
  await page.keyboard.press('Shift+K');
  await expect(box(page, 'On bread')).toBeChecked();
  await expect(box(page, 'On tides')).toBeChecked();
  // Undo is pressed before the response, and refers to this action, not to the one before it.
  let answer = () => {};
  const pressed = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/library/actions', (route) => pressed.then(() => route.continue()), { times: 1 });
  await page.keyboard.press('#');
  await expect(titles(page)).toHaveText(['On lamps', 'On maps', 'On moss']);
  await expect(titles(page).filter({ hasText: 'On moss' })).toBeFocused();
  await page.keyboard.press('z');
  answer();
  await expect(titles(page)).toHaveCount(5);
  await expect(row(page, 'On maps')).toContainText('#cities #autumn');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);

  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('e#sj');
  await expect(field(page)).toHaveValue('e#sj');
  await field(page).fill('');
  await expect(titles(page)).toHaveCount(5);
  await side(page).getByRole('link', { name: 'Archived 1', exact: true }).click();
  await expect(titles(page)).toHaveText(['On maps']);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('group', { name: 'Actions for selected notes', exact: true })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByText('Nothing is archived. Archive what you’ve read')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My library', exact: true })).toBeFocused();
  await page.keyboard.press('z');
  await expect(titles(page)).toHaveText(['On maps']);
});

test('an empty library says what to do first, and an unreachable one says so', async ({ page, signedIn }) => {
  // Without an index on the device only the server can answer.
  await page.route(/index-worker/, (route) => route.abort());
  await openLoaded(page, '/user');
  await expect(page.getByRole('heading', { name: 'Your library is empty', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import bookmarks or notes', exact: true })).toHaveAttribute(
    'href',
    '/user/settings/import',
  );
  await writeFive(signedIn);
  await page.reload();
  await expect(titles(page)).toHaveCount(5);
  await page.route('**/api/library?*', (route) => route.abort());
  await field(page).fill('moss');
  await expect(page.getByRole('alert')).toContainText('Here’s what was loaded before.');
  await expect(titles(page)).toHaveCount(5);
  await page.unroute('**/api/library?*');
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(titles(page)).toHaveText(['On moss']);
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 320],
] as const) {
  test(`axe finds nothing in the library, ${colorScheme}, ${width} wide`, async ({ page, signedIn }) => {
    await writeFive(signedIn);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const address of ['/user', '/user?view=cards&q=foo:bar']) {
      await openLoaded(page, address);
      await expect(titles(page)).toHaveCount(5);
      await box(page, 'On maps').click();
      expect(await overflowOf(page), address).toBe(0);
      expect(await violationsIn(page), address).toEqual([]);
    }
    if (width > 1000) return;
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    expect(await violationsIn(page), 'the filters').toEqual([]);
    await side(page).getByRole('link', { name: 'nature 2', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(titles(page)).toHaveCount(2);
  });
}
