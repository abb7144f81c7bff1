import { describe, expect, test } from 'vitest';
import { shortcutOf, shortcutsOn, switchShortcuts } from '../../../../src/platform/browser/shortcut-keys.ts';
import { forbiddenStorage, memoryStorage } from '../../../support/browser/storage.ts';

describe('keyboard shortcuts', () => {
  test.each([
    ['/', 'search'],
    ['c', 'write'],
    ['n', 'write'],
    ['j', 'next'],
    ['k', 'previous'],
    ['?', 'help'],
  ])('%s runs %s', (key, name) => {
    expect(shortcutOf(key, false)).toEqual({ name, wait: false });
  });

  test.each([
    ['h', 'home'],
    ['n', 'notes'],
    ['i', 'inbox'],
  ])('g %s runs %s', (key, name) => {
    expect(shortcutOf('g', false)).toEqual({ name: undefined, wait: true });
    expect(shortcutOf(key, true)).toEqual({ name, wait: false });
  });

  test.each(['h', 'i', 'J', 'Enter', 'constructor', '__proto__'])('%s alone does nothing', (key) => {
    expect(shortcutOf(key, false)).toEqual({ name: undefined, wait: false });
  });

  test('other keys after g do nothing', () => {
    for (const key of ['g', 'c', '/', '?']) expect(shortcutOf(key, true)).toEqual({ name: undefined, wait: false });
  });
});

describe('the setting', () => {
  test('is stored', () => {
    const storage = memoryStorage();
    expect(shortcutsOn(storage)).toBe(true);
    expect(switchShortcuts(false, storage)).toBe(true);
    expect(shortcutsOn(storage)).toBe(false);
    switchShortcuts(true, storage);
    expect(shortcutsOn(storage)).toBe(true);
  });

  test('shortcuts work if storage is forbidden', () => {
    expect(shortcutsOn(forbiddenStorage)).toBe(true);
    expect(switchShortcuts(false, forbiddenStorage)).toBe(false);
  });
});
