import { describe, expect, test } from 'vitest';
import { nextState, noLibrary, type LibraryEvent, type LibraryState } from '../../../src/mine/browser/library-state.ts';
import { libraryCommand } from '../../../src/mine/browser/library-keys.ts';
import type { LibraryItem, LibraryPage } from '../../../src/mine/model/library.ts';

const item = (uuid: string) => ({ note: { uuid }, reading: null, savedAt: '' }) as unknown as LibraryItem;
const page = (total: number, ...ids: string[]): LibraryPage => ({
  items: ids.map(item),
  total,
  facets: noLibrary.facets,
  next: null,
  unknown: [],
  behind: 0,
});
const after = (...events: LibraryEvent[]): LibraryState => events.reduce(nextState, noLibrary);
const shown = ({ items }: LibraryState) => items.map((each) => each?.note.uuid ?? '?').join('');
const first: LibraryEvent = { type: 'answered', asked: 'a', cursor: 0, page: page(5, 'a', 'b', 'c'), fresh: true };
const rest: LibraryEvent = { type: 'answered', asked: 'a', cursor: 3, page: page(5, 'd', 'e'), fresh: false };

describe('the rows of a library', () => {
  test('include placeholders for all results, which later pages fill', () => {
    expect(shown(after(first))).toBe('abc??');
    expect(shown(after(first, rest))).toBe('abcde');
  });

  test('keep the keyboard focus on the same item, or at the same position if the item is gone', () => {
    const moved = after(first, rest, { type: 'moved', to: 3 });
    const again = nextState(moved, { ...first, page: page(5, 'x', 'a', 'b', 'c', 'd') });
    expect(again.at).toBe(4);
    expect(nextState(moved, { type: 'removed', ids: new Set(['b', 'd']) }).at).toBe(2);
    expect(nextState(moved, { type: 'removed', ids: new Set(['d', 'e']) }).at).toBe(2);
    expect(nextState(moved, { ...first, asked: 'b' }).at).toBe(0);
  });

  test('keep nearby, focused and selected items loaded and drop distant ones', () => {
    const large: LibraryEvent = { ...first, page: page(9000, 'a', 'b', 'c', 'd') };
    const far: LibraryEvent = { ...large, cursor: 8000, page: page(9000, 'x'), fresh: false };
    const { items } = after(large, { type: 'picked', index: 2, shift: false }, { type: 'moved', to: 1 }, far);
    expect([0, 1, 2, 3, 8000].map((at) => items[at]?.note.uuid)).toEqual([undefined, 'b', 'c', undefined, 'x']);
  });

  test('are reset when a different total shows that everything may have moved', () => {
    expect(shown(nextState(after(first), { ...rest, page: page(6, 'd', 'e', 'f') }))).toBe('???def');
  });
});

describe('a selection', () => {
  const selectedOf = ({ selected }: LibraryState) => [...selected].sort().join('');
  const pick = (index: number, shift = false): LibraryEvent => ({ type: 'picked', index, shift });

  test('extends from the last picked row with Shift in both directions, and shrinks row by row', () => {
    expect(selectedOf(after(first, rest, pick(3), pick(1, true)))).toBe('bcd');
    expect(selectedOf(after(first, rest, pick(3), pick(1, true), pick(2)))).toBe('bd');
  });

  test('requests the ids of rows that are not loaded', () => {
    const wide = after(first, pick(1), pick(4, true));
    expect([selectedOf(wide), wide.pending]).toEqual(['bc', { from: 1, to: 5 }]);
    const whole = nextState(wide, { type: 'selected', ids: ['b', 'c', 'd', 'e'] });
    expect([selectedOf(whole), whole.pending]).toEqual(['bcde', undefined]);
  });

  test('drops the items that an action was applied to, but not those picked meanwhile', () => {
    const meanwhile = after(first, pick(0), pick(1), { type: 'deselected', ids: ['a'] });
    expect(selectedOf(meanwhile)).toBe('b');
    expect(selectedOf(nextState(meanwhile, { type: 'deselected' }))).toBe('');
  });

  test('is cleared by a new query, but not by repeating the same one', () => {
    const some = after(first, pick(1));
    expect(selectedOf(nextState(some, first))).toBe('b');
    expect(selectedOf(nextState(some, { ...first, asked: 'b' }))).toBe('');
  });
});

describe('a keyboard shortcut in the library', () => {
  test.each([
    ['j', false, true, 'next'],
    ['J', false, true, 'next'],
    ['#', false, true, 'delete'],
    ['z', false, true, 'undo'],
    ['e', true, false, undefined],
    ['ArrowDown', true, false, 'next'],
    ['End', false, true, undefined],
    ['q', true, true, undefined],
    ['constructor', true, true, undefined],
  ])('%s, focus in the list %s, letter keys on %s: %s', (key, isInList, areLettersOn, command) => {
    expect(libraryCommand(key, isInList, areLettersOn)).toBe(command);
  });
});
