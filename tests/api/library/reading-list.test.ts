import { expect, test } from 'vitest';
import { ann, ask, ben, write } from '../../support/ann-and-ben.ts';

type Listed = { items: { uuid: string; title: string; progress: number }[]; counts: object; next: string | null };
const listOf = async (state: string) => (await ask<Listed>(ben, 'GET', `/api/reading-list?state=${state}`)).body;

test('has what I saved, where I put it, with how far I read', async () => {
  const uuid = await write(ann, { title: 'Saved', body: 'Some **words** to read.' });
  await ask(ben, 'PUT', `/api/notes/${uuid}/save`);
  expect(await listOf('toread')).toMatchObject({
    items: [
      {
        uuid,
        title: 'Saved',
        path: `/note/detail/${uuid}/saved`,
        excerpt: 'Some words to read.',
        minutes: 1,
        author: { handle: 'ann' },
        progress: 0,
      },
    ],
    counts: { toread: 1, reading: 0, archived: 0 },
    next: null,
  });
  await ask(ben, 'PUT', `/api/notes/${uuid}/save`, { state: 'reading', progress: 0.4 });
  expect((await listOf('toread')).items).toEqual([]);
  expect((await listOf('reading')).items).toMatchObject([{ uuid, progress: 0.4 }]);
});

test('has no more of a note than may still be read, and is mine alone', async () => {
  const uuid = await write(ann, { title: 'Withdrawn' });
  await ask(ben, 'PUT', `/api/notes/${uuid}/save`);
  await ask(ann, 'PATCH', `/api/notes/${uuid}`, { rev: 1, visibility: 'private' });
  expect((await listOf('toread')).items).toEqual([]);
  expect((await ask<Listed>(ann, 'GET', '/api/reading-list')).body.items).toEqual([]);
  expect((await ask(undefined, 'GET', '/api/reading-list')).status).toBe(401);
  expect((await ask(ben, 'GET', '/api/reading-list?state=lost')).status).toBe(400);
});
