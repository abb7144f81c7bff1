import { useEffect, useLayoutEffect, useRef, useEffectEvent } from 'react';
import { focusOn } from '../../platform/browser/use-browser.ts';
import { isFreeKey, shortcutsOn } from '../../platform/browser/shortcut-keys.ts';

/**
 * Keeps the focus in a list whose rows change. `take` focuses the current row as soon as it is rendered. If the focused row
 * is removed, the row that takes its place gets the focus.
 */
export function useListFocus(list: { current: HTMLElement | null }, at: number, items: readonly unknown[]) {
  const isHeld = useRef(false);
  const isWanted = useRef(false);
  const there = items[at] !== undefined;

  useEffect(() => {
    const moved = ({ target }: Event) => {
      isHeld.current = target instanceof Node && list.current?.contains(target) === true;
      if (!isHeld.current) isWanted.current = false;
    };
    document.addEventListener('focusin', moved);
    document.addEventListener('pointerdown', moved);
    return () => {
      document.removeEventListener('focusin', moved);
      document.removeEventListener('pointerdown', moved);
      // The last row was removed, and the list with it.
      if (isHeld.current && document.activeElement === document.body) focusOn('my-library');
    };
  }, [list]);

  useLayoutEffect(() => {
    const isLost = isHeld.current && (document.activeElement ?? document.body) === document.body;
    if (!isWanted.current && !isLost) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-item="${at}"] [data-item-focus]`);
    row?.focus({ preventScroll: true });
    isWanted.current = !(row && there);
  });

  return {
    take: (index: number) => {
      const row = list.current?.querySelector<HTMLElement>(`[data-item="${index}"] [data-item-focus]`);
      row?.focus({ preventScroll: true });
      isWanted.current = row?.dataset['itemFocus'] !== '';
    },
    isIn: () => isHeld.current && list.current?.contains(document.activeElement) === true,
  };
}

/** The commands that keys give in a library. */
type LibraryCommand =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'archive'
  | 'star'
  | 'tag'
  | 'move'
  | 'delete'
  | 'undo'
  | 'select'
  | 'deselect';

const letters: Readonly<Record<string, LibraryCommand>> = {
  j: 'next',
  k: 'previous',
  e: 'archive',
  s: 'star',
  t: 'tag',
  m: 'move',
  x: 'select',
  '#': 'delete',
  z: 'undo',
};
/** Keys that mean something else outside the list. */
const inList: Readonly<Record<string, LibraryCommand>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  Delete: 'delete',
  Escape: 'deselect',
};

/** The key, or, on a keyboard of another script, the Latin letter that most keyboards have in its place. */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (!/^\p{L}$/u.test(key) || /\p{Script=Latin}/u.test(key)) return key;
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/** Whether it is a sign that is typed with Option, or with AltGr, which is Ctrl and Alt on Windows. */
export function isSignByAlt(event: KeyboardEvent): boolean {
  if (!/^[^\p{L}\p{N}\s]$/u.test(event.key)) return false;
  return event.getModifierState('AltGraph') || (event.altKey && !event.ctrlKey);
}

/** The command of a key: letters if shortcuts are switched on, arrows and the like if the focus is in the list. */
export function libraryCommand(key: string, isInList: boolean, areLettersOn: boolean): LibraryCommand | undefined {
  const known = key.length === 1 ? letters : inList;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return (key.length === 1 ? areLettersOn : isInList) && Object.hasOwn(known, name) ? known[name] : undefined;
}

const closestContent = (target: EventTarget | null) =>
  target instanceof Element && target.closest('#library-content') !== null;

/** Runs the library's commands on key presses; Shift extends the selection. `run` returns whether it handled the command. */
export function useLibraryKeys(
  list: { current: HTMLElement | null },
  run: (command: LibraryCommand, shift: boolean) => boolean,
) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isFreeKey(event, isSignByAlt(event))) return;
    const isInList = event.target instanceof Node && list.current?.contains(event.target) === true;
    // A toast or a dialog that has the focus is closed by Escape instead.
    const isBeside = event.target === document.body || closestContent(event.target);
    const isHere = isInList || (event.key === 'Escape' && isBeside);
    const command = libraryCommand(latinKey(event), isHere, shortcutsOn());
    // A key held down moves on; commands that change something run once.
    if (event.repeat && command !== 'next' && command !== 'previous') return;
    if (command && run(command, event.shiftKey)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
