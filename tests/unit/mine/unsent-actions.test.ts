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
