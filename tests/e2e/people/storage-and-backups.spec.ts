import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { connectTo } from '../../../netlify/local/redis/gateway.ts';
import { runningSocket } from '../../../netlify/local/redis/open-store.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { freePort, type App } from '../../support/app.ts';
import { axeBuilder } from '../../support/browser/axe.ts';
import { startNightlyBackup } from '../../support/backups.ts';
import { startOwnApp } from '../../support/browser/e2e-place.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { ApiUser } from '../../support/people.ts';
import { openLoaded } from '../../support/browser/screens.ts';
import { findOverflow } from '../../support/browser/widths.ts';

/** A separate product without an owner, with little storage per person and a key for its backups. */
const start = (settings: Record<string, string>, place: { dataDir?: string; port?: number } = {}): Promise<App> =>
  startOwnApp({ env: settings, ...place });

async function expectSound(page: Page): Promise<void> {
  expect((await axeBuilder(page).analyze()).violations).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);
}

async function signedInAt(app: App, browser: Browser) {
  const context = await browser.newContext({ baseURL: app.url });
  const person = await ApiUser.signUp(context.request, app.url);
  return { person, page: await context.newPage() };
}

test('the storage page shows the room left, what to do when there is none, and writing works again afterwards', async ({
  browser,
}, run) => {
  const place = { dataDir: run.outputPath('data'), port: await freePort() };
  let app = await start({ STORAGE_QUOTA_MB: '0.0625' }, place);
  try {
    const { person, page } = await signedInAt(app, browser);
    const storage = page.getByRole('region', { name: 'Storage', exact: true });
    const meter = storage.getByRole('meter');
    const look = async () => {
      await page.goto('about:blank');
      await openLoaded(page, '/user/settings/storage');
      await expect(meter).toBeVisible();
    };
    const large = (title: string, kb: number) =>
      person.write({ title, body: 'x'.repeat(kb * 1024), visibility: 'private' });

    await large('Half of it', 32);
    await look();
    await expect(storage).toContainText(/3\d KB of 64 KB used/);
    await expect(storage.getByRole('alert')).toHaveCount(0);
    await large('Nearly all of it', 22);
    await look();
    await expect(storage.getByRole('alert')).toContainText('You’re nearly out of space');
    await expect(meter).toHaveAccessibleName(/5\d KB of 64 KB used/);
    await expectSound(page);

    await openLoaded(page, '/new');
    await page.getByLabel('Title').fill('One too many');
    await page.getByLabel('Text').fill('y'.repeat(16 * 1024));
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'you have 64 KB here' })).toContainText('Delete notes');
    await expect(page.getByLabel('Text')).toHaveValue(/^y{16384}$/);
    await expectSound(page);

    const mine = await page.context().newPage();
    await openLoaded(mine, '/user');
    await mine.getByRole('button', { name: 'Actions for Half of it', exact: true }).click();
    await mine.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await expect(mine.getByRole('link', { name: 'Half of it' })).toHaveCount(0);
    await mine.getByRole('link', { name: 'Bin', exact: true }).click();
    await mine.getByRole('button', { name: 'Empty the bin', exact: true }).click();
    await mine.getByRole('alertdialog').getByRole('button', { name: 'Empty bin', exact: true }).click();
    await expect(mine.getByText('The bin is empty.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Published', exact: true })).toContainText('One too many');

    // The site allows less storage than is used: everything stays, and nothing new is accepted.
    await app.stop();
    app = await start({ STORAGE_QUOTA_MB: '0.03125' }, place);
    await look();
    await expect(meter).toHaveAccessibleName(/\d+ KB of 32 KB used/);
    await expect(storage.getByRole('alert')).toContainText('You’re out of space');
    await expectSound(page);
  } finally {
    await app.stop();
  }
});

test('an owner sees on /user that no backup was made, why one failed, and when one was made and verified', async ({
  browser,
}) => {
  const recipient = await identityToRecipient(await generateIdentity());
  const app = await start({ BACKUP_RECIPIENT: recipient, BACKUP_DAYS: '7' });
  try {
    const { page } = await signedInAt(app, browser);
    const backups = page.getByRole('region', { name: 'Backups', exact: true });
    const look = async () => {
      await page.goto('about:blank');
      await openLoaded(page, '/user/settings/publishing');
      await expect(backups).toContainText('A backup is made every night and kept for 7 days.');
    };
    const told = async () =>
      (await (await page.request.get('/api/backups')).json()) as { last: object; failure: object };
    const folder = path.join(app.dataDir, 'backups');

    await look();
    await expect(backups).toContainText('None has been made yet.');
    await expectSound(page);

    await writeFile(folder, 'a file where the folder should be');
    await startNightlyBackup(app);
    await expect.poll(async () => (await told()).failure).not.toBeNull();
    await look();
    await expect(backups.getByRole('alert')).toContainText(/The last attempt, .*, failed: .*backups/);
    await expectSound(page);

    await rm(folder);
    // After a failure the next attempt is an hour later.
    const store = await connectTo((await runningSocket(path.join(app.dataDir, 'redis'))) ?? '');
    await store.run(['DEL', keys.backupFailure]);
    await store.close();
    await startNightlyBackup(app);
    await expect.poll(async () => (await told()).last).not.toBeNull();
    await look();
    await expect(backups).toContainText(/The latest was made .* \(\d+ KB\), then read back and found complete/);
    await expect(backups.getByRole('alert')).toHaveCount(0);
    expect(await readdir(folder)).toHaveLength(1);
    await expectSound(page);

    const member = await signedInAt(app, browser);
    await openLoaded(member.page, '/user/settings/publishing');
    await expect(member.page.getByRole('heading', { name: 'Publishing', exact: true })).toBeVisible();
    await expect(member.page.getByRole('region', { name: 'Backups', exact: true })).toHaveCount(0);
  } finally {
    await app.stop();
  }
});
