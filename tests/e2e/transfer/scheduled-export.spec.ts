import type { Page } from '@playwright/test';
import type { App } from '../../support/app.ts';
import { startOwnApp } from '../../support/browser/e2e-place.ts';
import { expect, test as base } from '../../support/browser/fixtures.ts';
import { ApiUser } from '../../support/people.ts';
import { createCertificateAuthority } from '../../support/servers/authority.ts';
import { startGitServer } from '../../support/servers/git-server.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';
import { startWebdav } from '../../support/servers/webdav.ts';

const password = 'a password of files';

type Network = {
  app: App;
  files: Awaited<ReturnType<typeof startWebdav>>;
  git: Awaited<ReturnType<typeof startGitServer>>;
  strange: Awaited<ReturnType<typeof startHttpServer>>;
  /** Accepts requests, and does not respond. */
  silent: Awaited<ReturnType<typeof startHttpServer>>;
};

/**
 * A product that may export to servers of its private network, all but one with certificates of a private authority.
 */
const test = base.extend<object, { network: Network }>({
  network: [
    async ({ browserName: _ }, give) => {
      const [ours, theirs] = await Promise.all([createCertificateAuthority(), createCertificateAuthority()]);
      const files = await startWebdav('ann', password, ours.secure);
      const git = await startGitServer('ann', password, ours.secure);
      const strange = await startHttpServer((_request, response) => response.writeHead(207).end(), theirs.secure);
      const silent = await startHttpServer(() => undefined, ours.secure);
      const hosts = [files.url, git.url, strange.url, silent.url].map((url) => new URL(url).host).join(', ');
      const app = await startOwnApp({ env: { EXPORT_HOSTS: hosts, NODE_EXTRA_CA_CERTS: ours.file } });
      await give({ app, files, git, strange, silent });
      await Promise.all([app, files, git, strange, silent].map((one) => one.stop()));
      await Promise.all([ours.remove(), theirs.remove()]);
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ network }, give) => give(network.app.url),
});

const formOn = (page: Page) => page.getByRole('form', { name: 'Scheduled export' });
const passwordOn = (page: Page) => formOn(page).getByRole('textbox', { name: 'Password or app token' });

async function start(page: Page, url: string, { secret = password, to = 'A WebDAV folder' } = {}) {
  await page.goto('/user/settings/export');
  await formOn(page).getByLabel('To', { exact: true }).selectOption(to);
  await formOn(page).getByLabel('Address').fill(url);
  await formOn(page).getByLabel('User name').fill('ann');
  await passwordOn(page).fill(secret);
  await formOn(page)
    .getByRole('button', { name: /^(Start exporting|Save)$/ })
    .click();
}

const says = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();
const again = (page: Page) => page.getByRole('button', { name: 'Export now' }).click();

test('notes are exported to a WebDAV folder of a private network, with later changes, and the page reports errors', async ({
  page,
  context,
  network: { app, files, strange },
}) => {
  const ann = await ApiUser.signUp(context.request, app.url);
  const { note } = await ann.write({ title: 'Brought home', body: 'To the folder.', visibility: 'private' });

  await start(page, files.url);
  await says(page, /Exported to localhost:\d+ .*: 1 written, 0 removed\./);
  const [name = ''] = await files.names();
  expect(await files.read(name)).toContain('To the folder.');

  await test.step('changes and deletions are exported too', async () => {
    // Two, so that the page does not already show the expected text.
    const draft = { body: 'Stays a moment.', visibility: 'private' } as const;
    const more = [await ann.write({ title: 'One more', ...draft }), await ann.write({ title: 'Another', ...draft })];
    await again(page);
    await says(page, /: 2 written, 0 removed\./);
    expect(await files.names()).toHaveLength(3);
    for (const { note } of more) {
      const gone = await context.request.delete(`/api/notes/${note.uuid}`, { headers: { Origin: app.url } });
      expect(gone.ok()).toBe(true);
    }
    await again(page);
    await says(page, /: 0 written, 2 removed\./);
    expect(await files.names()).toEqual([name]);
  });

  await test.step('a certificate of an unknown authority', async () => {
    await start(page, strange.url);
    await says(page, /shows a certificate of an authority that isn’t known here/);
  });

  await test.step('a host that is not allowed', async () => {
    await start(page, 'https://127.0.0.1/notes');
    await says(page, '127.0.0.1 isn’t on the public internet, and exports only go there unless');
  });

  await test.step('a wrong password', async () => {
    await start(page, files.url, { secret: 'wrong' });
    await says(page, /refused this user name and password \(401\)/);
  });

  await test.step('no space left', async () => {
    await start(page, files.url);
    await says(page, /Exported to localhost:\d+ /);
    files.fill();
    const changed = { rev: note.rev, title: 'Brought home', body: 'Changed, with no room for it.' };
    const saved = await context.request.patch(`/api/notes/${note.uuid}`, {
      data: changed,
      headers: { Origin: app.url },
    });
    expect(saved.ok()).toBe(true);
    await again(page);
    await says(page, 'There’s no room left to write');
    expect(await files.read(name)).toContain('To the folder.');
  });

  await test.step('an unreachable server', async () => {
    await files.stop();
    await again(page);
    await says(page, /localhost:\d+ doesn’t answer at this port\./);
  });
});

test('notes are exported to a Git repository over HTTPS', async ({ page, context, network: { app, git } }) => {
  const ann = await ApiUser.signUp(context.request, app.url);
  await ann.write({ title: 'Kept in commits', body: 'As text.', visibility: 'private' });
  await start(page, git.url, { to: 'A Git repository' });
  await says(page, /Exported to localhost:\d+ .*: 1 written, 0 removed\./);
  const [name = ''] = await git.files();
  expect(await git.read(name)).toContain('As text.');
});

test('the progress of an export is polled only while the page is visible', async ({ page, context, network }) => {
  await ApiUser.signUp(context.request, network.app.url);
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/api/account/export')) asked += 1;
  });
  const beSeen = (state: DocumentVisibilityState) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await page.clock.install();
  await start(page, network.silent.url);
  await says(page, 'Exporting now');
  await expect.poll(() => asked).toBeGreaterThan(2);

  await beSeen('hidden');
  const before = asked;
  await page.clock.runFor(120_000);
  expect(await page.title()).not.toBe('');
  expect(asked).toBe(before);
  await beSeen('visible');
  await expect.poll(() => asked).toBe(before + 1);
});
