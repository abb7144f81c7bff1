import type { Page } from '@playwright/test';
import { axeBuilder } from '../../support/browser/axe.ts';
import { saveCopy } from '../../support/copies.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { tabTo } from '../../support/browser/keyboard.ts';

const html = `<p>A margin is room to answer what one reads.</p>
<p>It was <em>never</em> empty by accident, and printers <a href="https://example.org/">knew it</a> well.</p>
<p>Whoever writes there speaks with the page.</p>`;

/** Selects from the first to the last of these words, as a pointer would. */
const select = (page: Page, from: string, to: string) =>
  page.locator('.prose').evaluate(
    (root, [first = '', last = '']) => {
      const range = document.createRange();
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { textContent } = walker.currentNode;
        const [start, end] = [textContent?.indexOf(first) ?? -1, textContent?.indexOf(last) ?? -1];
        if (start >= 0) range.setStart(walker.currentNode, start);
        if (end >= 0) range.setEnd(walker.currentNode, end + last.length);
      }
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    },
    [from, to],
  );

const rows = (page: Page) => page.getByRole('region', { name: 'Your highlights' }).getByRole('listitem');

test('passages of one’s copy are highlighted, commented on, found again and deleted', async ({
  app,
  page,
  signedIn,
}) => {
  const { note } = await signedIn.write({
    title: 'A page with wide margins',
    url: 'https://pages.example/wide-margins',
    visibility: 'private',
  });
  await saveCopy(app, note, html);
  await page.goto(`/note/copy?uuid=${note.uuid}`);
  await expect(
    page.getByText('No highlights yet. Select a passage above to make one. Only you see them.'),
  ).toBeVisible();

  await select(page, 'never', 'knew i');
  await page.getByRole('group', { name: 'Selected passage' }).getByRole('button', { name: 'With a comment' }).click();
  const words = 'never empty by accident, and printers knew it';
  await page.getByLabel('Comment').fill('They left it on purpose.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).locator('blockquote')).toHaveText(words);
  await expect(rows(page)).toContainText('They left it on purpose.');
  await expect(page.locator('mark')).toHaveText(['never', ' empty by accident, and printers ', 'knew it']);

  await test.step('by keyboard', async () => {
    await page.getByRole('button', { name: 'Select by keyboard' }).click();
    const text = page.getByRole('textbox', { name: 'Text of the copy' });
    await expect(text).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Home');
    for (const _ of 'A margin') await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.type('x');
    await expect(text).toContainText('A margin is room');
    await expect(page.getByRole('group', { name: 'Selected passage' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(rows(page).locator('blockquote')).toHaveText(['A margin', words]);
    for (const _ of ' is room') await page.keyboard.press('Shift+ArrowRight');
    await tabTo(page, page.getByRole('button', { name: 'With a comment' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Comment', exact: true })).toBeFocused();
    await page.keyboard.type('So it is.');
    await page.keyboard.press('Control+Enter');
    const made = rows(page).filter({ hasText: 'So it is.' });
    await expect(made).toBeFocused();
    await tabTo(page, made.getByRole('button', { name: /^Delete/ }));
    await page.keyboard.press('Enter');
    await expect(made).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Your highlights' })).toBeFocused();
    await tabTo(page, text);
    await page.keyboard.press('Escape');
    await expect(text).toHaveCount(0);
    await expect(page.locator('.prose')).toBeFocused();
  });

  const { violations } = await axeBuilder(page).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html: code }) => code)])).toEqual([]);

  await page.reload();
  await expect(page.locator('mark').first()).toHaveText('A margin');
  await page.locator('mark').first().press('Enter');
  await expect(rows(page).first()).toBeFocused();
  await page.getByRole('button', { name: 'Delete: A margin' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(2);

  await page.goto('/user#highlights');
  const all = page.getByRole('article', { name: 'A page with wide margins' });
  await expect(all.getByRole('listitem')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download Markdown' }).click();
  expect((await download).suggestedFilename()).toMatch(/-highlights\.md$/);
  await all.getByRole('link', { name: 'A page with wide margins' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A page with wide margins' })).toBeVisible();
});

test('a highlight that could not be stored says so, and reading goes on', async ({ app, page, signedIn }) => {
  const { note } = await signedIn.write({
    title: 'A page on a bad day',
    url: 'https://pages.example/bad-day',
    visibility: 'private',
  });
  await saveCopy(app, note, html);
  await page.goto(`/note/copy?uuid=${note.uuid}`);
  await expect(
    page.getByText('No highlights yet. Select a passage above to make one. Only you see them.'),
  ).toBeVisible();
  await page.route('**/highlights', (route) => route.fulfill({ status: 503, body: '' }));
  await select(page, 'Whoever', 'page');
  await page.getByRole('group', { name: 'Selected passage' }).getByRole('button', { name: 'Highlight' }).click();
  await expect(page.getByText('Couldn’t highlight that')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Couldn’t highlight that')).toBeHidden();
  await page.emulateMedia({ media: null });
  await expect(page.getByRole('group', { name: 'Selected passage' })).toBeVisible();
  await page.unroute('**/highlights');
  await page.getByRole('group', { name: 'Selected passage' }).getByRole('button', { name: 'Highlight' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('a comment on one passage is kept while another uses the form, and a failed undo can be retried', async ({
  app,
  page,
  signedIn,
}) => {
  const { note } = await signedIn.write({
    title: 'A page with two thoughts',
    url: 'https://pages.example/two-thoughts',
    visibility: 'private',
  });
  await saveCopy(app, note, html);
  await page.goto(`/note/copy?uuid=${note.uuid}`);
  await expect(
    page.getByText('No highlights yet. Select a passage above to make one. Only you see them.'),
  ).toBeVisible();
  const withComment = page.getByRole('group', { name: 'Selected passage' }).getByRole('button', { name: 'With a' });
  const field = page.getByRole('textbox', { name: 'Comment' });

  await select(page, 'A margin', 'A margin');
  await withComment.click();
  await field.fill('Half a thought');
  await select(page, 'Whoever', 'Whoever');
  await withComment.click();
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: 'Add a comment: A margin' }).click();
  await expect(field).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(rows(page).first()).toContainText('Half a thought');

  await page.getByRole('button', { name: 'Delete: A margin' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.route('**/highlights/*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('That couldn’t be undone')).toBeVisible();
  await page.unroute('**/highlights/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).first()).toContainText('Half a thought');
});

test('the account keeps the reading position of a copy, in the reading list or not, and the copy can be downloaded as a book', async ({
  app,
  page,
  signedIn,
}) => {
  const { note } = await signedIn.write({
    title: 'A long page',
    url: 'https://pages.example/long',
    visibility: 'private',
  });
  await saveCopy(app, note, '<p>A paragraph of some words that fills a line or two of a page.</p>'.repeat(120));
  await page.goto(`/note/copy?uuid=${note.uuid}`);
  await expect(
    page.getByText('No highlights yet. Select a passage above to make one. Only you see them.'),
  ).toBeVisible();
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/progress'));
  await page.locator('.prose p').nth(70).scrollIntoViewIfNeeded();
  expect((await kept).status()).toBe(200);
  // As another device: only the session remains.
  await page.evaluate(() => localStorage.removeItem('commonplace:places'));
  await page.reload();
  await expect(page.getByRole('link', { name: 'Continue where you stopped' })).toBeVisible();

  await page.getByRole('button', { name: 'Text size and width' }).click();
  await page.getByRole('radio', { name: 'Very large' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-reading', 'larger');
  await page.keyboard.press('Escape');

  // The printed page has no controls, and no hints about missing parts.
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.note').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Your highlights' })).toBeHidden();
  await expect(page.getByText('Continue where you stopped')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Book for e-readers (EPUB)' })).toBeHidden();
  await page.emulateMedia({ media: null });

  await page.evaluate((uuid) => fetch(`/api/notes/${uuid}/save`, { method: 'PUT' }), note.uuid);
  await page.goto('/user');
  await expect(page.getByRole('list', { name: 'My library' }).getByText('% read')).toBeVisible();
  await page.goto('/inbox#reading');
  await expect(page.getByText(/1 min, \d+% read/)).toBeVisible();
  await page.getByRole('link', { name: 'Read: A long page' }).click();

  const book = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Book for e-readers (EPUB)' }).click();
  expect((await book).suggestedFilename()).toBe('a-long-page.epub');
});
