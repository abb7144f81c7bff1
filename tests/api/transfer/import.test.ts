import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Import } from '../../../src/transfer/model/import.ts';
import type { ImportEntry } from '../../../src/transfer/model/import-item.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { countsOf, expectAccepted, notesOf, sendFile, sendFixture, type Report } from '../../support/imports.ts';
import { headRevision } from '../../../src/platform/server/store/changes.ts';
import { putRole } from '../../../src/people/server/store/roles.ts';
import { checkIntegrity } from '../../support/integrity.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterEach(async () => {
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  expect(await examine(api.store.redis)).toEqual([]);
});
afterAll(() => api.stop());

/** An author whose notes need no moderation check. */
async function trusted(handle: string): Promise<Person> {
  const person = await api.signUp(handle);
  await putRole(api.store.redis, person.user.id, 'owner');
  return person;
}

const fingerprint = (digit: string) => digit.repeat(64);
const begin = async ({ cookie }: Person, digit: string, more: object = {}) => {
  const file = { name: 'bookmarks.html', format: 'Bookmarks (HTML)', size: 10 };
  const body = { ...file, fingerprint: fingerprint(digit), ...more };
  const answer = await api.call('POST', '/api/imports', { cookie, body });
  return { status: answer.status, import: (answer.body as unknown as { import: Import }).import, body: answer.body };
};
const entry = (number: number): ImportEntry => ({
  place: `line ${number}`,
  item: { title: `Page ${number}`, url: `https://many.example/${number}`, body: '', tags: ['many'] },
});
const part = ({ cookie }: Person, id: string, body: object) =>
  api.call('POST', `/api/imports/${id}/entries`, { cookie, body });

describe('a file imported in one request', () => {
  test('creates one private note per bookmark, dated when it was saved elsewhere', async () => {
    const person = await api.signUp('brings_some');
    const answer = await sendFixture(api, person, 'chrome.html');
    expectAccepted(answer);
    expect(answer.report.import).toMatchObject({ format: 'Bookmarks (HTML)', state: 'done', at: 2, kept: 2 });
    expect(answer.report.lines).toEqual([
      expect.objectContaining({ place: 'line 8', title: 'News', outcome: 'kept', url: 'https://news.example/' }),
      expect.objectContaining({ title: 'Rye', outcome: 'kept' }),
    ]);
    const [news, rye] = await notesOf(api, person);
    expect(news).toMatchObject({ kind: 'link', title: 'News', visibility: 'private', publishedAt: null, rev: 1 });
    expect(rye).toMatchObject({ tags: [], createdAt: '2023-07-22T04:33:20.000Z' });
    expect(answer.report.lines.map(({ uuid }) => uuid)).toEqual([news?.uuid, rye?.uuid]);
  });

  test('adds nothing when imported again or saved by hand before, however the address is written', async () => {
    const person = await api.signUp('brings_twice');
    const body = { title: 'By hand', url: 'https://NEWS.example/?utm_source=x', visibility: 'private' };
    const { note } = (await api.call('POST', '/api/notes', { cookie: person.cookie, body })).body;
    const first = await sendFixture(api, person, 'chrome.html');
    expect(countsOf(first.report)).toEqual([1, 1, 0]);
    expect(first.report.lines[0]).toMatchObject({ outcome: 'merged', uuid: note?.uuid });
    const second = await sendFixture(api, person, 'chrome.html');
    expect(countsOf(second.report)).toEqual([0, 2, 0]);
    expect(await notesOf(api, person)).toHaveLength(2);
  });

  test('merges with notes of an earlier part that is still being written', async () => {
    const person = await api.signUp('brings_many');
    const same = new Map([
      [600, 7],
      [1000, 601],
    ]);
    const links = Array.from({ length: 1100 }, (_, at) => {
      return `<DT><A HREF="https://often.example/${same.get(at) ?? at}" ADD_DATE="1700000000" TAGS="on-${at}">Page ${at}</A>\n`;
    });
    const { report } = await sendFile(
      api,
      person,
      `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${links.join('')}</DL>`,
    );
    expect(countsOf(report)).toEqual([1098, 2, 0]);
    const notes = await notesOf(api, person);
    expect(notes.find(({ title }) => title === 'Page 7')?.tags).toEqual(['on-7', 'on-600']);
    expect(notes.find(({ title }) => title === 'Page 601')?.tags).toEqual(['on-601', 'on-1000']);
  });

  test('adds texts without links once, and again after they were deleted', async () => {
    const person = await api.signUp('brings_texts');
    expect(countsOf((await sendFixture(api, person, 'vault/headed.md')).report)).toEqual([1, 0, 0]);
    expect(countsOf((await sendFixture(api, person, 'vault/headed.md')).report)).toEqual([0, 1, 0]);
    const [note] = await notesOf(api, person);
    await api.call('DELETE', `/api/notes/${note?.uuid}`, { cookie: person.cookie });
    expect(countsOf((await sendFixture(api, person, 'vault/headed.md')).report)).toEqual([1, 0, 0]);
  });

  test('refuses invalid web addresses with the reason on their lines, and imports the rest', async () => {
    const person = await api.signUp('brings_bad');
    const { report } = await sendFixture(api, person, 'firefox.html');
    expect(countsOf(report)).toEqual([2, 0, 1]);
    const line = report.lines.find(({ outcome }) => outcome === 'refused');
    expect(line).toMatchObject({ place: 'line 19', title: 'Recent Tags' });
    expect(line?.says).toContain('isn’t a web address');
    const refused = await api.call('GET', `/api/imports/${report.import.id}?only=refused`, {
      cookie: person.cookie,
    });
    expect((refused.body as unknown as Report).lines).toEqual([line]);
  });

  test('adds unread and read entries to the reading list', async () => {
    const person = await api.signUp('brings_pocket');
    await sendFixture(api, person, 'pocket.csv');
    for (const [state, title] of [
      ['toread', 'Commas, and "marks"'],
      ['archived', 'Done'],
    ]) {
      const answer = await api.call('GET', `/api/reading-list?state=${state}`, { cookie: person.cookie });
      const { items } = answer.body as unknown as { items: { title: string }[] };
      expect(items.map((item) => item.title)).toEqual([title]);
    }
  });

  test('can keep the visibility that the file states: notes are listed by their dates, and a build is requested', async () => {
    const person = await trusted('as_it_says');
    const before = await headRevision(api.store.redis);
    expectAccepted(await sendFixture(api, person, 'delicious.html', 'kept'));
    const [one, two] = await notesOf(api, person);
    const at = '2009-09-15T07:33:20.000Z';
    expect(one).toMatchObject({ title: 'One', visibility: 'public', createdAt: at, publishedAt: at });
    expect(two).toMatchObject({ title: 'Two', visibility: 'private', publishedAt: null });
    expect(await headRevision(api.store.redis)).toBe(before + 1);
  });

  test('does not publish links to banned domains', async () => {
    const person = await trusted('brings_banned');
    const body = { action: 'ban-domain', domain: 'pin.example', reason: 'Sells nothing.' };
    expect((await api.call('POST', '/api/moderation/decisions', { cookie: person.cookie, body })).status).toBe(201);
    const { report } = await sendFixture(api, person, 'pinboard.html', 'public');
    expect(report.lines.map(({ outcome, says }) => [outcome, says])).toEqual(
      Array(2).fill(['refused', 'It links to pin.example, which moderators have banned: Sells nothing.']),
    );
  });

  test('from a new member is imported as private, and the report says so', async () => {
    const person = await api.signUp('brings_new');
    const { report } = await sendFixture(api, person, 'delicious.html', 'public');
    expect(report.lines.map(({ says }) => says)).toEqual(Array(2).fill(expect.stringContaining('your account is new')));
    expect((await notesOf(api, person)).map(({ visibility }) => visibility)).toEqual(['private', 'private']);
  });

  test('that is not a form, or is too large, empty or in an unknown format, is refused with what to do', async () => {
    const person = await api.signUp('brings_none');
    const noForm = await api.call('POST', '/api/import', { cookie: person.cookie, body: { file: 'x' } });
    expect(noForm.status).toBe(415);
    expect((await sendFile(api, person, new Uint8Array(5_000_000))).status).toBe(413);
    const empty = await sendFile(api, person, '');
    expect([empty.status, empty.body.detail]).toEqual([400, 'The file is empty.']);
    const page = await sendFile(api, person, '<!doctype html><p>Hello');
    expect([page.status, page.body.errors?.[0]?.path]).toEqual([400, 'file']);
    expect(page.body.detail).toMatch(/^This is a web page, not a bookmarks file\. Export it again/);
    expect((await api.call('POST', '/api/import', { body: 'x' })).status).toBe(401);
  });
});

describe('an import in parts', () => {
  test('continues where it was interrupted, and a part sent twice is written once', async () => {
    const person = await api.signUp('in_parts');
    const { status, import: begun } = await begin(person, 'a');
    expect([status, begun.at]).toEqual([201, 0]);
    const first = { from: 0, entries: [entry(1), entry(2)] };
    expect((await part(person, begun.id, first)).status).toBe(200);
    const again = await part(person, begun.id, first);
    expect([again.status, (again.body.current as unknown as Import).at]).toEqual([409, 2]);

    const resumed = await begin(person, 'a');
    expect([resumed.status, resumed.import.id, resumed.import.at]).toEqual([200, begun.id, 2]);
    const last = await part(person, begun.id, { from: 2, entries: [entry(2), entry(3)], last: true });
    expect((last.body as unknown as Report).import).toMatchObject({ state: 'done', at: 4, kept: 3, merged: 1 });
    expect((await part(person, begun.id, { from: 4, entries: [entry(4)] })).status).toBe(409);
    expect((await begin(person, 'a')).status).toBe(201);
  });

  test('accepts only one of two simultaneous requests with the same part', async () => {
    const person = await api.signUp('both_hands');
    const { import: begun } = await begin(person, 'b');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => part(person, begun.id, { from: 0, entries: [entry(1), entry(2)] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await notesOf(api, person)).toHaveLength(2);
  });

  test('cannot be read or continued by anyone else', async () => {
    const [person, other] = [await api.signUp('whose'), await api.signUp('not_theirs')];
    const { import: begun } = await begin(person, 'c');
    expect((await part(other, begun.id, { from: 0, entries: [entry(1)] })).status).toBe(404);
    expect((await api.call('GET', `/api/imports/${begun.id}`, { cookie: other.cookie })).status).toBe(404);
    expect((await api.call('GET', '/api/imports', { cookie: other.cookie })).body).toEqual({ imports: [] });
    expect((await api.call('GET', '/api/imports/none', { cookie: other.cookie })).status).toBe(404);
  });

  test('keeps the reports of the last ten imports and what is under way, in pages of a hundred lines', async () => {
    const person = await api.signUp('many_parts');
    const ids: string[] = [];
    for (const digit of '0123456789abcd') {
      const { id } = (await begin(person, digit)).import;
      ids.push(id);
      if (!'01d'.includes(digit)) await part(person, id, { from: 0, entries: [entry(0)], last: true });
    }
    const [first, second, ended, latest = ''] = [ids[0] ?? '', ids[1], ids.slice(2, -1), ids.at(-1)];
    expect((await part(person, first, { from: 0, entries: [entry(1)] })).status).toBe(200);
    const entries = Array.from({ length: 100 }, (_, number) => entry(number));
    await part(person, latest, { from: 0, entries });
    await part(person, latest, { from: 100, entries: [entry(100), { place: 'line 999', why: 'Broken.' }], last: true });
    const page = await api.call('GET', `/api/imports/${latest}?from=100`, { cookie: person.cookie });
    expect(page.body).toMatchObject({
      total: 102,
      lines: [{ title: 'Page 100' }, { place: 'line 999', title: '', outcome: 'refused', says: 'Broken.' }],
    });
    const { imports } = (await api.call('GET', '/api/imports', { cookie: person.cookie })).body as unknown as {
      imports: Import[];
    };
    expect(imports.map(({ id }) => id)).toEqual([latest, ...ended.slice(-9).toReversed(), second, first]);
  });

  test('is deleted with the account, including its report', async () => {
    const person = await api.signUp('leaves_it');
    await sendFixture(api, person, 'pocket.csv');
    const kept = async () => [...(await api.dump()).keys()].filter((key) => /^import(s|ed)?:/.test(key)).sort();
    const before = await kept();
    const body = { current: 'a long enough passphrase', writings: 'remove' };
    expect((await api.call('POST', '/api/account/deletion', { cookie: person.cookie, body })).status).toBe(200);
    await api.settled();
    const left = await kept();
    expect(left.some((key) => key.includes(person.user.id))).toBe(false);
    // The list of imports, the import, its lines and its undo data.
    expect(before.length - left.length).toBe(4);
  });

  test('with too many entries in a part, or required fields missing, is a bad request', async () => {
    const person = await api.signUp('too_many');
    const { import: begun } = await begin(person, 'd');
    const entries = Array.from({ length: 501 }, (_, number) => entry(number));
    const answer = await part(person, begun.id, { from: 0, entries });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, 'entries']);
    expect((await begin(person, 'x')).status).toBe(400);
    expect((await begin(person, '7', { size: Number.MAX_SAFE_INTEGER })).status).toBe(400);
  });
});
