import { expect, test } from '../../support/browser/fixtures.ts';
import { pngOf } from '../../support/pictures.ts';
import { newPerson } from '../../support/people.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { buildMeta, latestBuild, fetchText, waitForFile } from '../../support/builds/published.ts';

test('a visitor signs up, writes a note, reads it at once, and a rebuild makes it a static page', async ({
  page,
  context,
  app,
}) => {
  const person = newPerson();
  const title = `On margins, by ${person.handle}`;
  const before = await latestBuild(app);

  await test.step('the form signs the visitor up and in', async () => {
    await page.goto('/');
    await page
      .getByRole('navigation', { name: 'Account', exact: true })
      .getByRole('link', { name: 'Join', exact: true })
      .click();
    await page.getByLabel('Handle').fill(person.handle);
    await page.getByLabel('Name (optional)').fill(person.name);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: `@${person.handle}`, exact: true })).toBeVisible();
  });

  await test.step('the note is readable at its address at once', async () => {
    await page
      .getByRole('navigation', { name: 'Account', exact: true })
      .getByRole('link', { name: 'Write', exact: true })
      .click();
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Text').fill('## Why\n\nA margin is *room to answer*.\n\n```js\nconst margin = 2;\n```\n');
    await page.getByLabel('Tags').fill('reading, margins,');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Published', level: 1, exact: true })).toBeFocused();
    await expect(page.getByText('Everyone can read it. It’s in lists, in search and in the feeds.')).toBeVisible();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Link copied', exact: true })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('link', { name: 'View', exact: true }).click();
    await expect(page).toHaveURL(copied);
    await expect(page).toHaveURL(/\/note\/detail\/[0-9a-f-]{36}\/on-margins-by-/);
    await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Why', level: 2, exact: true })).toBeVisible();
    await expect(page.getByText('room to answer')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Tags', exact: true }).getByRole('link')).toHaveText([
      'reading',
      'margins',
    ]);
  });

  const address = new URL(page.url()).pathname;

  await test.step('the rebuild makes the same address a file', async () => {
    await waitForFile(app, address);
    await page.reload();
    await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
    await expect(page.getByText('room to answer')).toBeVisible();
  });

  await test.step('the list, the front page and the tag show it first', async () => {
    for (const list of ['/', '/note/list/1', '/tag/margins/1']) {
      await page.goto(list);
      await expect(page.getByRole('main').getByRole('article').first().getByRole('heading')).toContainText(title);
    }
    await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
    await expect(page).toHaveURL(address);
  });

  await test.step('the new build names itself, its routes and the data of the page', async () => {
    const latest = await latestBuild(app);
    expect(latest.id).not.toBe(before.id);
    expect(latest.timestamp).toBeGreaterThan(before.timestamp);
    const meta = await buildMeta(app, latest.id);
    expect(meta.prerendered).toEqual(expect.arrayContaining(['/', '/note/list/1', address]));
    expect(Object.keys(meta.routeRules)).toEqual(expect.arrayContaining(['/inbox', '/new', '/user']));
    expect(JSON.parse(await fetchText(app, `${address}/_payload.json`))).toMatchObject({
      path: decodeURIComponent(address),
      data: { note: { title, tags: ['reading', 'margins'] }, author: { handle: person.handle } },
    });
    expect(await fetchText(app, '/_payload.json')).toContain(title);
    expect(await fetchText(app, '/note/list/1/_payload.json')).toContain(title);
  });
});

test('the text field ends above the sticky bar', async ({ page, signedIn: _ }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/new?title=Written');
  const hint = await page.getByText('Markdown: headings').boundingBox();
  const button = await page.getByRole('button', { name: 'Publish', exact: true }).boundingBox();
  expect((hint?.y ?? 800) + (hint?.height ?? 0)).toBeLessThan(button?.y ?? 0);
});

test('a refused form keeps its input and says what to change', async ({ page, signedIn: _ }) => {
  await page.goto('/new');
  await page.getByRole('button', { name: 'Write without a link' }).click();
  await page.getByLabel('Text').fill('Words that must not be lost.');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByLabel('Link (optional)').fill('no address');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/Give the note a title/);
  await expect(page.getByLabel('Link (optional)')).toHaveAccessibleDescription(/http/);
  await expect(page.getByLabel('Text')).toHaveValue('Words that must not be lost.');
  await expect(page).toHaveURL('/new');
});

test('a toolbar button returns the focus to the text, even if it only ends the formatting that it began', async ({
  page,
  signedIn: _,
}) => {
  await openLoaded(page, '/new');
  await page.getByRole('button', { name: 'Write without a link' }).click();
  const text = page.getByLabel('Text');
  const bold = page.getByRole('button', { name: 'Bold', exact: true });
  await bold.click();
  await page.keyboard.type('dark');
  await bold.click();
  await page.keyboard.type(' and light');
  await expect(text).toHaveValue('**dark** and light');
});

test('a chosen picture is uploaded, shown at the caret, and appears in the note', async ({ page, signedIn: _ }) => {
  await openLoaded(page, '/new');
  await page.getByLabel('Title').fill('With a picture');
  const text = page.getByLabel('Text');
  await text.fill('Look: ');
  const refused = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a picture', exact: true }).click();
  await (await refused).setFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByText('This file can’t be shown as a picture.')).toBeVisible();
  await text.press('End');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a picture', exact: true }).click();
  await (await chooser).setFiles({ name: 'red.png', mimeType: 'image/png', buffer: await pngOf(200, 100) });
  await expect(text).toHaveValue(/^Look: !\[red\]\(\/pictures\/[0-9a-f]{32}-960\.webp\)$/);
  await page.keyboard.type(' above all');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await expect(page.getByRole('img', { name: 'red', exact: true })).toBeVisible();
});

test('a bookmarklet or a share fills in the form', async ({ page, signedIn: _ }) => {
  await page.goto(`/new?${new URLSearchParams({ url: 'https://example.org/a', title: 'A page', text: 'Quoted.' })}`);
  await expect(page.getByLabel('Title')).toHaveValue('A page');
  await expect(page.getByLabel('Link (optional)')).toHaveValue('https://example.org/a');
  await expect(page.getByLabel('Text')).toHaveValue('Quoted.');
});

test('a note whose response got lost is kept on the device, sent again, and saved once', async ({
  page,
  app,
  signedIn,
}) => {
  const title = `Sent into a tunnel by ${signedIn.person.handle}`;
  await openLoaded(page, '/new');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Text').fill('As it was sent.');
  await page.route(
    '**/api/notes',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(`“${title}” is saved.`)).toBeVisible();
  const listed = await page.request.get(`${app.url}/api/notes?author=${signedIn.person.handle}`);
  const { notes } = (await listed.json()) as { notes: { title: string }[] };
  expect(notes.map((note) => note.title)).toEqual([title]);
});

test('a note being saved cannot be edited, so that no typed text is lost with the page', async ({ page, signedIn }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const text = page.getByLabel('Text');
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await openLoaded(page, '/new');
  await page.getByLabel('Title').fill(`Saved in a slow minute by ${signedIn.person.handle}`);
  await text.fill('What was sent.');
  await page.route('**/api/notes', async (route) => {
    await held;
    await route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: '{"title":"Service Unavailable"}',
    });
  });
  await publish.click();
  await expect(publish).toHaveAttribute('aria-busy', 'true');
  await text.press('ControlOrMeta+End');
  await text.pressSequentially(' And more.');
  await expect(text).toHaveValue('What was sent.');

  release();
  await expect(page.getByRole('alert')).toContainText('You can’t save anything right now');
  await page.unroute('**/api/notes');
  await text.press('ControlOrMeta+End');
  await text.pressSequentially(' And more.');
  await publish.click();
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await expect(page.getByText('What was sent. And more.')).toBeVisible();
});
