import { expect, test } from 'vitest';
import { actionsPath, withUnsentChanges } from '../../../src/mine/browser/unsent-actions.ts';
import type { LibraryAction, LibraryItem } from '../../../src/mine/model/library.ts';
import type { Unsent } from '../../../src/people/model/outbox.ts';

test('an undo that waits to be sent shows the tags at their places', () => {
  const body: LibraryAction = { action: 'tag', ids: ['b', 'a'], tags: ['sea'], places: [[1], [0]] };
  const waiting = [{ call: { method: 'POST', path: actionsPath, body } } as Unsent];
  const tagsOf = (uuid: string) => {
    const item = { note: { uuid, tags: ['salt', 'tide'] } } as LibraryItem;
    return withUnsentChanges(item, waiting).note.tags;
  };
  expect(tagsOf('a')).toEqual(['sea', 'salt', 'tide']);
  expect(tagsOf('b')).toEqual(['salt', 'sea', 'tide']);
  expect(tagsOf('c')).toEqual(['salt', 'tide']);
});

test('a waiting undo of a removal is shown with its state and star, and reading on changes no state', () => {
  const reading = { state: 'reading', progress: 0.2, favourite: false, changedAt: '2026-05-01T00:00:00.000Z' };
  const item = { note: { uuid: 'a' }, savedAt: reading.changedAt, reading } as LibraryItem;
  const after = (body?: object) => {
    const call = { method: 'PUT', path: '/api/notes/a/save', ...(body && { body }) };
    return withUnsentChanges(item, [{ call } as Unsent]).reading;
  };
  expect(after({ state: 'archived', progress: 0.5, favourite: true })).toMatchObject({
    ...{ state: 'archived', favourite: true },
  });
  expect(after({ progress: 0.7 })).toMatchObject({ state: 'reading' });
  expect(after({ favourite: true })).toMatchObject({ state: 'reading', favourite: true });
  expect(after()).toMatchObject({ state: 'toread' });
});

test('a star that waits to be sent is shown without a place in the reading list, and its removal leaves nothing', () => {
  const item = { note: { uuid: 'a' }, savedAt: '2026-05-01T00:00:00.000Z', reading: null } as LibraryItem;
  const after = (...bodies: LibraryAction[]) =>
    withUnsentChanges(
      item,
      bodies.map((body) => ({ call: { method: 'POST', path: actionsPath, body } }) as Unsent),
    ).reading;
  const star: LibraryAction = { action: 'star', ids: ['a'], favourite: true };
  const list: LibraryAction = { action: 'read', ids: ['a'], state: 'toread' };
  const unlist: LibraryAction = { action: 'read', ids: ['a'], state: null };
  expect(after(star)).toMatchObject({ state: null, favourite: true });
  expect(after(star, { ...star, favourite: false })).toBe(null);
  expect(after(list, star, unlist)).toMatchObject({ state: null, favourite: true });
  expect(after(list, unlist)).toBe(null);
});
