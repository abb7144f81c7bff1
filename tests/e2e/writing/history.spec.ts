import { axeBuilder } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { waitForText } from '../../support/builds/published.ts';
import { openLoaded } from '../../support/browser/screens.ts';

test('the history shows what changed in a note, and restores an earlier version', async ({ app, page, signedIn }) => {
  const title = `Kept by ${signedIn.person.handle}`;
  const { note, path } = await signedIn.write({ title, body: 'A margin is room to answer.', tags: ['kept-versions'] });
  const second = await signedIn.change(note, { body: 'A margin is room to doubt.', visibility: 'unlisted' });
  await openLoaded(page, `/new?uuid=${note.uuid}`);

  await page.getByRole('button', { name: 'History', exact: true }).click();
  const versions = page.getByRole('list', { name: 'Versions', exact: true }).getByRole('button');
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText('current version · changed text, who can read it');

  await test.step('what it changed, and what has changed since', async () => {
    await versions.first().click();
    await expect(page.getByRole('heading', { name: /^Version of/ })).toBeFocused();
    await expect(page.getByRole('insertion').filter({ hasText: 'doubt' })).toHaveText('Added: doubt');
    await expect(page.getByRole('deletion').filter({ hasText: 'answer' })).toHaveText('Removed: answer');
    await versions.nth(1).click();
    await expect(versions.nth(1)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('insertion').filter({ hasText: 'doubt' })).toHaveText('Added: doubt');
    await page.getByRole('button', { name: 'What it changed', exact: true }).click();
    await expect(page.getByText('This is the oldest version kept.', { exact: true })).toBeVisible();
    expect((await axeBuilder(page).analyze()).violations).toEqual([]);
  });

  await test.step('restoring asks first, keeps the visibility, and adds a version', async () => {
    await page.getByRole('button', { name: 'Restore this version', exact: true }).click();
    const asked = page.getByRole('alertdialog', { name: 'Restore this version?', exact: true });
    await asked.getByRole('button', { name: 'Restore version', exact: true }).click();
    await expect(page).toHaveURL(path);
    await waitForText(app, path, 'room to answer');
    const now = JSON.parse(await signedIn.textOf(`/api/notes/${note.uuid}`)) as {
      note: { visibility: string; rev: number };
    };
    expect(now.note).toMatchObject({ visibility: 'unlisted', rev: second.note.rev + 1 });
    await openLoaded(page, `/new?uuid=${note.uuid}`);
    await page.getByRole('button', { name: 'History', exact: true }).click();
    await expect(versions).toHaveCount(3);
  });
});
