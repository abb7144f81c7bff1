import type { Page } from '@playwright/test';
import { axeInScheme } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { openLoaded, overflowOf, collectErrors } from '../../support/browser/screens.ts';
import { actionOf, commentOf, threadOf } from '../../support/browser/thread-view.ts';

test('by keyboard alone: comment, answer, cancel an answer, vote', async ({ page, signedIn: _, someoneElse }) => {
  const { note, path } = await someoneElse.write({ title: 'To be typed' });
  await someoneElse.comment(note.uuid, 'Answer me');
  await openLoaded(page, path);
  await expect(threadOf(page).getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  await tabTo(page, 'Comment');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Your comment', exact: true })).toBeFocused();
  await page.keyboard.type('n and p are letters here');
  await page.keyboard.press('Control+Enter');
  await expect(commentOf(page, 'n and p are letters here')).toBeFocused();

  await page.keyboard.press('p');
  const theirs = commentOf(page, 'Answer me');
  await expect(theirs).toBeFocused();
  await tabTo(page, 'Reply');
  await page.keyboard.press('Enter');
  await expect(theirs.getByRole('textbox', { name: 'Your reply', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('form')).toHaveCount(0);
  await expect(theirs).toBeFocused();
  await tabTo(page, 'Reply');
  await page.keyboard.press('Enter');
  await expect(theirs.getByRole('textbox', { name: 'Your reply', exact: true })).toBeFocused();
  await page.keyboard.type('An answer');
  await page.keyboard.press('Control+Enter');
  await expect(theirs.getByRole('listitem').filter({ hasText: 'An answer' })).toBeFocused();

  await page.keyboard.press('p');
  await expect(theirs).toBeFocused();
  await tabTo(page, /^Vote for/);
  await page.keyboard.press('Space');
  await expect(actionOf(theirs, /^Vote for/)).toHaveAttribute('aria-pressed', 'true');
});

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp) {
  const focused = page.locator(':focus');
  const named = page.getByRole('link', { name, exact: true }).or(page.getByRole('button', { name, exact: true }));
  await expect(named.first()).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused.and(named).count()) > 0) return;
  }
  throw new Error(`Tab does not come to ${String(name)}.`);
}

test('axe finds nothing in a thread, light and dark, on a phone and a wide screen', async ({
  page,
  signedIn,
  someoneElse,
}) => {
  const trouble = collectErrors(page);
  const { note, path } = await someoneElse.write({ title: 'To be checked' });
  let parent = await someoneElse.comment(
    note.uuid,
    'Said with `code`, > a quotation\n\n> quoted\n\nand a [link](/tag).',
  );
  for (let depth = 1; depth < 8; depth += 1) parent = await signedIn.comment(note.uuid, `Answer ${depth}`, parent);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await openLoaded(page, path);
    await expect(threadOf(page).getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
    await actionOf(commentOf(page, 'Answer 1'), 'Reply').first().click();
    await expect(page.getByRole('textbox', { name: 'Your reply', exact: true })).toBeFocused();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await axeInScheme(page, colorScheme).analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
      );
      expect(found, `${width} pixels, ${colorScheme}`).toEqual([]);
    }
    expect(await overflowOf(page), `${width} pixels`).toBe(0);
  }
  expect(trouble).toEqual([]);
});

test('on a wide screen every level of replies is indented, and on a phone all fit', async ({ page, someoneElse }) => {
  const { note, path } = await someoneElse.write({ title: 'To be answered again and again' });
  let last: string | undefined;
  for (let level = 0; level < 12; level += 1) last = await someoneElse.comment(note.uuid, `Level ${level}.`, last);
  await openLoaded(page, path);
  const starts = () =>
    page.locator('li.comment .prose').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  const wide = await starts();
  expect(wide).toHaveLength(12);
  expect(wide.every((start, level) => level === 0 || start >= (wide[level - 1] ?? 0) + 12)).toBe(true);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflowOf(page)).toBe(0);
  expect(Math.max(...(await starts()))).toBeLessThan(160);
  await someoneElse.comment(note.uuid, 'At the side of what it answers.', last);
  await openLoaded(page, path);
  await expect(page.getByRole('link', { name: `in reply to ${someoneElse.person.name}`, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Join', exact: true })).toBeVisible();
});
