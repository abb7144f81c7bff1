import { device } from './device-storage.ts';

export type ShortcutName = 'search' | 'home' | 'notes' | 'library' | 'inbox' | 'write' | 'next' | 'previous' | 'help';

const single: Readonly<Record<string, ShortcutName>> = {
  '/': 'search',
  c: 'write',
  n: 'write',
  j: 'next',
  k: 'previous',
  '?': 'help',
};
const afterG: Readonly<Record<string, ShortcutName>> = { h: 'home', n: 'notes', l: 'library', i: 'inbox' };

/** What a key asks for. `pending`: a `g` was typed just before; `wait` says that this key is one. */
export function shortcutOf(key: string, pending: boolean): { name: ShortcutName | undefined; wait: boolean } {
  const known = pending ? afterG : single;
  return { name: Object.hasOwn(known, key) ? known[key] : undefined, wait: !pending && key === 'g' };
}

/** Where a key belongs to what is typed or chosen. */
const busy =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog], [role=alertdialog]';

/** Whether a key is free to be a shortcut: no field or menu wants it, and no modifier asks the browser for something. */
export function isFreeKey({ target, defaultPrevented, isComposing, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return false;
  return !(target instanceof Element && target.closest(busy));
}

const storageKey = 'commonplace:shortcuts';

/** Single keys can be switched off, for those who speak to their browser or hit keys by accident. */
export const shortcutsOn = (storage = device): boolean => storage.read(storageKey) !== 'off';

/** Remembers the choice on this device. False where the device keeps nothing. */
export const switchShortcuts = (on: boolean, storage = device): boolean => storage.write(storageKey, on ? 'on' : 'off');
