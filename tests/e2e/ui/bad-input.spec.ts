import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { newPerson, ApiUser, type Written } from '../../support/people.ts';
import { waitForFile, waitForText } from '../../support/builds/published.ts';
import { openLoaded, overflowOf, collectErrors } from '../../support/browser/screens.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Opens each path on a phone: no page overflows, and nothing throws. */
async function layOut(page: Page, paths: readonly string[]) {
  const trouble = collectErrors(page);
  for (const path of paths) {
    await openLoaded(page, path);
    expect(await overflowOf(page), path).toBe(0);
  }
  expect(trouble).toEqual([]);
}

const lists = (handle: string) => ['/', '/note/list/1', `/u/${handle}`, '/user'];

const titles = [
  ['200 letters without a space', 'W'.repeat(200)],
  ['200 characters in words', 'Sesquipedalian words, '.repeat(10).slice(0, 199)],
  ['without a letter', '— … —'],
  ['one emoji with all its parts', '👩🏽‍❤️‍💋‍👨🏿'],
] as const;

test('odd titles cause no overflow anywhere', async ({ app, page, signedIn }) => {
  const host = `https://${'long.'.repeat(40)}org`;
  const written: Written[] = [];
  for (const [at, [, title]] of titles.entries()) {
    const url = at < 3 ? `${host}/${at}` : 'https://short.example/';
    written.push(await signedIn.write({ title, tags: ['t'.repeat(32)], url }));
  }
  const each = written.flatMap(({ path, note }) => [path, `/new?uuid=${note.uuid}`]);
  // Another note with that host is pending review, and the reason names the host.
  const held = await signedIn.write({ title: 'One more of a host', url: `${host}/more` });
  expect(held.note.hidden).toMatchObject({ reason: expect.stringContaining('long.long') });
  await layOut(page, [...each, held.path]);
  for (const { path } of written) await waitForFile(app, path);
  await layOut(page, lists(signedIn.person.handle));
  for (const [at, [kind, title]] of titles.entries()) {
    await layOut(page, [written[at]?.path ?? '']);
    await expect(page.getByRole('heading', { level: 1 }), kind).toHaveText(title.trim());
  }
});

const names = [
  ['80 letters without a space', 'Q'.repeat(80)],
  ['from right to left', 'عبد الرحمن بن محمد'],
  ['without initials', '… —'],
  ['markup', '<b onmouseover=alert(1)>Bo</b>'],
] as const;

test('odd names cause no overflow anywhere', async ({ app, browser }) => {
  const people: { page: Page; handle: string; path: string }[] = [];
  for (const [kind, name] of names) {
    const page = await browser.newPage({ baseURL: app.url });
    const handle = newPerson().handle.padEnd(24, 'q');
    const writer = await ApiUser.signUp(page.request, app.url, { ...newPerson(), handle, name });
    people.push({ page, handle, path: (await writer.write({ title: `By a name: ${kind}` })).path });
  }
  for (const { path } of people) await waitForFile(app, path);
  for (const [at, { page, handle, path }] of people.entries()) {
    const [kind, name] = names[at] ?? [];
    // The public lists show all of them.
    await layOut(page, [...(at === 0 ? lists(handle) : ['/user']), path, `/u/${handle}`]);
    await expect(page.getByRole('heading', { level: 1 }), kind).toHaveText(name ?? '');
    await expect(page.getByRole('main').locator('b')).toHaveCount(0);
    await page.getByRole('link', { name: `@${handle}` }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await overflowOf(page), kind).toBe(0);
    await page.close();
  }
});

test('an avatar with an empty name is an empty disc without a label', async ({ app, context, page }) => {
  const handle = newPerson().handle;
  await ApiUser.signUp(context.request, app.url, { ...newPerson(), handle, name: '…' });
  await openLoaded(page, '/user');
  const link = page.getByRole('link', { name: `@${handle}` });
  await expect(link.locator('.initials')).toHaveText('');
  expect(await link.locator('.initials').boundingBox()).toMatchObject({ width: 32, height: 32 });
});

test('right-to-left text is aligned to its own side, everything else to ours', async ({ app, page, signedIn }) => {
  const title = 'الجليس الذي لا يَمَلّ من صاحبه أبدًا';
  const { path } = await signedIn.write({
    title,
    body: 'كتابٌ إن نظرتَ فيه أطال إمتاعك.\n\n- بند\n\n> قول\n',
    tags: ['كتب'],
  });
  await waitForFile(app, path);
  await layOut(page, [...lists(signedIn.person.handle), path, `/tag/${encodeURIComponent('كتب')}/1`, '/tag']);
  await openLoaded(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('direction', 'rtl');
  for (const block of ['p', 'ul', 'blockquote'])
    await expect(page.locator(`.prose > ${block}`)).toHaveCSS('direction', 'rtl');
  await expect(page.locator('html')).toHaveCSS('direction', 'ltr');
  await page.goto('/search?q=الجليس');
  await expect(page.getByRole('main').getByRole('article').filter({ hasText: 'صاحبه' }).first()).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
});

test('200 tags fit in the index, on the front page and beside the search', async ({ app, page, signedIn }) => {
  const stem = signedIn.person.handle.slice(0, 6);
  const tags = Array.from({ length: 200 }, (_, index) => `${'abcdefghij'[index % 10]}-${stem}-${index}-of-history`);
  for (let first = 0; first < 200; first += 8) {
    await signedIn.write({ title: `Tagged from ${first}`, tags: tags.slice(first, first + 8) });
  }
  await waitForText(app, '/tag', tags[199] ?? '');
  await layOut(page, ['/tag', '/', '/search', '/note/list/1', `/tag/${tags[0]}/1`, '/user']);
  await openLoaded(page, '/tag');
  const shown = await page.getByRole('main').getByRole('link').allInnerTexts();
  for (const tag of tags)
    expect(
      shown.some((text) => text.includes(tag)),
      tag,
    ).toBe(true);
});

test('a note of 200 KB renders, is readable and opens in the editor', async ({ app, page, signedIn }) => {
  const parts = [
    'L'.repeat(5000),
    `\`${'code'.repeat(500)}\``,
    `\`\`\`js\n${'const x = 1; '.repeat(300)}\n\`\`\``,
    `| ${'wide | '.repeat(40)}\n| ${'--- | '.repeat(40)}\n| ${'cell | '.repeat(40)}`,
    `https://example.org/${'path/'.repeat(300)}`,
    '> '.repeat(40) + 'deep',
    Array.from({ length: 30 }, (_, level) => `${'  '.repeat(level)}- level ${level}`).join('\n'),
    `${'#'.repeat(6)} ${'H'.repeat(300)}`,
  ].join('\n\n');
  const body = `${parts}\n\n${'A sentence that goes on for a while. '.repeat(6000)}`.slice(0, 200 * 1024);
  const { path, note } = await signedIn.write({ title: 'Two hundred kilobytes', body });
  await layOut(page, [path, `/new?uuid=${note.uuid}`]);
  await waitForFile(app, path);
  await layOut(page, [...lists(signedIn.person.handle), path]);
});

test('a note whose icon does not exist renders without one, and an injection is refused', async ({
  app,
  page,
  request,
  signedIn,
}) => {
  const { path } = await signedIn.write({ title: 'With no such icon', icon: 'lucide:no-such-icon-at-all' });
  await layOut(page, [path, `/u/${signedIn.person.handle}`, '/user']);
  await waitForFile(app, path);
  await layOut(page, [path, '/note/list/1']);
  await expect(page.getByText('no-such-icon-at-all')).toHaveCount(0);
  for (const icon of ['lucide:x"><script>alert(1)</script>', '../../etc:passwd', 'a:b:c', 'x'.repeat(5000)]) {
    const answer = await page.request.post('/api/notes', {
      data: { title: 'An attack', icon },
      headers: { Origin: app.url },
    });
    expect(answer.status(), icon.slice(0, 40)).toBe(400);
  }
  const asked = await request.get('/api/_icon/..%2F..%2Fetc.json?icons=%3Cscript%3E');
  expect(asked.status()).toBeGreaterThanOrEqual(400);
  expect(asked.status()).toBeLessThan(500);
});
