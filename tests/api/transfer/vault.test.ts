import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { zipOf } from '../../support/import-files.ts';
import { countsOf, expectAccepted, exportOf, notesOf, sendFile } from '../../support/imports.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());

/** More than one part holds, so that links lead to notes in later parts. */
const many = Object.fromEntries(Array.from({ length: 230 }, (_, at) => [`vault/m${1000 + at}.md`, `Text ${at}.`]));
const files = {
  'vault/a.md': 'To [[z]], to [one beside it](./sub/b%20c.md#part), to [[nowhere]] and [[A|itself]].',
  'vault/sub/b c.md': 'Back to [[a]].',
  ...many,
  'vault/z.md': 'The last: [[b c]].',
};
const bring = async (person: Person, of: Record<string, string> = files) => {
  const answer = await sendFile(api, person, zipOf(of), { name: 'vault.zip' });
  expectAccepted(answer);
  return answer.report;
};
const byTitle = async (person: Person) => new Map((await notesOf(api, person)).map((note) => [note.title, note]));
const address = (uuid: string | undefined) => `/note/item?uuid=${uuid}`;

describe('an imported vault', () => {
  test('resolves links between notes, whichever comes first', async () => {
    const person = await api.signUp('brings_vault');
    expect(countsOf(await bring(person))).toEqual([233, 0, 0]);
    const notes = await byTitle(person);
    const [a, b, z] = ['a', 'b c', 'z'].map((title) => notes.get(title));
    expect(a?.body).toBe(
      `To [z](${address(z?.uuid)}), to [one beside it](${address(b?.uuid)}#h-part), to [[nowhere]] and [itself](${address(a?.uuid)}).`,
    );
    expect(b?.body).toBe(`Back to [a](${address(a?.uuid)}).`);
    expect(z?.body).toBe(`The last: [b c](${address(b?.uuid)}).`);
  });

  test('adds nothing when imported again, and adds a changed file next to its old version', async () => {
    const person = await api.signUp('brings_vault_again');
    const small = { 'a.md': 'To [[b]].', 'b.md': 'Text.' };
    await bring(person, small);
    const before = await byTitle(person);
    expect(countsOf(await bring(person, small))).toEqual([0, 2, 0]);
    expect(countsOf(await bring(person, { ...small, 'b.md': 'Other text.' }))).toEqual([1, 1, 0]);
    expect((await byTitle(person)).get('a')).toEqual(before.get('a'));
    expect((await notesOf(api, person)).map(({ body }) => body)).toContain('Other text.');
  });

  test('links to the new notes when imported again after its notes were deleted', async () => {
    const person = await api.signUp('brings_vault_anew');
    const small = { 'a.md': 'To [[b]].', 'b.md': 'Text.' };
    await bring(person, small);
    for (const { uuid } of await notesOf(api, person)) {
      await api.call('DELETE', `/api/notes/${uuid}`, { cookie: person.cookie });
    }
    expect(countsOf(await bring(person, small))).toEqual([2, 0, 0]);
    const notes = await byTitle(person);
    expect(notes.get('a')?.body).toBe(`To [b](${address(notes.get('b')?.uuid)}).`);
  });

  test('never links to another person’s notes with the same file names', async () => {
    const [one, other] = [await api.signUp('vault_one'), await api.signUp('vault_other')];
    const small = { 'a.md': 'To [[b]].', 'b.md': 'Text.' };
    await bring(one, small);
    await bring(other, small);
    const notes = await byTitle(other);
    expect(notes.get('a')?.body).toBe(`To [b](${address(notes.get('b')?.uuid)}).`);
    expect((await byTitle(one)).get('b')?.uuid).not.toBe(notes.get('b')?.uuid);
  });

  test('links notes added to an export to the existing notes', async () => {
    const person = await api.signUp('brings_vault_back');
    const make = async (title: string, body = 'Text.') => {
      const made = { title, body, visibility: 'private' };
      return (await api.call('POST', '/api/notes', { cookie: person.cookie, body: made })).body.note ?? expect.fail();
    };
    await make('What? A title');
    await make('twin');
    const [other, asks] = [await make('Twin'), await make('Asks', `[[What? A title#Part]] and [[twin]].`)];
    const vault = unzipSync(await exportOf(person, 'markdown'));
    const name = `Twin (${other.uuid.slice(-12)})`;
    expect(Object.keys(vault).toSorted()).toEqual(
      ['notes/Asks.md', `notes/${name}.md`, 'notes/What A title.md', 'notes/twin.md'].sort(),
    );
    const there = `[[Asks]], [[What A title#Part|it]], [[${name}]], ![[twin]], [so](Asks.md#A%20b).`;
    const texts = Object.entries(vault).map(([file, bytes]) => [file, new TextDecoder().decode(bytes)] as const);
    expect(countsOf(await bring(person, { 'notes/A new one.md': there, ...Object.fromEntries(texts) }))).toEqual([
      1, 4, 0,
    ]);
    const notes = await byTitle(person);
    expect(notes.get('A new one')?.body).toBe(
      `[[Asks]], [[What? A title#Part|it]], [[${other.uuid}|Twin]], [[twin]], [so](${address(asks.uuid)}#h-a-b).`,
    );
    expect(notes.get('Asks')?.body).toBe('[[What? A title#Part]] and [[twin]].');
  });
});
