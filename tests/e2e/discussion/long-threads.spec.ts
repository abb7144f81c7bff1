import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { waitForTextInFile } from '../../support/builds/published.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { commentOf } from '../../support/browser/thread-view.ts';

test('a long thread loads while scrolling, and a link to a comment opens its part of the thread, with and without scripts', async ({
  browser,
  app,
  page: own,
  signedIn,
}) => {
  const { note, path } = await signedIn.write({ title: 'A conversation to point into' });
  const ids: string[] = [];
  for (let count = 1; count <= 240; count += 1) {
    ids.push(await signedIn.comment(note.uuid, `Remark ${count}.`, count === 230 ? ids.at(-1) : undefined));
  }
  await waitForTextInFile(app, path, '240 comments');
  const [early, pointed] = [ids[4] ?? '', ids[229] ?? ''];
  const remark = (page: Page, number: number) => page.getByText(`Remark ${number}.`, { exact: true });

  await test.step('by the old address, with scripts', async () => {
    const page = await browser.newPage({ baseURL: app.url });
    await page.goto(`${path}#c-${pointed}`);
    await expect(remark(page, 230)).toBeInViewport();
    await expect(page.locator(`#c-${ids[228]} li.comment`)).toHaveAttribute('id', `c-${pointed}`);
    await expect(remark(page, 150)).toHaveCount(0);
    await page.getByRole('button', { name: 'Earlier comments' }).click();
    await expect(remark(page, 150)).toBeAttached();
    await page.getByRole('button', { name: 'Earlier comments' }).click();
    await expect(page.locator('li.comment')).toHaveCount(240);
    await expect(page.getByRole('button', { name: /comments$/ })).toHaveCount(0);
    // The copied link works without scripts too; a click moves within the page.
    const time = page.locator(`#c-${ids[150]} > .comment-by a`).last();
    await expect(time).toHaveAttribute('href', `/note/thread/${note.uuid}/${ids[150]}#c-${ids[150]}`);
    await time.click();
    await expect(page).toHaveURL(`${path}#c-${ids[150]}`);
    await expect(page.locator('li.comment')).toHaveCount(240);
    await page.goto(`${path}#c-0190aaaa-0000-7000-8000-000000000000`);
    await expect(page.getByText('That comment has been removed.')).toBeVisible();
    await page.close();
  });

  await test.step('without scripts', async () => {
    const page = await browser.newPage({ baseURL: app.url, javaScriptEnabled: false });
    await page.goto(`/note/thread/${note.uuid}/${pointed}#c-${pointed}`);
    await expect(page.getByRole('heading', { name: 'A conversation to point into', level: 1 })).toBeAttached();
    await expect(remark(page, 230)).toBeInViewport();
    await expect(remark(page, 1)).toHaveCount(0);
    await page.getByRole('link', { name: 'Earlier comments' }).click();
    await expect(remark(page, 210)).toBeAttached();
    await page.goto(`/note/thread/${note.uuid}/${early}#c-${early}`);
    await expect(page).toHaveURL(`${path}#c-${early}`);
    await page.getByRole('link', { name: 'More comments' }).click();
    await expect(remark(page, 130)).toBeAttached();
    await page.close();
  });

  await test.step('from the page of that part, with scripts', async () => {
    const page = await browser.newPage({ baseURL: app.url });
    await page.goto(`/note/thread/${note.uuid}/${pointed}#c-${pointed}`);
    await expect(remark(page, 230)).toBeInViewport();
    for (let more = 0; more < 3; more += 1) {
      await page.getByText('Earlier comments', { exact: true }).click();
      await expect(remark(page, more * 100 + 1)).toBeAttached();
    }
    await expect(page.locator('li.comment')).toHaveCount(240);
    await page.close();
  });

  await test.step('while scrolling from the top, without signing in', async () => {
    const page = await browser.newPage({ baseURL: app.url });
    await openLoaded(page, path);
    await expect(remark(page, 99)).toBeAttached();
    expect(await remark(page, 130).count()).toBe(0);
    for (const last of [99, 199]) await remark(page, last).scrollIntoViewIfNeeded();
    await expect(page.locator('li.comment')).toHaveCount(240);
    await expect(page.getByRole('button', { name: 'More comments' })).toHaveCount(0);
    await page.close();
  });

  await test.step('in other orders and back, by somebody signed in', async () => {
    await own.goto(path);
    await own.getByRole('button', { name: 'Newest', exact: true }).click();
    await expect(remark(own, 240)).toBeAttached();
    await expect(remark(own, 1)).toHaveCount(0);
    await own.getByRole('button', { name: 'Conversation', exact: true }).click();
    await expect(remark(own, 99)).toBeAttached();
    // The part before it is not loaded yet.
    expect(await remark(own, 240).count()).toBe(0);
    for (const last of [99, 199]) await remark(own, last).scrollIntoViewIfNeeded();
    await expect(own.locator('li.comment')).toHaveCount(240);
  });

  await test.step('a linked comment stays marked once somebody can take part, until another one is', async () => {
    const isMarked = (id = '') =>
      own.locator(`#c-${id} > .comment-by`).evaluate((line) => getComputedStyle(line).boxShadow !== 'none');
    await own.goto('/');
    await own.goto(`${path}#c-${early}`);
    await expect(own.locator('#thread')).toHaveAttribute('data-live', '');
    await expect.poll(() => isMarked(early)).toBe(true);
    await own.locator(`#c-${ids[6]} > .comment-by .comment-at`).click();
    await expect.poll(() => isMarked(ids[6])).toBe(true);
    await expect.poll(() => isMarked(early)).toBe(false);
  });
});

test('only what was written since the last visit is marked, below a long thread and below an empty one', async ({
  page,
  signedIn: _,
  someoneElse,
}) => {
  const long = await someoneElse.write({ title: 'A long thread to come back to' });
  const empty = await someoneElse.write({ title: 'An empty thread to come back to' });
  for (let count = 1; count <= 120; count += 1) await someoneElse.comment(long.note.uuid, `Remark ${count}.`);
  const visit = async (path: string) => {
    const stored = page.waitForResponse((response) => response.url().endsWith('/visit'));
    await page.goto(path);
    await page.locator('#thread').scrollIntoViewIfNeeded();
    expect((await stored).status()).toBe(200);
  };
  for (const { path } of [long, empty]) await visit(path);
  for (const { note } of [long, empty]) await someoneElse.comment(note.uuid, 'Written since.');
  await visit(empty.path);
  await expect(commentOf(page, 'Written since.')).toHaveAttribute('data-new');
  await visit(long.path);
  await commentOf(page, 'Remark 99.').scrollIntoViewIfNeeded();
  await expect(page.locator('li.comment')).toHaveCount(121);
  await expect(page.locator('li.comment[data-new]')).toHaveText([/Written since\./]);
});
