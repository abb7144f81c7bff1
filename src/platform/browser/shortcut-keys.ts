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

/** The shortcut of a key. `pending`: a `g` was typed just before; `wait`: this key is such a `g`. */
export function shortcutOf(key: string, pending: boolean): { name: ShortcutName | undefined; wait: boolean } {
  const known = pending ? afterG : single;
  return { name: Object.hasOwn(known, key) ? known[key] : undefined, wait: !pending && key === 'g' };
}

/** Elements to which a key belongs while they have the focus. */
const busy =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog], [role=alertdialog]';

/**
 * Whether a key may be a shortcut: no field or menu uses it, and no modifier makes it the browser's. `typed`: Ctrl and Alt
 * only type a sign, as they do for # on many keyboards.
 */
export function isFreeKey(
  { target, defaultPrevented, isComposing, ctrlKey, metaKey, altKey }: KeyboardEvent,
  typed = false,
): boolean {
  if (defaultPrevented || isComposing || metaKey || (!typed && (ctrlKey || altKey))) return false;
  return !(target instanceof Element && target.closest(busy));
}

const storageKey = 'commonplace:shortcuts';

/** Single-key shortcuts can be switched off, for people who use speech input or hit keys by accident. */
export const shortcutsOn = (storage = device): boolean => storage.read(storageKey) !== 'off';

/** Stores the choice on this device. False if the device stores nothing. */
export const switchShortcuts = (on: boolean, storage = device): boolean => storage.write(storageKey, on ? 'on' : 'off');
