import { describe, expect, test } from 'vitest';
import { shortcutOf, shortcutsOn, switchShortcuts } from '../../../src/platform/browser/shortcut-keys.ts';

describe('keys', () => {
  test.each([
    ['/', 'search'],
    ['c', 'write'],
    ['n', 'write'],
    ['j', 'next'],
    ['k', 'previous'],
    ['?', 'help'],
  ])('%s asks for %s', (key, name) => {
    expect(shortcutOf(key, false)).toEqual({ name, wait: false });
  });

  test.each([
    ['h', 'home'],
    ['n', 'notes'],
    ['i', 'inbox'],
  ])('g %s asks for %s', (key, name) => {
    expect(shortcutOf('g', false)).toEqual({ name: undefined, wait: true });
    expect(shortcutOf(key, true)).toEqual({ name, wait: false });
  });

  test.each(['h', 'i', 'J', 'Enter', 'constructor', '__proto__'])('%s by itself asks for nothing', (key) => {
    expect(shortcutOf(key, false)).toEqual({ name: undefined, wait: false });
  });

  test('after g, other keys ask for nothing', () => {
    for (const key of ['g', 'c', '/', '?']) expect(shortcutOf(key, true)).toEqual({ name: undefined, wait: false });
  });
});

describe('the switch', () => {
  test('what is chosen is kept', () => {
    const kept = new Map<string, string>();
    const shelf = () => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    expect(shortcutsOn(shelf)).toBe(true);
    expect(switchShortcuts(false, shelf)).toBe(true);
    expect(shortcutsOn(shelf)).toBe(false);
    switchShortcuts(true, shelf);
    expect(shortcutsOn(shelf)).toBe(true);
  });

  test('keys work where storage is forbidden', () => {
    const forbidden = () => {
      throw new Error('forbidden');
    };
    expect(shortcutsOn(forbidden)).toBe(true);
    expect(switchShortcuts(false, forbidden)).toBe(false);
  });
});
