import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { runScheduled } from '../../../src/app/scheduled.ts';
import { deleteAccount } from '../../../src/transfer/server/account/account-deletion.ts';
import { startApi, type Person } from '../../support/api.ts';
import { sendFile } from '../../support/imports.ts';
import { Decision } from '../../../src/moderation/model/entry.ts';
import { decide } from '../../../src/moderation/server/decide.ts';
import type { User } from '../../../src/people/model/user.ts';
import { putRole } from '../../../src/people/server/store/roles.ts';

const api = await startApi({ NETLIFY_PURGE_API_TOKEN: 'a token of the tests', SITE_ID: 'a-site' });
afterAll(() => api.stop());

/** The cache tags purged from the CDN, as its API receives them. */
const purged = new Set<string>();
const fetchAll = globalThis.fetch;
vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
  const { host } = new URL(input instanceof Request ? input.url : input);
  if (host !== 'api.netlify.com') return fetchAll(input, init);
  const { cache_tags: tags } = JSON.parse(init?.body as string) as { cache_tags: string[] };
  for (const tag of tags) purged.add(tag);
  return new Response(null, { status: 202 });
});

let author: Person;
let other: Person;
let people = 0;
const write = async (path: string, { cookie }: Person, body: object) => {
  const answer = await api.call('POST', path, { cookie, body });
  expect(answer.status).toBe(201);
  return answer.body;
};

/** The UUIDs of a note by the author and of another person's note that the author commented on. */
async function written() {
  const own = (await write('/api/notes', author, { title: 'Own', body: '' })).note?.uuid ?? '';
  const commented = (await write('/api/notes', other, { title: 'Commented', body: '' })).note?.uuid ?? '';
  await write(`/api/notes/${commented}/comments`, author, { body: 'Said' });
  await api.settled();
  purged.clear();
  return { own, commented };
}

beforeEach(async () => {
  people += 1;
  author = await api.signUp(`author${people}`);
  other = await api.signUp(`other${people}`);
});

/** Far enough ahead that the time for the run is not over, however slow the machine. */
const soon = () => new Date(Date.now() + 60 * 60_000);

test('pages of a deleted account that the schedule removes are purged from the CDN, including other people’s notes', async () => {
  const { commented } = await written();
  await deleteAccount(api.store.redis, author.user.id, 'remove', new Date());
  await runScheduled(soon());
  expect([...purged]).toEqual(expect.arrayContaining([`person-${author.user.id}`, `note-${commented}`, 'note-lists']));
});

test('pages of a banned author that the schedule hides are purged from the CDN', async () => {
  const { own, commented } = await written();
  await putRole(api.store.redis, other.user.id, 'moderator');
  const ban = { action: 'ban', subject: 'person', id: author.user.id, days: null, writings: 'hide', reason: 'Spam' };
  // Interrupted before anything is hidden.
  await decide(api.store.redis, { ...other.user, role: 'moderator' } as User, Decision.parse(ban), new Date());
  await runScheduled(soon());
  const tags = [`note-${own}`, `note-${commented}`, `person-${author.user.id}`, 'note-lists'];
  expect([...purged]).toEqual(expect.arrayContaining(tags));
});

test('the page of a note is purged wherever in a file an import merged with it', async () => {
  const { user } = author;
  await putRole(api.store.redis, user.id, 'owner');
  const note = { title: 'Own', url: 'https://merged.example/150', visibility: 'public' };
  const uuid = (await write('/api/notes', author, note)).note?.uuid ?? '';
  await api.settled();
  purged.clear();
  const links = Array.from({ length: 200 }, (_, page) => `<DT><A HREF="https://merged.example/${page}" TAGS="t">P</A>`);
  const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${links.join('\n')}</DL><p>`;
  const { report } = await sendFile(api, author, file, { visibility: 'public' });
  expect(report.import).toMatchObject({ kept: 199, merged: 1 });
  expect([...purged]).toContain(`note-${uuid}`);
});
