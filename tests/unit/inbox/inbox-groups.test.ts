import { expect, test } from 'vitest';
import { markedRead, namesOf, groupSummary, withPage } from '../../../src/inbox/model/inbox-groups.ts';
import type { InboxGroup } from '../../../src/inbox/model/notification.ts';

const person = (name: string) => ({ id: `u_${name}`, handle: name.toLowerCase(), name });
const group = (fields: Partial<InboxGroup>): InboxGroup => ({
  key: 'reply:1',
  kind: 'reply',
  ids: ['c:1'],
  unread: ['c:1'],
  at: '2025-06-01T12:00:00.000Z',
  title: 'On tea',
  path: '/note',
  excerpt: '',
  actors: [person('Ada')],
  ...fields,
});

test('at most two people are named, and the others are counted', () => {
  expect(namesOf([])).toBe('Someone');
  expect(namesOf([person('Ada')])).toBe('Ada');
  expect(namesOf([{ ...person('Ada'), name: '' }])).toBe('@ada');
  expect(namesOf(['Ada', 'Ben'].map(person))).toBe('Ada and Ben');
  expect(namesOf(['Ada', 'Ben', 'Eve'].map(person))).toBe('Ada, Ben and one other');
  expect(namesOf(['Ada', 'Ben', 'Eve', 'Joe'].map(person))).toBe('Ada, Ben and 2 others');
});

test('a single one is a sentence, several are counted', () => {
  expect(groupSummary(group({}))).toBe('Ada replied to you');
  const three = { ids: ['c:1', 'c:2', 'c:3'], actors: ['Ada', 'Ben'].map(person) };
  expect(groupSummary(group(three))).toBe('3 replies to you by Ada and Ben');
  expect(groupSummary(group({ ...three, kind: 'comment' }))).toBe('3 comments on your note by Ada and Ben');
});

test('a count says so if pages that are not loaded may have more', () => {
  const three = { ids: ['c:1', 'c:2', 'c:3'], actors: ['Ada', 'Ben', 'Eve'].map(person) };
  expect(groupSummary(group({ ...three, kind: 'comment' }), true)).toBe(
    '3+ comments on your note by Ada, Ben and others',
  );
  expect(groupSummary(group({ ...three, kind: 'search', search: 'tea' }), true)).toBe('3+ new notes match “tea”');
  expect(groupSummary(group({}), true)).toBe('Ada replied to you');
});

test('another page is merged into the existing groups in order', () => {
  const joined = withPage(
    [group({}), group({ key: 'n:2', ids: ['n:2'] })],
    [group({ ids: ['c:0', 'c:1'], unread: [], actors: ['Ben', 'Ada'].map(person) }), group({ key: 'n:3' })],
  );
  expect(joined.map(({ key }) => key)).toEqual(['reply:1', 'n:2', 'n:3']);
  expect(joined[0]).toMatchObject({ ids: ['c:1', 'c:0'], unread: ['c:1'], actors: ['Ada', 'Ben'].map(person) });
});

test('only what was marked as read is no longer unread', () => {
  const groups = [group({ ids: ['c:1', 'c:2'], unread: ['c:1', 'c:2'] }), group({ key: 'n:3', unread: ['n:3'] })];
  expect(markedRead(groups, ['c:1']).map(({ unread }) => unread)).toEqual([['c:2'], ['n:3']]);
  expect(markedRead(groups).map(({ unread }) => unread)).toEqual([[], []]);
});
