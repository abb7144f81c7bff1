import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Note } from '../../../src/notes/model/note.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';

let api: Api;
let ada: Person;
let number = 0;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  ada = await api.signUp(`ada${(number += 1)}`);
});

async function written(title: string, visibility = 'public'): Promise<Note> {
  const answer = await api.call('POST', '/api/notes', { cookie: ada.cookie, body: { title, visibility } });
  return answer.body.note as Note;
}

describe('titles suggested for links', () => {
  const titles = async (q: string, by = ada) =>
    ((await api.call('GET', `/api/titles?q=${encodeURIComponent(q)}`, { cookie: by.cookie })).body as unknown as Titles)
      .notes;
  type Titles = { notes: { uuid: string; title: string; link: string }[] };

  test('are matched by prefix first, then by any word, in every state; without a query, the newest come first', async () => {
    await written('A cup of tea', 'private');
    await written('Tea, green', 'draft');
    await written('Coffee: 100%');
    expect((await titles('tea')).map(({ title }) => title)).toEqual(['Tea, green', 'A cup of tea']);
    expect((await titles('')).map(({ title }) => title)).toEqual(['Coffee: 100%', 'Tea, green', 'A cup of tea']);
    expect((await titles('100%')).map(({ title }) => title)).toEqual(['Coffee: 100%']);
    expect(await titles('tea', await api.signUp(`other${number}`))).toEqual([]);
    expect((await api.call('GET', '/api/titles')).status).toBe(401);
  });

  test('notes with the same title are each suggested with an unambiguous link', async () => {
    const notes = [await written('Tea'), await written('TEA')];
    expect((await titles('te')).map(({ link }) => link)).toEqual([
      `[[${notes[0]?.uuid}|Tea]]`,
      `[[${notes[1]?.uuid}|TEA]]`,
    ]);
    expect((await titles(' te')).length).toBe(2);
  });
});
