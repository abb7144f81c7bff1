import { expect, test } from '../../support/browser/fixtures.ts';

test('a token is shown once, writes from a program, shows its last use, and is revoked', async ({
  page,
  app,
  playwright,
  signedIn: _,
}) => {
  await page.goto('/user/settings/tokens');
  await page.getByLabel('Token name').fill('Laptop');
  await page.getByRole('button', { name: 'Create token' }).click();
  const secret = (await page.locator('code').filter({ hasText: /^cp_/ }).textContent()) ?? '';
  expect(secret).toMatch(/^cp_[\w-]{43}$/);

  const program = await playwright.request.newContext({ extraHTTPHeaders: { Authorization: `Bearer ${secret}` } });
  const title = 'Written by a program of mine';
  const post = () => program.post(`${app.url}/api/notes`, { data: { title, visibility: 'private' } });
  expect((await post()).status()).toBe(201);

  await page.reload();
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Your tokens' })).toContainText('last used');
  await page.getByRole('button', { name: 'Revoke the token Laptop' }).click();
  await expect(page.getByRole('list', { name: 'Your tokens' })).toHaveCount(0);
  expect((await post()).status()).toBe(401);
  await program.dispose();
});

test('the bookmarklet opens a new note with link, title and selection', async ({ page, app, signedIn: _ }) => {
  await page.goto('/user/settings/saving');
  const code = await page.getByText('Save to Commonplace').getAttribute('href');
  expect(code).toMatch(/^javascript:/);
  await page.goto('/note/list/1');
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => {
    const heading = document.querySelector('h1');
    if (heading) getSelection()?.selectAllChildren(heading);
  });
  // As a bookmarklet runs: the page's own policy does not apply to it.
  await page.evaluate((code ?? '').replace('javascript:', ''));
  const note = await opened;
  await expect(note.getByLabel('Link (optional)')).toHaveValue(`${app.url}/note/list/1`);
  await expect(note.getByLabel('Title')).toHaveValue(/·/);
  await expect(note.getByLabel('Text')).toHaveValue(/^> \S/);
});

test('the site can be installed, and shared to', async ({ page }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(address ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({
    name: 'Commonplace',
    share_target: { action: '/new', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
  });
  for (const { src, sizes } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toBe('image/png');
    const bytes = await icon.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
});
