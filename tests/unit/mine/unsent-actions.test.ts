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
