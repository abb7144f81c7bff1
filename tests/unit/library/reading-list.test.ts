import { expect, test } from 'vitest';
import { nextToRead, type ReadingItem } from '../../../src/library/model/reading-list.ts';

const item = (title: string, minutes: number, progress = 0, changedAt = '2025-06-01T12:00:00.000Z'): ReadingItem => ({
  favourite: false,
  uuid: '0197285c-0000-7000-8000-000000000000',
  title,
  path: '/note',
  url: null,
  excerpt: '',
  minutes,
  copy: null,
  author: { handle: 'ada', name: 'Ada' },
  progress,
  changedAt,
});

test('started items come first, those with the least left at the top', () => {
  const next = nextToRead([item('far', 10, 0.2), item('near', 30, 0.9), item('read', 1, 1)], [item('short', 1)]);
  expect(next).toMatchObject({ item: { title: 'near' }, why: 'begun' });
});

test('then the shortest unread ones, the oldest of equal ones first', () => {
  const waiting = [item('long', 9), item('new', 2, 0, '2025-06-02T00:00:00.000Z'), item('old', 2)];
  expect(nextToRead([item('read', 5, 1)], waiting)).toMatchObject({ item: { title: 'old' }, why: 'short' });
  expect(nextToRead([], [])).toBeUndefined();
  expect(nextToRead([], [item('only', 1)]), 'the only one needs no recommendation').toBeUndefined();
});
