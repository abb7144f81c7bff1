import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { saveCopy } from '../../support/copies.ts';
import { waitForFile } from '../../support/builds/published.ts';

const paragraph = 'Reading a long text is walking through it, and one may rest on the way. '.repeat(12);
const parts = ['The first part', 'The second part', 'The third part', 'The last part'];
const body = parts.map((part) => `## ${part}\n\n${`${paragraph}\n\n`.repeat(5)}`).join('');

const isIntoView = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, exact: true })).toBeInViewport();
const fontSize = (page: Page) =>
  page
    .locator('.prose')
    .first()
    .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));

test('a long note has a table of contents that links to each part, and remembers the reading position', async ({
  app,
  page,
  someoneElse,
}) => {
  const { path } = await someoneElse.write({ title: 'A walk through a long text', body });
  await waitForFile(app, path);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(path);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents.getByRole('link')).toHaveText(parts);
  await contents.getByRole('link', { name: 'The third part' }).click();
  await isIntoView(page, 'The third part');
  await expect(contents.getByRole('link', { name: 'The third part' })).toHaveAttribute('aria-current', 'location');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('commonplace:places'))).toContain('[');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  await expect(contents).toBeHidden();
  await page.getByText('Contents', { exact: true }).click();
  await expect(contents).toBeVisible();
  const onward = page.getByRole('link', { name: 'Continue where you stopped' });
  await expect(onward).toBeVisible();
  await test.step('the link is below the title, over no text, and moves nothing', async () => {
    const [offer, head, text] = await Promise.all(
      ['[data-continue]', '.note-acts', '.toc'].map((part) =>
        page
          .locator(part)
          .first()
          .evaluate((shown) => shown.getBoundingClientRect().toJSON() as DOMRect),
      ),
    );
    expect(offer?.top).toBeGreaterThanOrEqual(head?.bottom ?? 0);
    expect(offer?.bottom).toBeLessThanOrEqual(text?.top ?? 0);
    const place = () => page.locator('.prose').evaluate((prose) => prose.getBoundingClientRect().top);
    const withLink = await place();
    const link = page.locator('[data-continue]');
    await link.evaluate((shown: HTMLElement) => (shown.style.display = 'none'));
    expect(await place()).toBe(withLink);
    await link.evaluate((shown: HTMLElement) => (shown.style.display = ''));
  });
  await onward.press('Enter');
  await isIntoView(page, 'The third part');
  await expect(onward).toHaveCount(0);
});

test('the reading progress of a long note is shown', async ({ page, someoneElse }) => {
  const { path } = await someoneElse.write({ title: 'Half read', body });
  const share = () =>
    page
      .locator('.read-so-far')
      .evaluate((bar) => bar.getBoundingClientRect().width / document.documentElement.clientWidth);
  const toShare = (of: number) =>
    page.locator('.prose').evaluate((text, part) => {
      const { top, height } = text.getBoundingClientRect();
      scrollTo(0, scrollY + top + (height - innerHeight) * part);
    }, of);
  await page.goto(path);
  await toShare(0.5);
  await expect.poll(share).toBeCloseTo(0.5, 1);
  await toShare(1);
  await expect.poll(share).toBeCloseTo(1, 2);
});

test('a short note has no table of contents, and offers no reading position to continue from', async ({
  page,
  someoneElse,
}) => {
  const { path } = await someoneElse.write({ title: 'A short walk', body: '## One\n\n## Two\n\n## Three\n\nThe end.' });
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Three' })).toBeVisible();
  await expect(page.getByText('Contents', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Continue where you stopped' })).toHaveCount(0);
});

test('text size and width are chosen once, and apply before the first paint', async ({ page, someoneElse }) => {
  const { path } = await someoneElse.write({ title: 'Read with tired eyes', body });
  await page.goto(path);
  const before = await fontSize(page);
  const width = (await page.locator('.note').boundingBox())?.width ?? 0;
  await page.getByRole('button', { name: 'Text size and width' }).click();
  const dialog = page.getByRole('dialog', { name: 'Text size and width' });
  await dialog.getByRole('radio', { name: 'Large', exact: true }).check();
  await dialog.getByRole('radio', { name: 'Narrow' }).check();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const after = await fontSize(page);
  expect(after).toBeGreaterThan(before);

  // Only the inline script may decide.
  await page.route('**/_astro/*.js', (route) => route.abort());
  await page.reload();
  expect(await fontSize(page)).toBe(after);
  expect((await page.locator('.note').boundingBox())?.width).toBeLessThan(width);
});

test('the printed page has the text and no controls', async ({ page, someoneElse }) => {
  const { path } = await someoneElse.write({ title: 'Read on paper', body: `${body}[A link](https://example.org/)` });
  await page.goto(path);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo').last()).toBeHidden();
  await expect(page.getByRole('button', { name: 'Vote' }).first()).toBeHidden();
  const after = await page
    .getByRole('link', { name: 'A link' })
    .evaluate((link) => getComputedStyle(link, '::after').content);
  expect(after).toContain('https://example.org/');
});

test('a note is readable if its reading tools fail to load, and nothing throws', async ({ page, someoneElse }) => {
  const { path } = await someoneElse.write({ title: 'Read without tools', body });
  await page.route('**/reading-lazy*', (route) => route.abort());
  const logged: string[] = [];
  page.on('console', (message) => void logged.push(message.text()));
  await page.goto(path);
  // The page may reload while the key is being pressed.
  await expect
    .poll(() => page.keyboard.press('Shift').then(() => logged))
    .toContainEqual(expect.stringMatching(/^The reading tools could not be loaded\./));
  await expect(page.getByRole('heading', { level: 1, name: 'Read without tools' })).toBeVisible();
});

test('a copy of two megabytes is shown on a phone in about the time it takes to parse, and Listen can be closed again', async ({
  app,
  page,
  signedIn,
}) => {
  const { note } = await signedIn.write({ title: 'A book', url: 'https://example.org/book', visibility: 'private' });
  const words = 'The <em>river</em> runs past the old mill and on to the sea. '.repeat(3);
  const text = Array.from({ length: 10_000 }, (_, number) => `<p>Part ${number}: ${words}</p>`).join('');
  await saveCopy(app, note, text);
  await page.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')!;
    Object.defineProperty(Element.prototype, 'innerHTML', {
      ...own,
      set(html: string) {
        performance.mark('parsing');
        own.set?.call(this, html);
        if (html.length > 1_000_000) performance.measure((this as Element).localName, 'parsing');
      },
    });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/note/copy?uuid=${note.uuid}`);
  await page.getByRole('button', { name: 'Listen', exact: true }).click();
  const took = (name: string) =>
    page.evaluate((of) => performance.getEntriesByName(of, 'measure').at(-1)?.duration ?? 0, name);
  // The text is first parsed in a template, which is not rendered.
  expect(await took('template')).toBeGreaterThan(0);
  // It took 23 times as long when the whole text was examined again for each paragraph, and takes 2 or 3 times now.
  expect((await took('div')) / (await took('template'))).toBeLessThan(12);

  const voices = page.getByRole('region', { name: 'Listen', exact: true });
  await expect(voices).toContainText('This browser has no voices');
  await voices.getByRole('button', { name: 'Close', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Listen', exact: true })).toBeFocused();
});
