import { expect, test } from '../../support/browser/fixtures.ts';
import { waitForFile, waitForPublishingIdle } from '../../support/builds/published.ts';
import { pathOf, screens } from '../../support/browser/screens.ts';

test.use({ javaScriptEnabled: false });

test('the lists link to every note', async ({ app, page }) => {
  // Other journeys' notes may still be waiting for a build, and would move notes from page to page.
  await waitForPublishingIdle(app);
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(12);
  await page
    .getByRole('navigation', { name: 'Site', exact: true })
    .getByRole('link', { name: 'Notes', exact: true })
    .click();
  await expect(page).toHaveURL('/note/list/1');
  await page.waitForLoadState();
  const total = Number(/(\d+) notes/.exec(await page.getByRole('main').innerText())?.[1]);
  const pages = page.getByRole('navigation', { name: 'Pages', exact: true });
  const older = pages.getByRole('link', { name: 'Older', exact: true });
  const seen = new Set<string>();
  for (let number = 1; ; number += 1) {
    await expect(page).toHaveURL(`/note/list/${number}`);
    // The URL changes before the page has loaded, and its links are read only once.
    await page.waitForLoadState();
    const links = page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link');
    for (const link of await links.all()) seen.add((await link.getAttribute('href')) ?? '');
    if ((await older.count()) === 0) break;
    await older.click();
  }
  expect(total).toBeGreaterThan(20);
  expect(seen.size).toBe(total);
  await pages.getByRole('link', { name: 'Newer', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All notes');
});

test('tags and people link to their notes', async ({ page }) => {
  await page.goto('/u/tomoko_arai');
  await page.getByRole('main').getByRole('link', { name: '#craft', exact: true }).first().click();
  await expect(page).toHaveURL('/tag/craft/1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('#craft');
  await page.getByRole('main').getByRole('link', { name: 'Tomoko Arai', exact: true }).first().click();
  await expect(page).toHaveURL('/u/tomoko_arai');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tomoko Arai');
});

const body = `## First part

A sentence with a footnote.[^1] A [link](https://example.org/) and ~~a slip~~.

| Reader | Pages |
| ------ | ----- |
| Ada    | 36    |

\`\`\`ts
const pages: number = 36;
\`\`\`

> A quotation.

- [x] read

[^1]: Which says more.
`;

test('a note is complete: headings, tables, code, quotations, footnotes', async ({ app, page, someoneElse }) => {
  const { path } = await someoneElse.write({ title: 'Everything Markdown has', body, tags: ['markdown'] });
  const complete = async () => {
    await page.goto(path);
    const article = page.getByRole('article');
    await expect(article.getByRole('heading', { level: 1 })).toHaveText('Everything Markdown has');
    await expect(article.getByRole('heading', { name: 'First part', level: 2, exact: true })).toBeVisible();
    await expect(article.getByRole('cell', { name: 'Ada', exact: true })).toBeVisible();
    await expect(article.locator('pre code')).toContainText('const pages: number = 36;');
    await expect(article.locator('pre code').getByText('const', { exact: true })).toHaveClass(/keyword/);
    await expect(article.locator('blockquote')).toContainText('A quotation.');
    await expect(article.getByRole('link', { name: 'link', exact: true })).toHaveAttribute(
      'href',
      'https://example.org/',
    );
    await expect(article.getByText('Which says more.')).toBeVisible();
    await article.locator('sup').getByRole('link').click();
    await expect(page).toHaveURL(/#.+/);
    await expect(page.locator(':target')).toContainText('Which says more.');
    await expect(article.getByRole('link', { name: someoneElse.person.name, exact: true })).toBeVisible();
  };
  await test.step('when a function answers', complete);
  await waitForFile(app, path);
  await test.step('when it is a file', complete);
});

test('what does not exist is answered by the error page with its path', async ({ page }) => {
  for (const [path, sentence] of [
    ['/no/such/page', 'Page not found: /no/such/page'],
    ['/nothing-here', 'Page not found: /nothing-here'],
    ['/note/list/0', 'Page Not Found: /note/list/0'],
    ['/note/list/999', 'Page Not Found: /note/list/999'],
    ['/note/list/one', 'Page Not Found: /note/list/one'],
    ['/note/detail/not-a-uuid/x', 'Page Not Found: /note/detail/not-a-uuid/x'],
    ['/u/nobody_at_all', 'Page Not Found: /u/nobody_at_all'],
  ] as const) {
    await test.step(path, async () => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByText('404', { exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
      await expect(page.getByText(sentence, { exact: true })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Front page', exact: true })).toBeVisible();
    });
  }
});

test('a path cannot inject markup into the error page', async ({ page }) => {
  await page.goto('/%3Cimg%20src=x%20onerror=alert(1)%3E');
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(page.getByRole('main').locator('img')).toHaveCount(0);
});

test('every page is readable without JavaScript, or says that it needs it, and has no dead controls', async ({
  app,
  page,
}) => {
  const found: string[] = [];
  for (const screen of [
    ...screens,
    { name: 'a copy', path: '/note/copy' },
    { name: 'an own note', path: '/note/item' },
  ]) {
    await page.goto(await pathOf(app, screen));
    const main = page.getByRole('main');
    const text = await main.innerText();
    const needsIt = /needs JavaScript/.test(text);
    // A page must have more than a heading.
    if (!needsIt && text.trim().split(/\s+/).length < 8) found.push(`${screen.name} says only: ${text.trim()}`);
    const dead = main.locator('button:visible:enabled, input:visible:enabled:not(form *), [role=status]:visible');
    for (const control of await dead.all()) {
      found.push(
        `${screen.name} has what does nothing: ${(await control.evaluate((it) => it.outerHTML)).slice(0, 120)}`,
      );
    }
    if (!needsIt && (await main.locator('form:visible').count()) > 0) found.push(`${screen.name} has a silent form`);
  }
  expect(found).toEqual([]);
});
