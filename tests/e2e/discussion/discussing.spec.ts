import { expect, test } from '../../support/browser/fixtures.ts';
import { holdResponse } from '../../support/browser/hold-response.ts';
import { limits } from '../../../src/platform/model/limits.ts';
import { waitForText } from '../../support/builds/published.ts';
import { openLoaded, waitForStored } from '../../support/browser/screens.ts';
import { actionOf, commentOf, openForm, postComment, threadOf } from '../../support/browser/thread-view.ts';

test('a handle is completed by keyboard, whoever it belongs to, and the comment mentions that person', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const { path } = await signedIn.write({ title: 'Where somebody is mentioned' });
  const { handle } = someoneElse.person;
  await openLoaded(page, path);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Your comment' });
  await text.pressSequentially(`Look, @${handle.slice(0, 9)}`);
  const people = page.getByRole('listbox', { name: 'People to mention' });
  await expect(people.getByRole('option', { name: `@${handle}` })).toHaveAttribute('aria-selected', 'true');
  await text.press('Escape');
  await expect(people).toBeHidden();
  await expect(text).toBeFocused();
  await text.pressSequentially(handle.slice(9, 11));
  await expect(people).toBeVisible();
  await text.press('Enter');
  await expect(text).toHaveValue(`Look, @${handle} `);
  const send = page.getByRole('button', { name: 'Comment', exact: true }).last();
  await text.fill('x'.repeat(limits.comment.max + 1));
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(/10,000/);
  await expect(text).toHaveAccessibleDescription(/^A comment can have at most 10,000 characters/);
  await expect(page.getByText('10,001 of')).toBeHidden();
  await text.fill(`Look, @${handle} please.`);
  await expect(text).toHaveAccessibleDescription('You can use Markdown.');
  await send.click();
  await expect(page.getByRole('listitem').getByRole('link', { name: `@${handle}` })).toBeVisible();
});

test('a thread is followed below its note, and the site that another person’s note links to is muted', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const mine = await signedIn.write({ title: 'A page that I saved', url: 'https://muted.example.org/b' });
  await openLoaded(page, mine.path);
  await expect(page.getByRole('button', { name: 'Follow thread' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Mute/ })).toHaveCount(0);
  const { path } = await someoneElse.write({ title: 'About a page elsewhere', url: 'https://muted.example.org/a' });
  await openLoaded(page, path);
  await page.getByRole('button', { name: 'Follow thread' }).click();
  await waitForStored(page.getByRole('button', { name: 'Following thread' }));
  await page.getByRole('button', { name: 'Mute muted.example.org' }).click();
  await waitForStored(page.getByRole('button', { name: 'Muted muted.example.org' }));
  await openLoaded(page, '/user/settings/notifications');
  await expect(page.getByRole('button', { name: 'Unfollow: About a page elsewhere' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unmute: muted.example.org' })).toBeVisible();
});

test('comments by a muted person are hidden, and the answers of others stay', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const { note, path } = await signedIn.write({ title: 'Where somebody is muted' });
  const loud = await someoneElse.comment(note.uuid, 'A loud remark.');
  await signedIn.comment(note.uuid, 'A quiet answer.', loud);
  const another = await someoneElse.comment(note.uuid, 'Another loud remark.');
  await openLoaded(page, path);
  await page.locator('#thread').scrollIntoViewIfNeeded();
  await expect(page.getByText('Another loud remark.')).toBeVisible();
  // This page has also requested and cached who is muted: a mute made elsewhere shows after the next request.
  await page.waitForFunction(() => localStorage.getItem('commonplace:mutes'));
  const muting = await page.request.put(`/api/mutes/person/${someoneElse.person.handle}`, {
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(muting.status()).toBe(200);
  await page.evaluate(() => localStorage.removeItem('commonplace:mutes'));
  await page.reload();
  await page.locator('#thread').scrollIntoViewIfNeeded();
  await expect(page.getByText('A quiet answer.')).toBeVisible();
  await expect(page.getByText('A loud remark.')).toBeHidden();
  await expect(page.getByText('Another loud remark.')).toBeHidden();
  await expect(page.getByText('hidden because you muted it')).toBeVisible();
  await signedIn.comment(note.uuid, 'A late answer.', another);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('A late answer.')).toBeVisible();
  await expect(page.getByText('Another loud remark.')).toBeHidden();
});

test('a person’s comments have a page of their own, and deleted ones disappear from it', async ({
  app,
  page,
  signedIn,
  someoneElse,
}) => {
  const { note } = await signedIn.write({ title: 'Where somebody speaks' });
  const { handle, name } = someoneElse.person;
  await someoneElse.comment(note.uuid, 'Said once and kept.');
  await page.goto(`/u/${handle}`);
  await expect(page.getByText(`No public notes yet. Follow ${name} to hear of the first.`)).toBeVisible();
  await page.getByRole('link', { name: 'Comments', exact: true }).click();
  await expect(page.getByText('Said once and kept.')).toBeVisible();
  await page.getByRole('link', { name: 'Where somebody speaks' }).click();
  await expect(page.locator('li.comment', { hasText: 'Said once and kept.' })).toBeVisible();

  // On one's own page the same place says how to begin.
  await page.goto(`/u/${signedIn.person.handle}/comments`);
  await expect(page.getByRole('link', { name: 'Find something to read' })).toBeVisible();
  await expect(page.getByText('No comments yet.')).toBeHidden();

  // A person with a note has static pages, which the build updates.
  await someoneElse.write({ title: `A note by ${name}` });
  await waitForText(app, `/u/${handle}/comments`, 'Said once and kept.');
  await signedIn.change(note, { visibility: 'unlisted' });
  await waitForText(app, `/u/${handle}/comments`, 'No comments yet.');
});

test('a response that was in flight when I voted does not revert my vote', async ({
  page,
  signedIn: _,
  someoneElse,
}) => {
  const { note, path } = await someoneElse.write({ title: 'Where a late answer knows no vote' });
  await someoneElse.comment(note.uuid, 'Worth a vote.');
  await openLoaded(page, path);
  const vote = actionOf(commentOf(page, 'Worth a vote.'), /^Vote for/);
  await expect(page.locator('#thread').getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  const late = await holdResponse(page, '**/comments?after=*');
  // As when the reader returns to this tab: the thread requests newer comments.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await late.answered;
  await vote.click();
  await expect(vote).toHaveAttribute('aria-pressed', 'true');
  await late.release();
  await expect(vote).toHaveAttribute('aria-pressed', 'true');
  await expect(vote).toHaveAccessibleName(/: 1 vote/);
});

test('the reading position of a saved note is stored while scrolling', async ({ page, signedIn, someoneElse }) => {
  expect(signedIn.person.handle).toBeTruthy();
  const { note, path } = await someoneElse.write({
    title: 'Read from its beginning to its end',
    body: Array.from({ length: 80 }, (_, index) => `Paragraph ${index} of what is read.`).join('\n\n'),
  });
  await signedIn.mark(note.uuid, 'save');
  await openLoaded(page, path);
  await expect(page.getByRole('button', { name: 'Saved' }).first()).toBeVisible();
  await page.getByText('Paragraph 79 of what is read.').scrollIntoViewIfNeeded();
  await expect
    .poll(async () => (await page.request.get(`/api/notes/${note.uuid}/marks`)).json())
    .toMatchObject({ saved: { state: 'reading', progress: 1 } });
});

test('the page that shows a note by its id has its thread, and comments can be written there', async ({
  page,
  signedIn,
}) => {
  const { note } = await signedIn.write({ title: 'Opened by its id' });
  await signedIn.comment(note.uuid, 'The first word.');
  await openLoaded(page, `/note/item?uuid=${note.uuid}`);
  await expect(page.getByText('The first word.')).toBeVisible();
  await page.locator('#thread').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Comment', exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Your comment' }).fill('The second word.');
  await page.getByRole('button', { name: 'Comment', exact: true }).last().click();
  await expect(page.locator('li.comment', { hasText: 'The second word.' })).toBeVisible();
});

test('a comment whose response was lost appears once, even if it is sent again after a reload', async ({
  page,
  signedIn: _,
  someoneElse,
}) => {
  const { note, path } = await someoneElse.write({ title: 'Over a bad line' });
  const call = `**/api/notes/${note.uuid}/comments`;
  const keys: (string | undefined)[] = [];
  // The server accepts it, but the connection breaks before the response.
  await page.route(call, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    // Only now may the journey go on: a reload before would meet a call that the server still answers.
    keys.push(route.request().headers()['idempotency-key']);
    await route.abort();
  });
  await page.goto(path);
  await postComment(page, 'Said once');
  const form = page.getByRole('form', { name: 'Your comment', exact: true });
  await expect(form.getByRole('alert')).toBeVisible();
  await form.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect.poll(() => keys.length).toBe(2);
  await expect(form.getByRole('alert')).toBeVisible();
  await page.unroute(call);
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/comments'))
      keys.push(request.headers()['idempotency-key']);
  });

  await page.reload();
  await openForm(page);
  await expect(form.getByRole('textbox')).toHaveValue('Said once');
  await form.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(form).toHaveCount(0);
  await expect(threadOf(page).getByRole('heading', { name: '1 comment', exact: true })).toBeVisible();
  await expect(threadOf(page).getByRole('listitem').filter({ hasText: 'Said once' })).toHaveCount(1);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);

  await postComment(page, 'Said once');
  await expect(threadOf(page).getByRole('listitem').filter({ hasText: 'Said once' })).toHaveCount(2);
  expect(new Set(keys).size).toBe(2);
});

test('the selected part of a comment is quoted in the answer', async ({ page, signedIn: _, someoneElse }) => {
  const { note, path } = await someoneElse.write({ title: 'To be quoted' });
  await someoneElse.comment(note.uuid, 'One sentence.\n\nAnother sentence.');
  await someoneElse.comment(note.uuid, 'Something else.');
  await page.goto(path);
  const comment = commentOf(page, 'Another sentence.');
  await expect(threadOf(page).getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  await comment.getByText('Another sentence.').click({ clickCount: 3 });
  await actionOf(comment, 'Reply').click();
  await expect(comment.getByRole('textbox', { name: 'Your reply', exact: true })).toHaveValue(
    '> Another sentence.\n\n',
  );
  await expect(comment.getByRole('textbox', { name: 'Your reply', exact: true })).toBeFocused();
  await page.keyboard.type('Well said.');
  await comment.getByText('One sentence.').first().click({ clickCount: 3 });
  await actionOf(comment, 'Reply').click();
  await page.keyboard.type('This too.');
  // In another order the comment moves to another list, and its form with it.
  await page.getByRole('button', { name: 'Newest', exact: true }).click();
  await expect(comment.getByRole('textbox', { name: 'Your reply', exact: true })).toHaveValue(
    '> Another sentence.\n\nWell said.\n\n> One sentence.\n\nThis too.',
  );
  await comment.getByRole('textbox', { name: 'Your reply', exact: true }).press('Control+Enter');
  const quotes = commentOf(page, 'Well said.').getByRole('blockquote');
  await expect(quotes).toHaveText(['Another sentence.', 'One sentence.']);
});
