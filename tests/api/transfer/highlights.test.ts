import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { countsOf, notesOf, sendFile } from '../../support/imports.ts';

let api: Api;
let person: Person;
beforeAll(async () => {
  api = await startApi();
  person = await api.signUp('brings_back');
});
afterAll(() => api.stop());

const save = async ({ cookie }: Person, body: object) =>
  (await api.call('POST', '/api/notes', { cookie, body: { visibility: 'private', ...body } })).body.note?.uuid ?? '';
const marked = async (uuid: string, { cookie } = person) => {
  const { body } = await api.call('GET', `/api/notes/${uuid}/highlights`, { cookie });
  return (body as { highlights?: { quote: string }[] }).highlights?.map(({ quote }) => quote);
};

test('highlights without ids attach to the note with the same link, once however often they are imported', async () => {
  const uuid = await save(person, { title: 'Kept', url: 'https://www.site.example/page?utm_source=mail' });
  const file =
    'link,quote,comment\nhttps://www.site.example/page/#part,First words,\nhttps://www.site.example/page,Next words,Mine\n';
  const { report } = await sendFile(api, person, file);
  expect(report.lines).toMatchObject([
    { place: 'line 2', outcome: 'kept', uuid },
    { place: 'line 3', outcome: 'kept', uuid },
  ]);
  expect(await marked(uuid)).toEqual(['First words', 'Next words']);
  expect(countsOf((await sendFile(api, person, `${file}\n`)).report)).toEqual([0, 2, 0]);
  expect(await marked(uuid)).toHaveLength(2);
});

test('of two notes with the same link, the named one gets the highlights', async () => {
  const url = 'https://site.example/twice';
  await save(person, { title: 'One', url });
  const other = await save(person, { title: 'Other', url });
  const moved = await save(person, { title: 'About something else', url: 'https://site.example/else' });
  const rows = [other, moved].map((note, at) => `${url},Words ${at},,${note}`);
  const { report } = await sendFile(api, person, `link,quote,comment,note\n${rows.join('\n')}\n`);
  expect(report.lines[0]).toMatchObject({ outcome: 'kept', uuid: other });
  expect(report.lines[1]).toMatchObject({ outcome: 'kept' });
  expect(await marked(moved)).toEqual([]);
});

test('highlights never attach to other people’s notes, and a note created for them is private whatever visibility was chosen', async () => {
  const theirs = await api.signUp('has_the_note');
  const uuid = await save(theirs, { title: 'Theirs', url: 'https://site.example/theirs', visibility: 'public' });
  const file = `link,quote,comment,note\nhttps://site.example/theirs,Words,,${uuid}\n`;
  const { report } = await sendFile(api, person, file, { visibility: 'public' });
  const made = report.lines[0]?.uuid;
  expect(made).not.toBe(uuid);
  expect(await marked(uuid, theirs)).toEqual([]);
  expect((await notesOf(api, person)).find((note) => note.uuid === made)).toMatchObject({
    visibility: 'private',
    url: 'https://site.example/theirs',
  });
});

test('highlights that cannot be placed are refused with their line number, and the others are imported', async () => {
  const url = 'https://site.example/full';
  const uuid = await save(person, { title: 'Full', url });
  const rows = Array.from({ length: 502 }, (_, at) => `${url},Words ${at},`);
  const { report } = await sendFile(
    api,
    person,
    `link,quote,comment\njavascript:alert(1),Words,\n,Words,\n${rows.join('\n')}\n`,
  );
  expect(countsOf(report)).toEqual([500, 0, 4]);
  const answer = await api.call('GET', `/api/imports/${report.import.id}?only=refused`, { cookie: person.cookie });
  expect((answer.body as unknown as typeof report).lines.map(({ place, says }) => [place, says])).toEqual([
    ['line 2', expect.stringContaining('isn’t a web address')],
    ['line 3', 'This highlight doesn’t say which page it’s from.'],
    ['line 504', 'A copy can have at most 500 highlights.'],
    ['line 505', 'A copy can have at most 500 highlights.'],
  ]);
  expect(await marked(uuid)).toHaveLength(500);
});
