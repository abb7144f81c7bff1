import { openLoaded } from '../../support/browser/screens.ts';
import { saveCopy } from '../../support/copies.ts';
import { expect, test } from '../../support/browser/fixtures.ts';

const answer = (fields: object) => ({
  url: 'https://pages.example/margins',
  page: null,
  failure: null,
  copy: null,
  before: { everyones: [], own: [] },
  ...fields,
});
const page = {
  title: 'What the page is called',
  description: 'Why margins are wide.',
  author: '',
  site: 'The Site',
  language: 'en',
  published: null,
  image: null,
  canonical: null,
  text: 'Text.',
  minutes: 4,
};

test('a pasted link fills in the empty fields and keeps what was typed', async ({
  page: tab,
  context,
  signedIn: _,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The product cannot reach pages on this machine, so the response for an outside page is mocked.
  await tab.route('**/api/capture', (route) => route.fulfill({ json: answer({ page, copy: 'kept' }) }));
  await tab.goto('/new');
  await tab.getByRole('button', { name: 'Write without a link' }).click();
  const link = tab.getByLabel('Link (optional)');
  await tab.getByLabel('Text').fill('My own words.');
  await tab.getByRole('button', { name: 'Add a link' }).click();
  await tab.evaluate(() => navigator.clipboard.writeText('https://pages.example/margins'));
  await link.focus();
  await tab.keyboard.press('ControlOrMeta+V');
  await expect(tab.getByText('A copy of its text is kept with your note')).toBeVisible();
  await expect(tab.getByLabel('Title')).toHaveValue('What the page is called');
  await expect(tab.getByLabel('Text')).toHaveValue('My own words.');
});

test('writing starts with one field: a URL shows a preview of its page, anything else becomes the title', async ({
  page: tab,
  context,
  signedIn: _,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await tab.route('**/api/capture', (route) =>
    route.fulfill({ json: answer({ page: { ...page, author: 'Ada Writer' }, copy: 'kept' }) }),
  );
  await tab.goto('/new');
  const first = tab.getByLabel('Link or title');
  await expect(first).toBeFocused();
  await expect(tab.getByLabel('Text')).toHaveCount(0);
  await tab.evaluate(() => navigator.clipboard.writeText('https://pages.example/margins'));
  await tab.keyboard.press('ControlOrMeta+V');
  await expect(tab.getByText('By Ada Writer · 4 min')).toBeVisible();
  await expect(tab.getByText('The Site', { exact: true })).toBeVisible();
  await expect(tab.getByLabel('Link (optional)')).toHaveValue('https://pages.example/margins');
  await expect(tab.getByLabel('Title')).toHaveValue('What the page is called');
  await expect(tab.getByLabel('Title')).toBeFocused();
  await expect(tab.getByLabel('Text')).toHaveValue('> Why margins are wide.\n\n');
  await expect(tab.getByRole('button', { name: 'Publish' })).toBeInViewport();
});

test('Enter turns a typed URL into the link', async ({ page: tab, signedIn: _ }) => {
  await tab.route('**/api/capture', (route) => route.fulfill({ json: answer({ page }) }));
  await openLoaded(tab, '/new');
  await tab.keyboard.type('www.pages.example/margins');
  await expect(tab.getByLabel('Text')).toHaveCount(0);
  await tab.keyboard.press('Enter');
  await expect(tab.getByLabel('Link (optional)')).toHaveValue('https://www.pages.example/margins');
});

test('a link that cannot be read, and is a duplicate, can still be saved', async ({
  page: tab,
  app,
  signedIn: _,
  someoneElse,
}) => {
  const url = `${app.url}/builds/latest.json?n=${Date.now()}`;
  const before = await someoneElse.write({ title: 'Saved by someone before', url });
  await tab.goto('/new');
  await tab.getByLabel('Link or title').fill(`${url}#part`);
  await tab.keyboard.press('Enter');
  await tab.getByLabel('Title').fill('Saved by me as well');
  await expect(tab.getByText('That address isn’t on the public internet')).toBeVisible();
  const link = tab.getByRole('link', { name: 'Saved by someone before' });
  await expect(link).toHaveAttribute('href', new RegExp(before.note.uuid));
  await tab.getByRole('button', { name: 'Publish' }).click();
  await expect(tab.getByRole('link', { name: 'Read', exact: true })).toHaveAttribute('href', /^\/note\/copy\?uuid=/);
  await tab.getByRole('button', { name: 'Read later', exact: true }).click();
  await expect(tab.getByRole('link', { name: 'On your reading list', exact: true })).toBeFocused();
  await tab.getByRole('link', { name: 'View', exact: true }).click();
  await expect(tab.getByRole('heading', { name: 'Saved by me as well', level: 1 })).toBeVisible();
  await expect(tab.getByRole('button', { name: /^Vote/ })).toHaveCount(0);
  await tab.getByRole('button', { name: 'Saved', exact: true }).first().click();
  await expect(tab.getByRole('button', { name: 'Read later', exact: true }).first()).toBeVisible();
});

test('the reader view is offered wherever a saved link appears', async ({ page: tab, app, signedIn }) => {
  const { note, path } = await signedIn.write({ title: 'A link of mine', url: `${app.url}/y` });
  const copy = `/note/copy?uuid=${note.uuid}`;
  await saveCopy(app, note, `<p>What the page says.</p>${'<p>More of it.</p>'.repeat(80)}`);
  await tab.request.put(`${app.url}/api/notes/${note.uuid}/save`, { headers: { Origin: app.url } });
  await tab.goto('/user');
  await expect(tab.getByRole('link', { name: /^Read, \d+ min: A link of mine$/ })).toHaveAttribute('href', copy);
  await tab.goto('/inbox#reading');
  await expect(tab.getByRole('link', { name: 'Read: A link of mine', exact: true })).toHaveAttribute('href', copy);
  await tab.goto(`/new?uuid=${note.uuid}`);
  await expect(tab.getByRole('link', { name: 'Read your copy', exact: true })).toHaveAttribute('href', copy);
  await tab.goto(path);
  await tab.getByRole('link', { name: 'Read your copy', exact: true }).click();
  await expect(tab).toHaveURL(copy);

  // What is read is put away and starred in its place, and both can be undone; how far it is read stays.
  const api = `${app.url}/api/notes/${note.uuid}`;
  const marks = async (): Promise<unknown> => (await tab.request.get(`${api}/marks`)).json();
  const button = (name: string) => tab.getByRole('button', { name, exact: true });
  const press = async (name: string, then: string) => {
    await button(name).first().click();
    await expect(button(then)).toHaveCount(2);
  };
  const read = { progress: 1, saved: { state: 'reading' } };
  await expect(button('Archive').first()).toBeEnabled();
  await button('Archive').last().scrollIntoViewIfNeeded();
  await expect.poll(marks).toMatchObject(read);
  await press('Archive', 'Archived');
  await press('Undo', 'Archive');
  expect(await marks()).toMatchObject(read);
  await press('Archive', 'Archived');
  await press('Archived', 'Archive');
  expect(await marks()).toMatchObject(read);
  await tab.request.delete(`${api}/save`, { headers: { Origin: app.url } });
  await tab.reload();
  await press('Star', 'Starred');
  expect(await marks()).toMatchObject({ progress: 1, saved: { state: null, favourite: true } });
  await press('Archive', 'Archived');
  await press('Undo', 'Archive');
  expect(await marks()).toMatchObject({ progress: 1, saved: { state: null, favourite: true } });

  await saveCopy(app, note, '<p>Accept our cookies to read on.</p>');
  await tab.reload();
  await expect(tab.getByText('Accept our cookies')).toBeVisible();
  await tab.getByRole('button', { name: /^Bring back your copy from / }).click();
  await expect(tab.getByText('What the page says.')).toBeVisible();
  await tab.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(tab.getByText('Accept our cookies')).toBeVisible();
});

test('the reader says when there is no copy, and why none can be made', async ({ page: tab, app, signedIn }) => {
  const { note } = await signedIn.write({ title: 'A link alone', url: `${app.url}/x`, visibility: 'private' });
  await tab.goto(`/note/copy?uuid=${note.uuid}`);
  await expect(tab.getByRole('heading', { name: 'There’s no copy of this page' })).toBeVisible();
  await tab.getByRole('button', { name: 'Save a copy' }).click();
  await expect(tab.getByRole('alert')).toContainText('isn’t on the public internet');
  await tab.goto('/note/copy');
  await expect(tab.getByRole('heading', { name: 'Which copy?' })).toBeVisible();
});

test('keys, buttons and a pasted link format the selection, and Undo reverts it', async ({
  page: tab,
  context,
  signedIn: _,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await tab.goto('/new');
  await tab.getByRole('button', { name: 'Write without a link' }).click();
  const text = tab.getByLabel('Text');
  const select = (from: number, to: number) =>
    text.evaluate(
      (field: HTMLTextAreaElement, [start, end]) => field.setSelectionRange(start ?? 0, end ?? 0),
      [from, to],
    );
  await text.fill('a wide margin');
  await select(2, 6);
  await tab.keyboard.press('ControlOrMeta+B');
  await expect(text).toHaveValue('a **wide** margin');
  // The formatted text is selected again one frame later, which must not come after the next selection.
  await expect
    .poll(() => text.evaluate((field: HTMLTextAreaElement) => [field.selectionStart, field.selectionEnd]))
    .toEqual([4, 8]);
  await tab.keyboard.press('ControlOrMeta+Z');
  await expect(text).toHaveValue('a wide margin');
  await select(7, 13);
  await tab.evaluate(() => navigator.clipboard.writeText('https://pages.example/margins'));
  await tab.keyboard.press('ControlOrMeta+V');
  await expect(text).toHaveValue('a wide [margin](https://pages.example/margins)');
  await tab.getByRole('button', { name: 'Quote' }).click();
  await expect(text).toHaveValue('> a wide [margin](https://pages.example/margins)');

  // The toolbar is a single tab stop before the text.
  const button = (name: string) => tab.getByRole('button', { name, exact: true });
  await text.focus();
  await tab.keyboard.press('Shift+Tab');
  await expect(button('Preview')).toBeFocused();
  await tab.keyboard.press('Shift+Tab');
  await expect(button('Quote')).toBeFocused();
  await tab.keyboard.press('ArrowRight');
  await expect(button('List')).toBeFocused();
  await tab.keyboard.press('Shift+Tab');
  await expect(button('Add a link')).toBeFocused();
});

test('Enter continues and ends a list, and toolbar buttons insert headings, pictures and tables', async ({
  page: tab,
  signedIn: _,
}) => {
  await tab.goto('/new');
  await tab.getByRole('button', { name: 'Write without a link' }).click();
  const text = tab.getByLabel('Text');
  await text.pressSequentially('Why');
  await tab.getByRole('button', { name: 'Heading', exact: true }).click();
  await text.press('End');
  await text.pressSequentially('\n\n1. one\ntwo\n\nAfter');
  await expect(text).toHaveValue('## Why\n\n1. one\n2. two\nAfter');
  await tab.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(text).toHaveValue(/After\n\n\| First \| Second \|/);
  await tab.keyboard.press('ControlOrMeta+Z');
  await expect(text).toHaveValue('## Why\n\n1. one\n2. two\nAfter');
});

test('changing the link of a note says what is removed with the old one, and keeps the highlights', async ({
  app,
  page: tab,
  signedIn,
}) => {
  const fields = { title: 'A page that moves', url: 'https://pages.example/old', visibility: 'private' } as const;
  const { note } = await signedIn.write(fields);
  await saveCopy(app, note, '<p>A margin is room to answer what one reads.</p>');
  await signedIn.highlight(note.uuid, 'room to answer', 'Said of the old page.');
  await tab.goto(`/new?uuid=${note.uuid}`);
  const link = tab.getByLabel('Link (optional)');
  await link.fill('https://pages.example/old?utm_source=mail');
  await expect(tab.getByText(/the note loses any copy/)).toBeHidden();
  await link.fill('');
  await expect(tab.getByText(/Without its link, .* and what you highlighted there/)).toBeVisible();
  await link.fill('https://pages.example/new');
  await expect(tab.getByText(/With another link, .* What you highlighted there stays/)).toBeVisible();
  await tab.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(tab).toHaveURL(/\/note\//);
  await tab.goto(`/note/copy?uuid=${note.uuid}`);
  await expect(tab.getByText('There’s no copy of this page')).toBeVisible();
  await expect(tab.getByText('Said of the old page.')).toBeVisible();
});
