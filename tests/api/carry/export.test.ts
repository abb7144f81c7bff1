import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Note } from '../../../src/domain/note.ts';
import { keys } from '../../../src/server/store/keys.ts';
import { putRole } from '../../../src/server/store/roles.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { countsOf, expectTaken, exportOf, notesOf, sendFile } from '../../support/imports.ts';

let api: Api;
let person: Person;

const texts = [
  {
    title: 'A “quoted” title: with # signs',
    body: '# Heading\n\n---\n\n- [ ] a task\n\n```js\nlet a;\n```\n',
    tags: ['c#', 'node.js'],
  },
  { title: 'true', body: '', url: 'https://link.example/?a=1&b=<2>', tags: ['links'], visibility: 'private' },
  { title: '123', body: '\n\nLeading and trailing lines.\n\n', visibility: 'draft', icon: 'lucide:book' },
  { title: '日本語のノート', body: 'Text with \u2028 and — “everything”, </script> & <b>.', visibility: 'unlisted' },
];

beforeAll(async () => {
  api = await startApi();
  person = await api.signUp('takes_along');
  await putRole(api.store.redis, person.user.id, 'owner');
  for (const body of texts) {
    expect((await api.call('POST', '/api/notes', { cookie: person.cookie, body })).status).toBe(201);
  }
  const [first] = await notesOf(api, person);
  const patch = { rev: 1, title: 'A “quoted” title, changed' };
  await api.call('PATCH', `/api/notes/${first?.uuid}`, { cookie: person.cookie, body: patch });
  const said = { body: 'Said under it with [a link](/note/list/1).' };
  await api.call('POST', `/api/notes/${first?.uuid}/comments`, { cookie: person.cookie, body: said });
  await api.settled();
});
afterAll(() => api.stop());

/** Takes every note of the person out of the store, as on another installation where the same person signed up. */
async function forget(): Promise<void> {
  const { redis } = api.store;
  const everything = await redis.keys('*');
  const gone = everything.filter((key) => /^(note:|notes:|rank:|links:|imported:|import)/.test(key));
  await redis.del(...gone);
}

const stored = async (): Promise<Note[]> => notesOf(api, person);

describe('what is taken along comes back', () => {
  test.each(['json', 'markdown', 'site'])('as %s: the same notes, byte for byte', async (format) => {
    const before = await stored();
    const texts = await Promise.all(before.map(({ uuid }) => api.store.redis.get(keys.note(uuid))));
    const file = await exportOf(person, format);
    const json = await exportOf(person, 'json');
    await forget();
    const answer = await sendFile(api, person, file, { visibility: 'kept' });
    expectTaken(answer);
    expect(countsOf(answer.report)).toEqual([before.length, 0, 0]);
    expect(await stored()).toEqual(before);
    expect(await Promise.all(before.map(({ uuid }) => api.store.redis.get(keys.note(uuid))))).toEqual(texts);
    expect(strFromU8(await exportOf(person, 'json'))).toBe(strFromU8(json));
  });

  test('as bookmarks: every link with its title, tags, time and text, and nothing twice', async () => {
    const file = await exportOf(person, 'netscape');
    const other = await api.signUp('takes_over');
    const answer = await sendFile(api, other, file);
    expectTaken(answer);
    const link = (await notesOf(api, other)).find(({ url }) => url?.startsWith('https://link.example'));
    expect(link).toMatchObject({ title: 'true', url: 'https://link.example/?a=1&b=<2>', tags: ['links'] });
    const own = (await stored()).find(({ title }) => title === 'true');
    expect(link?.createdAt.slice(0, 19)).toBe(own?.createdAt.slice(0, 19));
    expect((await sendFile(api, other, file)).report.import).toMatchObject({ added: 0, refused: 0 });
  });

  test('into an account that has it adds nothing, whatever the format', async () => {
    for (const format of ['json', 'markdown', 'site']) {
      const { report } = await sendFile(api, person, await exportOf(person, format), { visibility: 'kept' });
      expect(countsOf(report)).toEqual([0, texts.length, 0]);
    }
  });

  test('into somebody else’s account under new ids, private', async () => {
    const other = await api.signUp('copies_it');
    const { report } = await sendFile(api, other, await exportOf(person, 'json'));
    expect(countsOf(report)).toEqual([texts.length, 0, 0]);
    const uuids = new Set((await stored()).map(({ uuid }) => uuid));
    for (const note of await notesOf(api, other)) {
      expect(note.visibility).toBe('private');
      expect(uuids.has(note.uuid)).toBe(false);
    }
  });
});

describe('the static site', () => {
  test('has a page a note with its thread, lists and a search, and asks the network for nothing', async () => {
    const files = unzipSync(await exportOf(person, 'site'));
    const names = Object.keys(files);
    expect(names).toEqual(
      expect.arrayContaining(['index.html', 'search.html', 'search.js', 'search/1.js', 'style.css']),
    );
    const pages = names
      .filter((name) => name.startsWith('notes/'))
      .map((name) => strFromU8(files[name] ?? new Uint8Array()));
    expect(pages).toHaveLength(texts.length);
    const page = pages.find((each) => each.includes('Said under it')) ?? '';
    expect(page).toContain('1 comment');
    expect(page).toContain('href="http://localhost:8888/note/list/1"');
    for (const each of pages) expect(each).not.toMatch(/<script|<link[^>]+https?:/);
  });
});

test('an export needs a session and a known format', async () => {
  expect((await api.call('GET', '/api/export?format=json')).status).toBe(401);
  const answer = await api.call('GET', '/api/export?format=word', { cookie: person.cookie });
  expect([answer.status, answer.body.errors?.[0]?.message]).toEqual([
    400,
    'Choose json, markdown, netscape, site, copies, highlights or highlights-csv.',
  ]);
});
