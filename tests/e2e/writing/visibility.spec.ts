import { randomBytes } from 'node:crypto';
import { expect, test } from '../../support/browser/fixtures.ts';
import {
  buildMeta,
  filesWith,
  latestBuild,
  allListText,
  fetchStatus,
  fetchText,
  waitForFile,
} from '../../support/builds/published.ts';

test('a wrong slug redirects to the right one, from a function and from a file', async ({ app, page, someoneElse }) => {
  const { note, path: right } = await someoneElse.write({ title: 'Ünïcode & “quotes”, 書物' });
  const leads = async () => {
    for (const wrong of ['wrong', 'x%2Fy', encodeURIComponent('別の')]) {
      const answer = await fetch(`${app.url}/note/detail/${note.uuid}/${wrong}`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')], wrong).toEqual([301, right]);
    }
    await page.goto(`/note/detail/${note.uuid}/wrong`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ünïcode & “quotes”, 書物');
    expect(new URL(page.url()).pathname).toBe(right);
  };
  await leads();
  await waitForFile(app, right);
  await leads();
});

test('an unlisted note is readable at its address and is in no list', async ({ app, page, someoneElse }) => {
  const { note, path: address } = await someoneElse.write({
    title: 'For whoever has the link',
    tags: ['reading', 'only-unlisted'],
    visibility: 'unlisted',
  });
  await waitForFile(app, address);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('For whoever has the link');
  await expect(page.getByText('Unlisted: anyone with the link can read this')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  expect(await fetchStatus(app, `${address}/_payload.json`)).toBe(200);

  for (const list of [
    '/',
    '/_payload.json',
    '/note/list/1/_payload.json',
    '/tag/reading/1',
    '/tag/reading/1/_payload.json',
  ]) {
    expect(await fetchText(app, list), list).not.toContain(note.uuid);
  }
  expect(await allListText(app)).not.toContain(note.uuid);
  expect((await buildMeta(app, (await latestBuild(app)).id)).prerendered.join()).not.toContain(note.uuid);
  expect(await fetchStatus(app, '/tag/only-unlisted/1')).toBe(404);
  expect(await fetchStatus(app, `/u/${someoneElse.person.handle}`)).toBe(404);
});

for (const visibility of ['draft', 'private'] as const) {
  test(`a ${visibility} note is readable by its author and not found for others`, async ({
    app,
    page,
    context,
    signedIn,
    someoneElse,
  }) => {
    const { note } = await signedIn.write({ title: `Only mine, ${visibility}`, visibility });
    const addresses = [
      `/note/detail/${note.uuid}/${note.slug}`,
      `/note/detail/${note.uuid}`,
      `/note/detail/${note.uuid}/x`,
    ];
    for (const address of addresses) {
      expect(await fetchStatus(app, address)).toBe(404);
      expect(await someoneElse.statusOf(address)).toBe(404);
      expect(await fetchText(app, address)).not.toContain('Only mine');
    }
    expect(await fetchStatus(app, `/api/notes/${note.uuid}`)).toBe(404);
    await page.goto(addresses[0] ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Only mine, ${visibility}`);
    await page.goto('/user');
    await page.getByRole('link', { name: `Only mine, ${visibility}`, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Only mine, ${visibility}`);
    await context.clearCookies();
    await page.reload();
    await expect(page.getByText('Only mine')).toHaveCount(0);
  });
}

test('a private note and a draft are in no file of a build', async ({ app, signedIn }) => {
  const word = () => `word${randomBytes(9).toString('hex')}`;
  const hidden: string[] = [];
  for (const visibility of ['draft', 'private'] as const) {
    const words = [word(), word(), word()] as const;
    const [title, body, tag] = words;
    const { note } = await signedIn.write({ title, body, tags: [tag], visibility });
    hidden.push(note.uuid, ...words);
  }
  const was = { title: word(), body: word() };
  const open = await signedIn.write({ ...was, visibility: 'public' });
  await waitForFile(app, open.path);
  expect(await filesWith(app, [was.title, was.body]), 'what is public is found').not.toEqual([]);
  expect(await filesWith(app, hidden)).toEqual([]);

  await signedIn.change(open.note, { visibility: 'private' });
  const next = await signedIn.write({ title: 'What follows' });
  await waitForFile(app, next.path);
  expect(await filesWith(app, [...hidden, open.note.uuid, was.title, was.body])).toEqual([]);
});
