import { expect, test } from '../../support/browser/fixtures.ts';
import { fixedPages } from '../../support/builds/site-pages.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { paths } from '../../../src/platform/model/paths.ts';

const description = 'Save, share, and discuss. AI-powered reading helps you find amazing content.';

test.describe('as the server sends it', () => {
  // Without scripts a guarded page does not redirect, so its HTML can be read as sent.
  test.use({ javaScriptEnabled: false });

  test('every route has its layout, its guard or none, and a complete head', async ({ page }) => {
    for (const { path, layout, guard } of fixedPages) {
      await test.step(path, async () => {
        const answer = await page.goto(path);
        expect(answer?.status()).toBe(200);
        expect(answer?.headers()['content-type']).toMatch(/^text\/html; *charset=utf-8$/i);
        const body = page.locator('body');
        await expect(body).toHaveAttribute('data-layout', layout);
        expect(await body.getAttribute('data-guard')).toBe(guard);
        await expect(page).toHaveTitle(/(^| · )Commonplace\.dev$/);
        await expect(page.locator('meta[name=description]')).toHaveAttribute('content', description);
        await expect(page.locator('html')).toHaveAttribute('lang', 'en');
        await expect(page.locator('meta[name=google-adsense-account]')).toHaveCount(0);
        await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/favicon.png');
        await expect(page.getByRole('main')).toHaveCount(1);
      });
    }
  });

  test('a note has the blank layout and a head of its own', async ({ page }) => {
    await page.goto('/u/meera_joshi');
    const title = 'Why notes rot';
    await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
    await expect(page.locator('body')).toHaveAttribute('data-layout', 'blank');
    await expect(page).toHaveTitle(`${title} · Commonplace.dev`);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\S/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url());
  });

  test('a path that matches no route has the default layout', async ({ page }) => {
    await page.goto('/no/such/page');
    await expect(page.locator('body')).toHaveAttribute('data-layout', 'default');
    await expect(page).toHaveTitle('Page Not Found · Commonplace.dev');
  });
});

test('the favicon is a png at the root of the site', async ({ request }) => {
  const answer = await request.get('/favicon.png');
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toBe('image/png');
  expect((await answer.body()).subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
});

test('every guarded route opens when signed in', async ({ page, signedIn: _ }) => {
  for (const { path } of fixedPages.filter(({ guard }) => guard)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(path);
    });
  }
});

test('the note shell shows the requested note, and a draft only to its author', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const own = await signedIn.write({ title: 'A draft of mine', visibility: 'draft' });
  const foreign = await someoneElse.write({ title: 'A draft of theirs', visibility: 'draft' });
  expect(own.path).toBe(`/note/item?uuid=${own.note.uuid}`);
  await page.goto(own.path);
  await expect(page.getByRole('heading', { level: 1, name: 'A draft of mine', exact: true })).toBeVisible();
  await expect(page.getByText('Draft: only you can read this')).toBeVisible();
  await expect(page).toHaveTitle('A draft of mine · Commonplace.dev');
  await page.goto(foreign.path);
  await expect(page.getByRole('alert')).toContainText('Note not found');
  await expect(page.getByText('A draft of theirs')).toHaveCount(0);
});

test('a tag page begins with the tag’s name, however it is reached', async ({ page, signedIn }) => {
  const tag = 'قراءة';
  await signedIn.write({ title: 'A note to be found', tags: [tag] });
  await openLoaded(page, paths.tag(tag));
  const heading = page.getByRole('heading', { name: `#${tag}`, level: 1, exact: true });
  const indent = await heading.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return words.getBoundingClientRect().left - element.getBoundingClientRect().left;
  });
  expect(indent).toBeLessThan(2);
});
