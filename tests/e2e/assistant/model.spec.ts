import { ownCall } from '../../../src/platform/server/own-call.ts';
import type { App } from '../../support/app.ts';
import { axeBuilder } from '../../support/browser/axe.ts';
import { startOwnApp } from '../../support/browser/e2e-place.ts';
import { expect, test as base } from '../../support/browser/fixtures.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { uniqueText, points, modelReply } from '../../support/model-reading.ts';
import { startModelServer } from '../../support/servers/model-server.ts';
import { ApiUser } from '../../support/people.ts';
import {
  publishTimeout,
  fetchText,
  waitForFile,
  waitForTextInFile,
  waitForText,
} from '../../support/builds/published.ts';
import { openLoaded } from '../../support/browser/screens.ts';

const secret = 'a secret of the tests, long enough for all';

type Place = { app: App; model: Awaited<ReturnType<typeof startModelServer>> };

/** A separate product with local models: everywhere else the assistant only quotes. */
let place: Place;
/** Playwright reads this before the product runs, too. */
let baseURL: string | undefined;

const test = base.extend({ baseURL: ({ browserName: _ }, give) => give(baseURL) });

test.beforeAll(async () => {
  const model = await startModelServer();
  model.behave(modelReply({ points }));
  const env = { AI_BASE_URL: model.url, AI_MODEL: 'm', AI_EMBEDDING_MODEL: 'e', SESSION_SECRET: secret };
  place = { model, app: await startOwnApp({ env }) };
  baseURL = place.app.url;
});
test.afterAll(async () => {
  await place.app.stop();
  await place.model.stop();
});

/** Calls the job that the platform runs every five minutes, until its result shows; overlapping runs count as one. */
async function untilRead({ app }: Place, address: string, text: string): Promise<void> {
  const shown = async () => {
    const headers = { 'X-Own-Call': await ownCall('model-reading', secret, new Date()) };
    await fetch(`${app.url}/.netlify/functions/background?task=model-reading`, { method: 'POST', headers });
    return fetchText(app, address);
  };
  await expect.poll(shown, publishTimeout).toContain(text);
}

test('a model writes the key points of a published note, and the author can remove them', async ({ page }) => {
  const { app } = place;
  const writer = await ApiUser.signUp(page.context().request, app.url);
  const { note, path } = await writer.write({ title: 'Read by a model', body: uniqueText() });
  await waitForText(app, path, 'Quoted from the text');
  await untilRead(place, path, 'Written by a language model, which may be wrong');
  await waitForTextInFile(app, path, 'Written by a language model, which may be wrong');
  await openLoaded(page, path);
  const [first] = points;
  await expect(page.getByRole('link', { name: first?.text, exact: true })).toBeVisible();
  await page.getByRole('link', { name: first?.text, exact: true }).click();
  await expect(page.locator(':target')).toContainText(first?.quote ?? '');

  await openLoaded(page, `/new?uuid=${note.uuid}`);
  const kept = page.getByRole('switch', { name: /^Keep language models away from this note/ });
  await page.getByText('Icon and AI').click();
  await expect(kept).not.toBeChecked();
  await kept.click();
  await expect(kept).toBeChecked();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL(path);
  await waitForText(app, path, 'Quoted from the text');
  await openLoaded(page, `/new?uuid=${note.uuid}`);
  await expect(kept).toBeChecked();
});

test('a private note is sent with a question only once its owner agrees, by mouse and by keyboard', async ({
  page,
}) => {
  await ApiUser.signUp(page.context().request, place.app.url);
  const allowed = page.getByRole('switch', { name: /private notes/ });
  const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  // A new page each time shows what the server has stored, and has no focus yet.
  const open = async () => {
    await page.goto('/search');
    await openLoaded(page, '/user/settings/assistant');
  };
  await open();
  await expect(allowed).not.toBeChecked();
  await Promise.all([saved(), allowed.click()]);
  await expect(allowed).toBeChecked();
  expect((await axeBuilder(page).analyze()).violations).toEqual([]);
  await open();
  await expect(allowed).toBeChecked();
  await tabTo(page, allowed);
  await Promise.all([saved(), page.keyboard.press('Space')]);
  await expect(allowed).not.toBeChecked();
  await open();
  await expect(allowed).not.toBeChecked();
});

test('semantic matches appear below the matches by words, unless the reader wants words only', async ({ page }) => {
  const writer = await ApiUser.signUp(page.context().request, place.app.url);
  const others = ['Ships at sea', 'A loaf of bread', 'Clocks and watches', 'Snow and ice', 'Gardens', 'Maps'];
  for (const [index, title] of others.entries()) await writer.write({ title, body: `Some words on thing ${index}.` });
  const title = `Of bees by ${writer.person.handle}`;
  const { path } = await writer.write({ title, body: 'They live in a hive, all summer.' });
  await waitForFile(place.app, path);
  await untilRead(place, '/api/search?q=apiary', path);
  place.model.embedBy('meaning');

  await openLoaded(page, '/search');
  const field = page.getByRole('searchbox', { name: 'Words, tags or names to search for' });
  await field.fill('apiary');
  const near = page.getByRole('region', { name: 'Similar in meaning', exact: true });
  await expect(near.getByRole('link', { name: title, exact: true })).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: /^No note has these words: “apiary”\. .+ a similar meaning\.$/ }),
  ).toBeVisible();
  await expect(near.getByText('gets what you type', { exact: false })).toBeVisible();
  expect((await axeBuilder(page).analyze()).violations).toEqual([]);
  await field.press('ArrowDown');
  await expect(near.locator(':focus')).toHaveRole('link');

  await near.getByRole('button', { name: 'Search by words only', exact: true }).click();
  await expect(near.getByRole('listitem')).toHaveCount(0);
  await expect(near.getByText('What you type stays in your browser', { exact: false })).toBeVisible();
  await openLoaded(page, '/search?q=pollen');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found for “pollen”' })).toBeVisible();
  await expect(near.getByRole('button', { name: 'Search by meaning too', exact: true })).toBeVisible();
  expect(place.model.embedded).not.toContain('pollen');
  await near.getByRole('button', { name: 'Search by meaning too', exact: true }).click();
  await expect(near.getByRole('link', { name: title, exact: true })).toBeVisible();
});
