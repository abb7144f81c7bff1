import { useEffect, useEffectEvent } from 'react';
import { isFreeKey, shortcutsOn } from '../../platform/browser/shortcut-keys.ts';

/** What keys do in a library. */
export type LibraryCommand =
  'next' | 'previous' | 'first' | 'last' | 'archive' | 'star' | 'tag' | 'move' | 'delete' | 'select' | 'deselect';

const letters: Readonly<Record<string, LibraryCommand>> = {
  j: 'next',
  k: 'previous',
  e: 'archive',
  s: 'star',
  t: 'tag',
  m: 'move',
  x: 'select',
  '#': 'delete',
};
/** These mean something else outside of the list. */
const inList: Readonly<Record<string, LibraryCommand>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  Escape: 'deselect',
};

/** What a key asks for: letters as long as keys are switched on, arrows and the like where the focus is in the list. */
export function libraryCommand(key: string, isInList: boolean, areLettersOn: boolean): LibraryCommand | undefined {
  const known = key.length === 1 ? letters : inList;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return (key.length === 1 ? areLettersOn : isInList) && Object.hasOwn(known, name) ? known[name] : undefined;
}

/** Listens for the keys of the library; Shift extends what is selected. Gives whether the command was taken. */
export function useLibraryKeys(
  list: { current: HTMLElement | null },
  run: (command: LibraryCommand, shift: boolean) => boolean,
) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isFreeKey(event)) return;
    const isInList = event.target instanceof Node && list.current?.contains(event.target) === true;
    const command = libraryCommand(event.key, isInList, shortcutsOn());
    if (command && run(command, event.shiftKey)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
