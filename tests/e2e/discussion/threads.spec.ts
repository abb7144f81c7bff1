import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { waitForFocusIn } from '../../support/browser/keyboard.ts';
import { fetchText, waitForFile, waitForText, waitForTextInFile } from '../../support/builds/published.ts';
import { actionOf, commentOf, openForm, postComment, threadOf } from '../../support/browser/thread-view.ts';

test('a comment is visible at once to visitors without an account, and is in the static page once it is built', async ({
  app,
  browser,
  page,
  signedIn: _,
  someoneElse,
}) => {
  const { path } = await someoneElse.write({ title: 'To be discussed' });
  await waitForFile(app, path);
  const built = await fetchText(app, path);
  await page.goto(path);
  await expect(threadOf(page)).toContainText('No comments yet');
  await postComment(page, 'The *first* word on it');
  await expect(commentOf(page, 'The first word on it')).toContainText(/just now|min ago/);

  await test.step('on a page that was built before', async () => {
    const visitor = await browser.newPage({ baseURL: app.url });
    await visitor.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/html', body: built }));
    await visitor.goto(path);
    await expect(commentOf(visitor, 'The first word on it')).toBeVisible();
    await expect(threadOf(visitor).getByRole('heading', { name: '1 comment', exact: true })).toBeVisible();
    await visitor.close();
  });

  await test.step('in the static file, without scripts', async () => {
    await waitForText(app, path, 'The <em>first</em> word on it');
    await waitForFile(app, path);
    const reader = await browser.newPage({ baseURL: app.url, javaScriptEnabled: false });
    await reader.goto(path);
    await expect(commentOf(reader, 'The first word on it')).toBeVisible();
    await expect(threadOf(reader).getByRole('heading', { name: '1 comment', exact: true })).toBeVisible();
    await expect(reader.getByRole('main').getByRole('button')).toHaveCount(0);
    await threadOf(reader).getByRole('link', { name: 'Comment', exact: true }).click();
    await expect(reader).toHaveURL(/\/signin\?redirect=/);
    await reader.close();
  });
});

test('a comment is answered, edited with its history, and deleted without deleting the answers', async ({
  page,
  signedIn,
  someoneElse,
  app,
}) => {
  const { note, path } = await someoneElse.write({ title: 'To be answered' });
  const mine = await signedIn.comment(note.uuid, 'Tea is a fruit');
  await someoneElse.comment(note.uuid, 'Is that so?', mine);
  await waitForText(app, path, '2 comments');
  await page.goto(path);

  const answer = commentOf(page, 'Is that so?');
  await actionOf(answer, 'Reply').click();
  await answer.getByRole('textbox', { name: 'Your reply', exact: true }).fill('It is a leaf');
  await answer.getByRole('button', { name: 'Reply', exact: true }).last().click();
  await expect(answer.getByRole('listitem').filter({ hasText: 'It is a leaf' })).toBeVisible();
  await expect(threadOf(page).getByRole('heading', { name: '3 comments', exact: true })).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: '3 comments', exact: true })).toBeVisible();

  const comment = commentOf(page, 'Tea is a fruit');
  await actionOf(comment, 'Edit').click();
  await expect(page.getByRole('textbox', { name: 'Edit your comment', exact: true })).toHaveValue('Tea is a fruit');
  await page.getByRole('textbox', { name: 'Edit your comment', exact: true }).fill('Tea is a plant');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const edited = commentOf(page, 'Tea is a plant');
  await actionOf(edited, 'edited').click();
  const history = page.getByRole('dialog', { name: 'Earlier versions', exact: true });
  await expect(history).toContainText('Tea is a fruit');
  await waitForFocusIn(history);
  await page.keyboard.press('Escape');

  await actionOf(edited, 'Delete').click();
  await expect(commentOf(page, 'This comment was deleted.')).toBeVisible();
  await actionOf(answer, 'Reply').click();
  const begun = answer.getByRole('textbox', { name: 'Your reply', exact: true });
  await begun.fill('What I begin to say');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(edited).toBeFocused();
  await expect(begun).toHaveValue('What I begin to say');
  await begun.fill('');
  await answer.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(threadOf(page).getByRole('heading', { name: '3 comments', exact: true })).toBeVisible();
  await actionOf(edited, 'Delete').click();
  await expect(commentOf(page, 'This comment was deleted.')).toBeVisible();
  for (const turn of ['at once', 'after loading anew']) {
    await expect(threadOf(page).getByText('Tea is a'), turn).toHaveCount(0);
    const tombstone = threadOf(page).getByRole('listitem').filter({ hasText: 'This comment was deleted.' });
    await expect(tombstone.getByRole('listitem').filter({ hasText: 'It is a leaf' }).last(), turn).toBeVisible();
    await expect(threadOf(page).getByRole('heading', { name: '2 comments', exact: true }), turn).toBeVisible();
    await page.reload();
  }
});

test('a note and a comment can be voted for and the vote withdrawn, but nobody votes for their own', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const { note, path } = await someoneElse.write({ title: 'To be voted for' });
  await someoneElse.comment(note.uuid, 'Theirs to be voted for');
  await signedIn.comment(note.uuid, 'Mine');
  await page.goto(path);
  const onNote = page.getByRole('button', { name: /^Voted? \d/ }).first();
  const onComment = actionOf(commentOf(page, 'Theirs to be voted for'), /^Vote for/);
  for (const votes of [1, 0]) {
    await onNote.click();
    await expect(onNote).toHaveAttribute('aria-pressed', String(votes === 1));
    await onComment.click();
    await expect(onComment).toHaveAccessibleName(new RegExp(`: ${votes} vote`));
    await expect(onComment).toHaveAttribute('aria-pressed', String(votes === 1));
    await page.reload();
    await expect(onNote).toHaveAttribute('aria-pressed', String(votes === 1));
    await expect(onComment).toHaveAttribute('aria-pressed', String(votes === 1));
    await expect(onComment).toHaveAccessibleName(new RegExp(`: ${votes} vote`));
  }
  await expect(actionOf(commentOf(page, 'Mine'), /^Vote for/)).toBeDisabled();
});

test('anyone can sort a thread by conversation, newest first, or best first, and it stays where the page was built with it', async ({
  app,
  browser,
  page,
  signedIn: _,
  someoneElse,
}) => {
  const { note, path } = await someoneElse.write({ title: 'To be sorted' });
  const first = await someoneElse.comment(note.uuid, 'Said 1');
  await someoneElse.comment(note.uuid, 'Said 2');
  await someoneElse.comment(note.uuid, 'Said 3', first);
  await page.goto(path);
  const order = (shown = page) => threadOf(shown).getByText(/^Said \d$/);
  await actionOf(commentOf(page, 'Said 2'), /^Vote for/).click();
  await expect(actionOf(commentOf(page, 'Said 2'), /^Vote for/)).toHaveAttribute('aria-pressed', 'true');
  await expect(order()).toHaveText(['Said 1', 'Said 3', 'Said 2']);
  await page.getByRole('button', { name: 'Newest', exact: true }).click();
  await expect(order()).toHaveText(['Said 3', 'Said 2', 'Said 1']);
  await page.getByRole('button', { name: 'Best', exact: true }).click();
  await expect(order()).toHaveText(['Said 2', 'Said 3', 'Said 1']);
  await page.getByRole('button', { name: 'Conversation', exact: true }).click();
  await expect(order()).toHaveText(['Said 1', 'Said 3', 'Said 2']);

  await waitForTextInFile(app, path, '3 comments');
  await page.goto(path);
  await expect(threadOf(page)).toHaveAttribute('data-live', '');
  const asBuilt = await browser.newPage({ baseURL: app.url });
  await asBuilt.goto(path);
  const place = (shown: Page) =>
    shown
      .locator(`#c-${first}`)
      .evaluate((comment: HTMLElement) => comment.offsetTop - (comment.closest('section')?.offsetTop ?? 0));
  await expect.poll(() => place(asBuilt)).toBe(await place(page));
  await asBuilt.getByRole('button', { name: 'Newest', exact: true }).click();
  await expect(order(asBuilt)).toHaveText(['Said 3', 'Said 2', 'Said 1']);
  await expect(asBuilt.getByRole('button', { name: 'Newest', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await asBuilt.close();
});

test('comments added since the last visit are marked, and n and p step through them', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const { note, path } = await signedIn.write({ title: 'To be visited twice' });
  const seen = await someoneElse.comment(note.uuid, 'Seen before');
  await page.goto(path);
  await expect(commentOf(page, 'Seen before')).toBeVisible();
  await expect(threadOf(page).getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  await someoneElse.comment(note.uuid, 'Fresh and folded away', seen);
  await someoneElse.comment(note.uuid, 'Fresh one');
  await someoneElse.comment(note.uuid, 'Fresh two');
  // As in another browser: what a person has seen is stored with their account.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('commonplace:seen:')) localStorage.removeItem(key);
  });
  await page.reload();
  const fresh = [commentOf(page, 'Fresh one'), commentOf(page, 'Fresh two')] as const;
  for (const comment of fresh) await expect(comment).toHaveAttribute('data-new');
  await expect(commentOf(page, 'Seen before')).not.toHaveAttribute('data-new');
  await expect(threadOf(page).getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  await commentOf(page, 'Seen before').locator('summary').first().press('Enter');
  for (const [key, comment] of [
    ['n', fresh[0]],
    ['n', fresh[1]],
    ['n', fresh[1]],
    ['p', fresh[0]],
  ] as const) {
    await page.keyboard.press(key);
    await expect(comment).toBeFocused();
    await expect(comment).toBeInViewport();
  }
  await actionOf(fresh[0], 'Reply').focus();
  await page.keyboard.press('n');
  await expect(fresh[1]).toBeFocused();
  await page.reload();
  await expect(threadOf(page).getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  await expect(commentOf(page, 'Fresh two')).not.toHaveAttribute('data-new');
});

test('a comment that could not be sent stays in its form, even on the next visit', async ({
  page,
  signedIn: _,
  someoneElse,
}) => {
  const { path } = await someoneElse.write({ title: 'To be sent twice' });
  await page.goto(path);
  await page.route('**/api/notes/*/comments', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await postComment(page, 'Typed with care');
  const form = page.getByRole('form', { name: 'Your comment', exact: true });
  await expect(form.getByRole('alert')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Your comment', exact: true })).toHaveValue('Typed with care');
  await page.unrouteAll();
  await page.reload();
  await openForm(page);
  await expect(form.getByRole('textbox', { name: 'Your comment', exact: true })).toHaveValue('Typed with care');
  await form.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(commentOf(page, 'Typed with care')).toBeVisible();
  await openForm(page);
  await expect(form.getByRole('textbox', { name: 'Your comment', exact: true })).toHaveValue('');
  await form.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(form.getByRole('textbox', { name: 'Your comment', exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
});

test('reporting a comment opens no answer form, and nobody can report their own', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const { note, path } = await someoneElse.write({ title: 'To be reported' });
  await someoneElse.comment(note.uuid, 'Buy pills');
  await signedIn.comment(note.uuid, 'Rather not');
  await page.goto(path);
  await actionOf(commentOf(page, 'Buy pills'), /^Report/).click();
  const form = page.getByRole('dialog', { name: 'Report this comment', exact: true });
  await form.getByLabel('Spam or advertising').check();
  await form.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByText('A moderator will take a look.')).toBeVisible();
  await expect(page.getByRole('form')).toHaveCount(0);
  await expect(actionOf(commentOf(page, 'Rather not'), 'Delete')).toBeVisible();
  await expect(actionOf(commentOf(page, 'Rather not'), /^Report/)).toHaveCount(0);
});
