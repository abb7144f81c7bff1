import { describe, expect, test } from 'vitest';
import { nextState, noLibrary, type LibraryEvent, type LibraryState } from '../../../src/mine/browser/library-state.ts';
import { isSignByAlt, latinKey, libraryCommand } from '../../../src/mine/browser/library-keys.ts';
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

  test('extends from the last picked row with Shift in both directions, and shrinks again', () => {
    expect(selectedOf(after(first, rest, pick(3), pick(1, true)))).toBe('bcd');
    expect(selectedOf(after(first, rest, pick(3), pick(1, true), pick(2)))).toBe('bd');
    expect(selectedOf(after(first, rest, pick(3), pick(0, true), pick(2, true)))).toBe('cd');
    expect(selectedOf(after(first, rest, pick(0), pick(2), pick(4, true), pick(3, true)))).toBe('acd');
    const fetched: LibraryEvent = { type: 'selected', ids: ['b', 'c', 'd', 'e'] };
    expect(selectedOf(after(first, pick(1), pick(4, true), fetched, pick(2, true)))).toBe('bc');
  });

  test('extends with the keyboard from the current row, in both directions, if nothing was picked before', () => {
    const moved: LibraryEvent = { type: 'moved', to: 1 };
    const to = (row: number): LibraryEvent => ({ type: 'extended', to: row });
    expect(selectedOf(after(first, rest, moved, to(2), to(3)))).toBe('bcd');
    expect(selectedOf(after(first, rest, moved, to(2), to(1), to(0)))).toBe('ab');
    expect(after(first, rest, moved, to(2), to(0))).toMatchObject({ anchor: 1, at: 0 });
  });

  test('is in the order of the rows, whichever were loaded first', () => {
    const later: LibraryEvent = { ...rest, cursor: 1 };
    const all = after({ ...later, fresh: true }, { type: 'all' }, { type: 'selected', ids: ['a', 'b', 'c', 'd', 'e'] });
    expect([...all.selected].join('')).toBe('abcde');
  });

  test('begins anew after the last selected note was changed or deselected', () => {
    for (const event of [
      { type: 'removed', ids: new Set(['b']) },
      { type: 'deselected', ids: ['b'] },
      { type: 'deselected' },
    ] as const) {
      expect(after(first, rest, pick(1), event).anchor).toBe(undefined);
    }
  });

  test('loses the notes that have left the view, once it is known which they are', () => {
    const picked = after(first, rest, pick(0), pick(1), pick(4));
    const left = nextState(picked, { ...first, page: page(4, 'a', 'c', 'd') });
    expect(left.pending).toEqual({ from: 0, to: 4, among: new Set(['b', 'e']) });
    const known = nextState(left, { type: 'selected', ids: ['a', 'c', 'd', 'e'] });
    expect([selectedOf(known), known.pending]).toEqual(['ae', undefined]);
    expect(nextState(picked, { ...first, page: page(5, 'a', 'b', 'c', 'd', 'e') }).pending).toBe(undefined);
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

test('a key of another script gives the command of the Latin letter in its place', () => {
  const commandOf = (key: string, code: string) => libraryCommand(latinKey({ key, code }), false, true);
  expect(commandOf('о', 'KeyJ')).toBe('next');
  expect(commandOf('λ', 'KeyL')).toBe(undefined);
  expect(commandOf('У', 'KeyE')).toBe('archive');
  expect(commandOf('j', 'KeyC')).toBe('next');
  expect(commandOf('é', 'KeyE')).toBe(undefined);
});

test('a sign typed with AltGr or Option is no shortcut of the browser', () => {
  const press = (key: string, held: { altKey?: true; ctrlKey?: true; altGraph?: true }) =>
    isSignByAlt({ ...held, key, getModifierState: () => held.altGraph } as unknown as KeyboardEvent);
  expect(press('#', { altKey: true })).toBe(true);
  expect(press('#', { altKey: true, ctrlKey: true, altGraph: true })).toBe(true);
  expect(press('e', { altKey: true })).toBe(false);
  expect(press('#', { ctrlKey: true })).toBeFalsy();
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
    ['Delete', true, false, 'delete'],
    ['Delete', false, true, undefined],
    ['q', true, true, undefined],
    ['constructor', true, true, undefined],
  ])('%s, focus in the list %s, letter keys on %s: %s', (key, isInList, areLettersOn, command) => {
    expect(libraryCommand(key, isInList, areLettersOn)).toBe(command);
  });
});
