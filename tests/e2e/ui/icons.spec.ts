import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { waitForFile } from '../../support/builds/published.ts';

const drawing = '<path fill="currentColor" d="M4 4h16v16H4z"/>';

/** Mocks the icons of the collection `far`, which is not installed; `asked` are the requested URLs so far. */
async function far(page: Page, answer: (name: string) => object | 'never' | number) {
  const asked: string[] = [];
  // The test machine may be slower than the page's timeout of 500 ms, so it is disabled except where it is tested.
  const patient = () => void (AbortSignal.timeout = () => new AbortController().signal);
  if (answer('square') !== 'never') await page.addInitScript(patient);
  await page.route('**/api/_icon/far.json?*', async (route) => {
    const name = new URL(route.request().url()).searchParams.get('icons') ?? '';
    asked.push(name);
    const given = answer(name);
    if (given === 'never') return;
    if (typeof given === 'number') return route.fulfill({ status: given, body: '' });
    await route.fulfill({ json: { prefix: 'far', icons: { [name]: given }, not_found: [] } });
  });
  return asked;
}

/** Records the page's console warnings, and any call that an injection would make. */
async function watch(page: Page) {
  const warnings: string[] = [];
  const troubles: string[] = [];
  page.on('console', (message) => {
    // Journeys block the service worker, which Playwright logs on every page.
    const ours = !message.text().startsWith('Service Worker registration blocked');
    if (message.type() === 'warning' && ours) warnings.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('dialog', (dialog) => {
    troubles.push(dialog.message());
    void dialog.dismiss();
  });
  return { warnings, troubles };
}

test('an icon is searched, chosen, cleared and saved by keyboard alone, and shown without scripts', async ({
  page,
  browser,
  app,
  signedIn: _,
}) => {
  await page.goto('/new');
  await page.getByLabel('Title').fill('A note with a leaf');
  await page.getByText('Icon and AI').click();
  const search = page.getByRole('searchbox', { name: /^Icon/ });
  await search.focus();
  // Results for half of the word would be replaced under the focus.
  const found = page.waitForResponse(/\/api\/_icon\/search\?q=leaf$/);
  await page.keyboard.type('leaf');
  await found;
  const hits = page.getByRole('radiogroup', { name: 'Icons found', exact: true });
  await expect(hits.getByRole('radio', { name: 'lucide:leaf', exact: true })).toBeVisible();
  // Enter searches; it does not submit the note.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/new');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(hits.getByRole('radio', { name: 'lucide:leaf', exact: true })).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(hits.getByRole('radio').nth(1)).toBeChecked();
  const clear = page.getByRole('button', { name: /^Remove the icon/ });
  await clear.focus();
  await page.keyboard.press('Enter');
  await expect(clear).toHaveCount(0);
  await expect(search).toBeFocused();
  await expect(hits.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.getByLabel('Title').focus();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await expect(page).toHaveURL(/\/note\/detail\//);
  await expect(page.locator('.note-icon svg path').first()).toBeVisible();
  const reader = await browser.newPage({ javaScriptEnabled: false });
  await reader.goto(page.url());
  await expect(reader.locator('.note-icon svg')).toHaveAttribute('viewBox', '0 0 24 24');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('A note with a leaf');
  // The static file shows the same as the function did before.
  const address = new URL(page.url()).pathname;
  await waitForFile(app, address);
  await reader.reload();
  await expect(reader.locator('.note-icon svg')).toHaveCount(1);
  await reader.close();
});

test('the editor shows the icon of a note, and removes it', async ({ page, signedIn }) => {
  const { note } = await signedIn.write({ title: 'Iconic', icon: 'simple-icons:wikipedia', visibility: 'draft' });
  await page.goto(`/new?uuid=${note.uuid}`);
  await expect(page.getByText('Chosen: simple-icons:wikipedia')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the icon simple-icons:wikipedia', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Iconic', exact: true })).toBeVisible();
  await expect(page.locator('.note-icon')).toHaveCount(0);
});

test('a search that finds nothing, or fails, says so and leaves the form as it is', async ({ page, signedIn: _ }) => {
  await page.goto('/new');
  await page.getByRole('button', { name: 'Write without a link' }).click();
  await page.getByText('Icon and AI').click();
  const search = page.getByRole('searchbox', { name: /^Icon/ });
  await search.fill('qqqqq');
  await expect(page.getByText('No icon by that name. Try another word.')).toBeVisible();
  await page.route('**/api/_icon/search?*', (route) => route.abort());
  await search.fill('book');
  await expect(page.getByText('Icons can’t be searched right now.')).toBeVisible();
  await search.fill('<script>alert(1)</script>');
  await expect(page.getByText('Icons can’t be searched right now.')).toBeVisible();
});

test('an icon that is not installed is fetched by the page, drawn in its reserved space, and cached on the device', async ({
  page,
  someoneElse,
}) => {
  const { path } = await someoneElse.write({ title: 'From afar', icon: 'far:square' });
  const asked = await far(page, () => ({ body: drawing, width: 24, height: 24 }));
  const { warnings, troubles } = await watch(page);
  await page.goto(path);
  const room = page.locator('.note-icon');
  await expect(room.locator('svg path')).toBeVisible();
  expect((await room.boundingBox())?.height).toBe(36);
  await page.reload();
  await expect(room.locator('svg path')).toBeVisible();
  expect(asked).toEqual(['square']);
  await page.evaluate(() => localStorage.setItem('commonplace:icons', 'rubbish'));
  await page.reload();
  await expect(room.locator('svg path')).toBeVisible();
  expect(asked).toEqual(['square', 'square']);
  expect([warnings, troubles]).toEqual([[], []]);
});

for (const [what, answer, why] of [
  ['does not come within 500 ms', 'never', 'it took too long'],
  ['is refused', 503, 'the answer was 503'],
  ['is unknown', {}, 'nobody has it'],
  ['brings a script', { body: `<script>alert(1)</script>${drawing}` }, 'more than a drawing'],
  ['brings a handler', { body: '<path d="M0 0" onload="alert(1)"/>' }, 'more than a drawing'],
  ['breaks out of its element', { body: `${drawing}</svg><img src=x onerror=alert(1)>` }, 'more than a drawing'],
] as const) {
  test(`an icon that ${what} is a warning in the console and nothing on the page`, async ({ page, someoneElse }) => {
    const { path } = await someoneElse.write({ title: 'From afar', icon: 'far:square' });
    const body = typeof answer === 'object' && 'body' in answer ? { ...answer, width: 24, height: 24 } : answer;
    await far(page, () => body);
    const { warnings, troubles } = await watch(page);
    await page.goto(path);
    await expect.poll(() => warnings.join()).toContain(why);
    await expect(page.locator('.note-icon')).toBeEmpty();
    await expect(page.getByRole('heading', { level: 1, name: 'From afar', exact: true })).toBeVisible();
    expect(await page.locator('article :is(script, img)').count()).toBe(0);
    expect(troubles).toEqual([]);
  });
}

test('nothing from a tampered cache is drawn', async ({ page, someoneElse }) => {
  const { path } = await someoneElse.write({ title: 'From afar', icon: 'far:square' });
  const asked = await far(page, () => ({ body: drawing, width: 24, height: 24 }));
  const { troubles } = await watch(page);
  await page.goto('/favicon.png');
  await page.evaluate(() => {
    const icon = { body: '<image href="x" onerror="alert(1)"/>', width: 24, height: 24 };
    localStorage.setItem('commonplace:icons', JSON.stringify([['far:square', { icon, at: Date.now() }]]));
  });
  await page.goto(path);
  await expect(page.locator('.note-icon svg path')).toBeVisible();
  expect(asked).toEqual(['square']);
  expect(troubles).toEqual([]);
});

test('our own icons are inlined in the page as sent', async ({ app }) => {
  const html = await (await fetch(app.url)).text();
  expect(html.match(/<svg[^>]*aria-hidden="true"[^>]*>\s*<(g|path)/g)?.length).toBeGreaterThanOrEqual(3);
  expect(html).not.toContain('data-icon');
});
