import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../src/platform/model/limits.ts';
import type { Note } from '../../../src/notes/model/note.ts';
import type { Revision, RevisionLine } from '../../../src/notes/model/revision.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';

let api: Api;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  api = await startApi();
  [ann, ben] = [await api.signUp('ann'), await api.signUp('ben')];
});
afterAll(async () => {
  await api.settled();
  expect(await examine(api.store.redis)).toEqual([]);
  await api.stop();
});

async function written(fields: object): Promise<Note> {
  const { body } = await api.call('POST', '/api/notes', { body: { title: 'A note', ...fields }, cookie: ann.cookie });
  if (!body.note) throw new Error(body.detail);
  return body.note;
}
async function changed(note: Note, patch: object): Promise<Note> {
  const sent = { body: { rev: note.rev, ...patch }, cookie: ann.cookie };
  const { body } = await api.call('PATCH', `/api/notes/${note.uuid}`, sent);
  if (!body.note) throw new Error(body.detail);
  return body.note;
}
const list = async ({ uuid }: Note, by: Person | undefined = ann) => {
  const { status, body } = await api.call('GET', `/api/notes/${uuid}/revisions`, { cookie: by.cookie });
  return { status, lines: (body as { revisions?: RevisionLine[] }).revisions ?? [] };
};
const open = async ({ uuid }: Note, rev: number | string, by = ann) => {
  const { status, body } = await api.call('GET', `/api/notes/${uuid}/revisions/${rev}`, { cookie: by.cookie });
  return { status, ...(body as unknown as { revision: Revision; before: Revision | null }) };
};

test('the history contains every version in full, and the changes of each', async () => {
  const first = await written({ body: 'One.', tags: [], url: 'https://example.org/a', visibility: 'private' });
  const second = await changed(first, { body: 'One, “two”.\n', tags: ['web', 'c#'] });
  const third = await changed(second, { title: 'Another title', url: null, icon: 'lucide:book' });
  expect((await list(third)).lines).toEqual([
    { rev: 3, at: third.updatedAt, title: 'Another title', changed: ['title', 'url', 'icon'] },
    { rev: 2, at: second.updatedAt, title: 'A note', changed: ['body', 'tags'] },
    { rev: 1, at: first.updatedAt, title: 'A note', changed: [] },
  ]);
  for (const note of [first, second, third]) {
    const { title, body, url, tags, visibility, icon } = note;
    const { revision, before } = await open(third, note.rev);
    expect(revision).toEqual({ rev: note.rev, at: note.updatedAt, title, body, url, tags, visibility, icon });
    expect(before?.rev).toBe(note.rev === 1 ? undefined : note.rev - 1);
  }
});

test('restoring a version adds a new one with its content and deletes none', async () => {
  const first = await written({ body: 'As it was.' });
  const second = await changed(first, { body: 'Spoiled.' });
  const { title, body, url, tags, icon } = (await open(second, 1)).revision;
  const third = await changed(second, { title, body, url, tags, icon });
  expect(third.body).toBe('As it was.');
  expect((await list(third)).lines.map(({ rev }) => rev)).toEqual([3, 2, 1]);
  const stale = { body: { rev: 1, body: 'Late.' }, cookie: ann.cookie };
  expect((await api.call('PATCH', `/api/notes/${first.uuid}`, stale)).status).toBe(409);
  expect((await list(third)).lines).toHaveLength(3);
});

test('the last 50 versions are kept, each complete', async () => {
  let note = await written({ body: 'Version 1' });
  for (let rev = 2; rev <= 60; rev += 1) note = await changed(note, { body: `Version ${rev}` });
  const { lines } = await list(note);
  expect(lines.map(({ rev }) => rev)).toEqual(Array.from({ length: 50 }, (_, at) => 60 - at));
  expect((await open(note, 11)).revision.body).toBe('Version 11');
  expect((await open(note, 11)).before).toBeNull();
  expect((await open(note, 10)).status).toBe(404);
});

test('the history of long texts is limited in size but always has the previous version', async () => {
  const long = (letter: string) => letter.repeat(limits.bodyBytes);
  let note = await written({ body: long('a') });
  for (let rev = 2; rev <= 15; rev += 1) note = await changed(note, { body: long(String.fromCharCode(96 + rev)) });
  const { lines } = await list(note);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.length * limits.bodyBytes).toBeLessThan(limits.revisions.bytes + 2 * limits.bodyBytes);
  expect((await open(note, 14)).revision.body).toBe(long('n'));
});

test('a save without changes adds no version', async () => {
  const note = await written({ body: 'One.' });
  const same = await changed(note, { body: 'One.' });
  expect((await list(same)).lines.map(({ rev }) => rev)).toEqual([2]);
});

test('only its author can read a note’s history', async () => {
  const [open_, draft] = [await written({}), await written({ visibility: 'draft' })];
  for (const note of [open_, draft]) {
    expect((await list(note, ben)).status).toBe(404);
    expect((await open(note, 1, ben)).status).toBe(404);
    expect((await api.call('GET', `/api/notes/${note.uuid}/revisions`)).status).toBe(401);
    expect((await api.call('GET', `/api/notes/${note.uuid}/revisions/1`)).status).toBe(401);
  }
  for (const rev of ['0', '2', 'x', '1.5']) expect((await open(draft, rev)).status, rev).toBe(404);
});

test('a history is permanently deleted with its note', async () => {
  const note = await changed(await written({ body: 'One.' }), { body: 'Two.' });
  await api.call('DELETE', `/api/notes/${note.uuid}`, { cookie: ann.cookie });
  expect((await list(note)).status).toBe(410);
  await api.call('DELETE', `/api/bin/${note.uuid}`, { cookie: ann.cookie });
  expect(await api.store.redis.exists(keys.revisions(note.uuid))).toBe(0);
});
