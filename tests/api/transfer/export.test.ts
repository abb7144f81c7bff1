import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { exportFormats } from '../../../src/transfer/model/export-formats.ts';
import type { Note } from '../../../src/notes/model/note.ts';
import { readCopy } from '../../../src/capture/server/store/copies.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { putRole } from '../../../src/people/server/store/roles.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { saveHighlightedCopy, savedPage } from '../../support/browser/kept-page.ts';
import { startSite } from '../../support/browser/pages.ts';
import { countsOf, expectAccepted, exportOf, notesOf, sendFile } from '../../support/imports.ts';
import { origin } from '../../support/servers/origin.ts';

type Described = {
  paths: {
    '/api/export': { get: { responses: { '200': { content: Record<string, { schema: { description?: string } }> } } } };
  };
};

let api: Api;
let site: Awaited<ReturnType<typeof startSite>>;
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
  [api, site] = await Promise.all([startApi(), startSite({ '/margins': savedPage })]);
  person = await api.signUp('takes_along');
  await putRole(api.store.redis, person.user.id, 'owner');
  for (const body of texts) {
    expect((await api.call('POST', '/api/notes', { cookie: person.cookie, body })).status).toBe(201);
  }
  await saveHighlightedCopy(api, site, person);
  const [first] = await notesOf(api, person);
  const patch = { rev: 1, title: 'A “quoted” title, changed' };
  await api.call('PATCH', `/api/notes/${first?.uuid}`, { cookie: person.cookie, body: patch });
  const said = { body: 'Said under it with [a link](/note/list/1).' };
  await api.call('POST', `/api/notes/${first?.uuid}/comments`, { cookie: person.cookie, body: said });
  await api.settled();
});
afterAll(async () => {
  await site.stop();
  await api.stop();
});

const noteKeys = /^(note:|notes:|former:|rank:|links:|imported:|import|copy:|highlights:)/;

/** Removes all of the person's notes from the store, as if the same person had signed up on another installation. */
async function deleteNotes(): Promise<void> {
  const { redis } = api.store;
  const everything = await redis.keys('*');
  await redis.del(...everything.filter((key) => noteKeys.test(key)));
}

/** The stored copies and highlights, by key. */
async function storedCopies(): Promise<unknown[]> {
  const { redis } = api.store;
  const names = (await redis.keys('*')).filter((key) => /^(copy|highlights):/.test(key)).sort();
  // Hash fields have no order.
  const valueOf = async (name: string) =>
    name.startsWith('copy:')
      ? readCopy(redis, name.slice('copy:'.length))
      : ((await redis.hvals(name)) as string[]).sort();
  return Promise.all(names.map(async (name) => [name, await valueOf(name)]));
}

const stored = async (): Promise<Note[]> => notesOf(api, person);

describe('an export imported again', () => {
  test.each(['json', 'markdown', 'site'])('as %s restores the same notes, byte for byte', async (format) => {
    const before = await stored();
    // A note's page details come with its copy, which Markdown leaves out.
    const withoutPageDetails = (note: object): object => {
      const { pictures, ...rest } = note as { pictures?: unknown };
      return format === 'markdown' || pictures === undefined ? rest : note;
    };
    const texts = async () => {
      const found = await Promise.all(before.map(({ uuid }) => api.store.redis.get(keys.note(uuid))));
      return found.map((text) => withoutPageDetails(JSON.parse(String(text)) as object));
    };
    const textsBefore = await texts();
    const pages = await storedCopies();
    expect(pages).toHaveLength(2);
    const file = await exportOf(person, format);
    const json = await exportOf(person, 'json');
    await deleteNotes();
    const answer = await sendFile(api, person, file, { visibility: 'kept' });
    expectAccepted(answer);
    // The comment, which Markdown does not contain, is still attached.
    expect(countsOf(answer.report)).toEqual([before.length, format === 'markdown' ? 0 : 1, 0]);
    expect(await stored()).toEqual(before.map(withoutPageDetails));
    expect(await texts()).toEqual(textsBefore);
    // Markdown files contain notes only.
    if (format === 'markdown') {
      expect(await storedCopies()).toEqual([]);
      expect(countsOf((await sendFile(api, person, json)).report)).toEqual([0, before.length + 1, 0]);
    }
    expect(await storedCopies()).toEqual(pages);
    expect(await stored()).toEqual(before);
    expect(strFromU8(await exportOf(person, 'json'))).toBe(strFromU8(json));
  });

  test('as page copies restores their notes with copies and highlights, byte for byte', async () => {
    const [before, pages] = [await stored(), await storedCopies()];
    const file = await exportOf(person, 'copies');
    const json = await exportOf(person, 'json');
    await deleteNotes();
    const answer = await sendFile(api, person, file, { visibility: 'kept' });
    expectAccepted(answer);
    expect(countsOf(answer.report)).toEqual([1, 0, 0]);
    expect(await stored()).toEqual(before.filter(({ title }) => title === 'Kept and marked'));
    expect(await storedCopies()).toEqual(pages);
    expect(countsOf((await sendFile(api, person, json, { visibility: 'kept' })).report)).toEqual([4, 2, 0]);
    expect(strFromU8(await exportOf(person, 'json'))).toBe(strFromU8(json));
  });

  test.each(['highlights', 'highlights-csv'])('as %s restores the highlights, byte for byte', async (format) => {
    const [json, file] = [await exportOf(person, 'json'), await exportOf(person, format)];
    for (const key of await api.store.redis.keys('highlights:*')) await api.store.redis.del(key);
    expect(strFromU8(await exportOf(person, format))).not.toBe(strFromU8(file));
    const { report } = await sendFile(api, person, file);
    expect(countsOf(report)).toEqual([2, 0, 0]);
    expect(strFromU8(await exportOf(person, format))).toBe(strFromU8(file));
    expect(strFromU8(await exportOf(person, 'json'))).toBe(strFromU8(json));
    expect(countsOf((await sendFile(api, person, file)).report)).toEqual([0, 2, 0]);
    expect(strFromU8(await exportOf(person, 'json'))).toBe(strFromU8(json));
  });

  test.each(['highlights', 'highlights-csv'])(
    'as %s without existing notes creates one private note per page',
    async (format) => {
      const file = await exportOf(person, format);
      const json = await exportOf(person, 'json');
      await deleteNotes();
      const { report } = await sendFile(api, person, file, { visibility: 'public' });
      expect(report.lines).toMatchObject([
        { outcome: 'kept', title: 'Kept and marked', says: expect.stringContaining('private note') as string },
        { outcome: 'kept', title: 'Kept and marked' },
      ]);
      expect(await stored()).toMatchObject([{ title: 'Kept and marked', visibility: 'private', tags: [] }]);
      expect(strFromU8(await exportOf(person, format))).toBe(strFromU8(file));
      const alone = await exportOf(person, 'json');
      await deleteNotes();
      expect(countsOf((await sendFile(api, person, alone)).report)).toEqual([1, 1, 0]);
      expect(strFromU8(await exportOf(person, 'json'))).toBe(strFromU8(alone));
      // Their highlights attach to the note that the full export restores.
      await deleteNotes();
      expect(countsOf((await sendFile(api, person, json, { visibility: 'kept' })).report)).toEqual([5, 1, 0]);
      expect(countsOf((await sendFile(api, person, file)).report)).toEqual([0, 2, 0]);
      expect(strFromU8(await exportOf(person, 'json'))).toBe(strFromU8(json));
    },
  );

  test('as bookmarks restores each link once, with its title, tags, time and text', async () => {
    const file = await exportOf(person, 'netscape');
    const other = await api.signUp('takes_over');
    const answer = await sendFile(api, other, file);
    expectAccepted(answer);
    const link = (await notesOf(api, other)).find(({ url }) => url?.startsWith('https://link.example'));
    expect(link).toMatchObject({ title: 'true', url: 'https://link.example/?a=1&b=<2>', tags: ['links'] });
    const own = (await stored()).find(({ title }) => title === 'true');
    expect(link?.createdAt.slice(0, 19)).toBe(own?.createdAt.slice(0, 19));
    expect((await sendFile(api, other, file)).report.import).toMatchObject({ kept: 0, refused: 0 });
  });

  test('adds nothing to the account that it came from, whatever the format', async () => {
    for (const format of ['json', 'markdown', 'site']) {
      const { report } = await sendFile(api, person, await exportOf(person, format), { visibility: 'kept' });
      expect(countsOf(report)).toEqual([0, texts.length + (format === 'markdown' ? 1 : 2), 0]);
    }
  });

  test('creates private notes with new ids in another person’s account', async () => {
    const other = await api.signUp('copies_it');
    const { report } = await sendFile(api, other, await exportOf(person, 'json'));
    expect(countsOf(report)).toEqual([texts.length + 1, 0, 1]);
    expect(report.lines.at(-1)).toMatchObject({
      outcome: 'refused',
      says: expect.stringMatching(/^Comments/) as string,
    });
    const uuids = new Set((await stored()).map(({ uuid }) => uuid));
    for (const note of await notesOf(api, other)) {
      expect(note.visibility).toBe('private');
      expect(uuids.has(note.uuid)).toBe(false);
    }
  });
});

describe('the static site export', () => {
  test('has a page per note with its thread, lists and search, and makes no network requests', async () => {
    const files = unzipSync(await exportOf(person, 'site'));
    const names = Object.keys(files);
    expect(names).toEqual(
      expect.arrayContaining(['index.html', 'search.html', 'search.js', 'search/1.js', 'style.css']),
    );
    const pages = names
      .filter((name) => name.startsWith('notes/'))
      .map((name) => strFromU8(files[name] ?? new Uint8Array()));
    expect(pages).toHaveLength(texts.length + 1);
    const page = pages.find((each) => each.includes('Said under it')) ?? '';
    expect(page).toContain('1 comment');
    expect(page).toContain(`href="${origin}/note/list/1"`);
    for (const each of pages) expect(each).not.toMatch(/<script|<link[^>]+https?:/);
  });
});

test('the JSON export matches the API description, with copies and choices, and describes every file', async () => {
  const { body } = await api.call('GET', '/api/openapi.json');
  const { content } = (body as unknown as Described).paths['/api/export'].get.responses['200'];
  const document: unknown = JSON.parse(strFromU8(await exportOf(person, 'json')));
  const Published = z.fromJSONSchema(content['application/json']?.schema ?? {});
  expect(Published.safeParse(document)).toMatchObject({ success: true });
  expect(JSON.stringify(document)).toContain('"copy":{');
  expect(Published.safeParse({ ...(document as object), surprise: 1 }).success).toBe(false);
  const types = Object.values(exportFormats).map(({ type }) => type);
  expect(Object.keys(content).sort()).toEqual([...new Set<string>(types)].sort());
  for (const [format, { type, says }] of Object.entries(exportFormats)) {
    if (format !== 'json') expect(content[type]?.schema.description).toContain(`${format}: ${says}`);
  }
});

test('an export requires a session and a known format', async () => {
  expect((await api.call('GET', '/api/export?format=json')).status).toBe(401);
  const answer = await api.call('GET', '/api/export?format=word', { cookie: person.cookie });
  expect([answer.status, answer.body.errors?.[0]?.message]).toEqual([
    400,
    'Choose json, markdown, netscape, site, copies, highlights or highlights-csv.',
  ]);
});
