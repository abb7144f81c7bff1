import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exportFormats, type ExportFormat } from '../../../src/transfer/model/export-formats.ts';
import { continueDeletions, deleteAccount } from '../../../src/transfer/server/account/account-deletion.ts';
import { exportStream } from '../../../src/transfer/server/export/export.ts';
import { FileNames } from '../../../src/transfer/server/export/file-names.ts';
import { ExportRun } from '../../../src/transfer/server/export/scheduled/export-run.ts';
import { webdavTarget } from '../../../src/transfer/server/export/scheduled/webdav.ts';
import { KnownFiles } from '../../../src/transfer/server/export/scheduled/known-files.ts';
import { readOwnNotes } from '../../../src/transfer/server/export/own-notes.ts';
import { readUser } from '../../../src/people/server/people.ts';
import { functionFor, loadFunctions, startApi, type Api, type Person } from '../../support/api.ts';
import { loopbackOnly } from '../../support/browser/pages.ts';
import { origin } from '../../support/servers/origin.ts';
import { startWebdav } from '../../support/servers/webdav.ts';

let api: Api;
let ann: Person;
let people = 0;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());
beforeEach(async () => {
  ann = await api.signUp(`ann_closed_${(people += 1)}`);
  for (const title of ['One', 'Two']) {
    const body = { title, body: `Text of ${title}.`, visibility: 'private' };
    expect((await api.call('POST', '/api/notes', { cookie: ann.cookie, body })).status).toBe(201);
  }
  await api.settled();
});

async function closeAccount(): Promise<void> {
  const now = new Date();
  const deletion = { userId: ann.user.id, writings: 'remove' } as const;
  expect((await deleteAccount(api.store.redis, ann.user.id, 'remove', now)).ok).toBe(true);
  expect(await continueDeletions(api.store.redis, deletion, now, () => true)).toBe(true);
}

test.each(Object.keys(exportFormats) as ExportFormat[])(
  'an export as %s fails if the account is closed meanwhile, since its notes are missing',
  async (format) => {
    const user = (await readUser(api.store.redis, ann.user.id)) ?? expect.fail();
    await closeAccount();
    const file = exportStream(api.store.redis, format, user, origin, new Date());
    await expect(new Response(file).bytes()).rejects.toThrow('The account was closed while it was exported.');
  },
);

test('so does the download of all data', async () => {
  const { handler, params } = functionFor(await loadFunctions(), `${origin}/api/account/data`);
  const request = new Request(`${origin}/api/account/data`, { headers: { Cookie: ann.cookie } });
  const answer = await handler(request, { params, ip: '203.0.113.7', requestId: 'request-1' });
  expect(answer.status).toBe(200);
  await closeAccount();
  await expect(answer.text()).rejects.toThrow('The account was closed while it was exported.');
});

test('a scheduled export that is running keeps the files of an account that is closed', async () => {
  const { redis } = api.store;
  const there = await startWebdav('ann', 'a password of files');
  const place = { url: there.url, username: 'ann', password: 'a password of files', branch: '', reach: loopbackOnly };
  const target = await webdavTarget({ ...place, author: { name: 'A', email: 'a@example.org' }, now: new Date() });
  try {
    const [userId, mayGoOn] = [ann.user.id, () => true];
    const [names, files] = await Promise.all([FileNames.of(redis, userId), KnownFiles.of(redis, userId)]);
    const run = new ExportRun(redis, { userId, target, names, files, mayGoOn });
    expect(await run.take((await readOwnNotes(redis, userId, null)).notes.map(({ note }) => note))).toBe(true);
    await closeAccount();
    expect(await run.clear()).toBe(false);
    expect(await there.names()).toEqual(['One.md', 'Two.md']);
  } finally {
    await target.close();
    await there.stop();
  }
});
