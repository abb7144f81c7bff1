import { readFile } from 'node:fs/promises';
import { axeBuilder } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded } from '../../support/browser/screens.ts';

const long = new URL('../../../netlify/local/first-collection/01-what-a-commonplace-book-was.md', import.meta.url);
const body = `Room to answer.[^1]

## Why so

$E = mc^2$

\`\`\`js
const margin = 2;
\`\`\`

> [!tip] Try it
> Press <kbd>j</kbd>.

<details>
<summary>More</summary>

Folded.

</details>

[^1]: Beside the text. See [the margin](#h-why-so).
`;

test('a note links back home, and its vote count shows above and below its text', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const { path } = await someoneElse.write({ title: 'To be voted for twice', body });
  await openLoaded(page, path);
  const account = page.getByRole('navigation', { name: 'Account', exact: true });
  await expect(account.getByRole('link', { name: 'Write', exact: true })).toBeVisible();
  await expect(account.getByRole('link', { name: `@${signedIn.person.handle}` })).toBeVisible();
  const votes = page.getByRole('button', { name: /^Voted? \d/ });
  await votes.first().click();
  await expect(votes.nth(0)).toHaveAttribute('aria-pressed', 'true');
  await expect(votes.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await votes.nth(1).click();
  await expect(votes.nth(0)).toHaveAttribute('aria-pressed', 'false');
});

test('a toast appears offline even if its code was never loaded', async ({
  page,
  context,
  signedIn: _,
  someoneElse,
}) => {
  const { path } = await someoneElse.write({ title: 'Saved in a tunnel' });
  await openLoaded(page, path);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save for later' }).first().click();
  const said = page.getByText('This is safe on this device and will be sent as soon as you’re back.');
  await expect(said).toBeInViewport();
  await expect(said).toBeHidden();
});

test('code and heading links can be copied, the note shared, and footnotes are beside the text on a wide screen', async ({
  page,
  context,
  someoneElse,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { path } = await someoneElse.write({ title: 'With everything', body });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLoaded(page, path);
  const reference = page.locator('.prose sup a');
  const footnote = page.locator('.footnotes li');
  const isBeside = async () => {
    const [line, note] = [await reference.boundingBox(), await footnote.boundingBox()];
    return Math.abs((line?.y ?? 0) - (note?.y ?? 1000)) < 40 && (note?.x ?? 0) > (line?.x ?? 0);
  };
  await expect.poll(isBeside).toBe(true);
  // It is said once, and its links work by keyboard and mouse.
  await expect(page.getByText('Beside the text.')).toHaveCount(1);
  await reference.click();
  await page.keyboard.press('Tab');
  await expect(footnote.getByRole('link', { name: 'the margin' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/fnref-1$/);
  await footnote.getByRole('link', { name: 'the margin' }).click();
  await expect(page).toHaveURL(/#h-why-so$/);
  await expect(page.locator('.prose math')).toBeVisible();
  // The printed page has no room beside the text.
  await page.emulateMedia({ media: 'print' });
  await expect.poll(isBeside).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(isBeside).toBe(true);

  await page.mouse.move(300, 300);
  await page.getByRole('button', { name: 'Copy this code' }).click();
  await expect.poll(copied).toBe('const margin = 2;');
  await page.getByRole('link', { name: 'Link to “Why so”' }).click();
  await expect.poll(copied).toMatch(/#h-why-so$/);
  // As on a system without a share sheet.
  await page.evaluate(() => delete (Navigator.prototype as { share?: unknown }).share);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.poll(copied).toBe(new URL(path, page.url()).href);
  expect((await axeBuilder(page).analyze()).violations).toEqual([]);

  await page.setViewportSize({ width: 900, height: 900 });
  await expect.poll(isBeside).toBe(false);
  await expect(footnote).toContainText('Beside the text.');
});

test('in forced colours, code, tags and set-off blocks have a border', async ({ page, someoneElse }) => {
  const { path } = await someoneElse.write({
    title: 'In two colours',
    body: `${body}\n\nA \`word\`.`,
    tags: ['edges'],
  });
  await openLoaded(page, path);
  const parts = ['.prose pre', '.prose p > code', '.prose .callout', '.prose details', '.tags a'];
  const edges = () =>
    Promise.all(
      parts.map((part) =>
        page
          .locator(part)
          .first()
          .evaluate((at) => getComputedStyle(at).borderTopWidth),
      ),
    );
  expect(await edges()).toEqual(parts.map(() => '0px'));
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await edges()).toEqual(parts.map(() => '1px'));
});

test('key points appear above long texts only, and stay folded once they are folded', async ({ page, someoneElse }) => {
  const text = (await readFile(long, 'utf8')).replace(/^---[\s\S]*?---\n/, '');
  const brief = page.getByRole('group').filter({ hasText: 'In brief' });
  const short = await someoneElse.write({ title: 'Short', body: text.slice(0, 1500) });
  await openLoaded(page, short.path);
  await expect(page.getByText('In brief')).toHaveCount(0);
  const { path } = await someoneElse.write({ title: 'Long', body: text });
  await openLoaded(page, path);
  await expect(brief.getByRole('listitem').first()).toBeVisible();
  // Only a click, as by touch: no pointer moves before it.
  await page.getByText('In brief').evaluate((summary: HTMLElement) => summary.click());
  await expect(page.locator('html')).toHaveAttribute('data-reading', 'folded');
  await page.reload();
  await expect(brief.getByRole('listitem').first()).toBeHidden();
  await page.getByText('In brief').click();
  await expect(brief.getByRole('listitem').first()).toBeVisible();
});

test('the header hides on scrolling down, and reappears on scrolling up', async ({ page, someoneElse }) => {
  const { path } = await someoneElse.write({ title: 'Scrolled', body: 'A paragraph.\n\n'.repeat(200) });
  await openLoaded(page, path);
  const header = page.getByRole('banner');
  await page.mouse.move(300, 300);
  // The code that follows scrolling is loaded by the first movement.
  await expect(page.locator('article[data-awake]')).toBeVisible();
  for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, 400);
  await expect(header).not.toBeInViewport();
  await page.mouse.wheel(0, -200);
  await expect(header).toBeInViewport();
});
