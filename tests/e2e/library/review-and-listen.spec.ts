import { saveCopy } from '../../support/copies.ts';
import { expect, test } from '../../support/browser/fixtures.ts';

const html = '<p>A margin is room to answer what one reads.</p><p>Whoever writes there speaks with the page.</p>';

test('a copy is read aloud if the device has voices, and by a voice of another language only after a warning', async ({
  app,
  page,
  signedIn,
}) => {
  const { note } = await signedIn.write({ title: 'A page to listen to', url: 'https://pages.example/listen' });
  await saveCopy(app, note, html);
  await page.goto(`/note/copy?uuid=${note.uuid}`);
  const listen = page.getByRole('region', { name: 'Listen' });
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(listen).toContainText('This browser has no voices');
  await listen.getByRole('button', { name: 'Close' }).click();
  await page.evaluate(() => {
    const voice = { lang: 'fi-FI', name: 'Satu', voiceURI: 'satu', default: true, localService: true };
    speechSynthesis.getVoices = () => [voice];
  });
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(listen).toContainText('No voice here speaks English');
  await expect(listen).toContainText('a voice for Finnish');
  await expect(listen.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('a highlight comes up for review the day after, unless it was deleted in between', async ({
  app,
  page,
  signedIn,
}) => {
  const { note } = await signedIn.write({ title: 'A page to remember', url: 'https://pages.example/remember' });
  await saveCopy(app, note, html);
  await signedIn.highlight(note.uuid, 'A margin is room to answer what one reads', '');
  await page.goto('/user#highlights');
  const elsewhere = (method: 'PATCH' | 'DELETE', body: object = {}) =>
    page.evaluate(
      async ({ uuid, method, body }) => {
        const path = `/api/notes/${uuid}/highlights`;
        const { highlights } = await (await fetch(path)).json();
        const headers = { 'Content-Type': 'application/json' };
        await fetch(`${path}/${highlights[0].id}`, { method, headers, body: JSON.stringify(body) });
      },
      { uuid: note.uuid, method, body },
    );
  // As if it had been reviewed and were due again.
  const again = () => elsewhere('PATCH', { review: { step: 1, due: '2026-01-01T00:00:00.000Z' } });
  await again();
  await page.getByRole('link', { name: 'Review' }).click();
  const card = page.getByRole('article', { name: 'Highlight 1 of 1' });
  const done = page.getByRole('heading', { name: 'Done for today' });
  await expect(card).toContainText('A margin is room to answer what one reads');
  await page.getByRole('button', { name: 'Stop showing' }).click();
  await expect(done).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card).toBeVisible();
  await page.keyboard.press('2');
  await expect(done).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nothing to review today.')).toBeVisible();

  await again();
  await page.reload();
  await expect(card).toBeVisible();
  await elsewhere('DELETE');
  await page.getByRole('button', { name: 'Good', exact: true }).click();
  await expect(page.getByText('This highlight was deleted elsewhere', { exact: true })).toBeVisible();
  await expect(done).toBeVisible();
});
