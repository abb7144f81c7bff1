import { describe, expect, test } from 'vitest';
import { chooseColourMode, currentColourMode } from '../../../../src/platform/browser/colour-mode.ts';
import type { DeviceStorage } from '../../../../src/platform/browser/device-storage.ts';
import { forcedColourMode } from '../../../../src/platform/model/colour-mode.ts';
import { forbiddenStorage, memoryStorage } from '../../../support/browser/storage.ts';

const key = 'commonplace:colour-mode';

describe('choosing a colour mode', () => {
  function chosen(mode: 'light' | 'dark' | 'system', storage: DeviceStorage) {
    const page = new EventTarget();
    const shown: unknown[] = [];
    page.addEventListener('colour-mode', (event) => shown.push((event as CustomEvent).detail));
    chooseColourMode(mode, storage, page);
    return shown;
  }

  test('stores light and dark on the device, and nothing for system', () => {
    const storage = memoryStorage();
    expect(chosen('dark', storage)).toEqual(['dark']);
    expect(storage.read(key)).toBe('dark');
    expect(chosen('light', storage)).toEqual(['light']);
    expect(storage.read(key)).toBe('light');
    expect(chosen('system', storage)).toEqual(['system']);
    expect(storage.keys()).toEqual([]);
  });

  test('applies to the page even if storage is forbidden', () => {
    expect(chosen('dark', forbiddenStorage)).toEqual(['dark']);
  });
});

test.each([
  ['light', 'light'],
  ['dark', 'dark'],
  ['system', 'system'],
  ['rubbish', 'system'],
  [undefined, 'system'],
])('a page marked %s has the mode %s', (colourMode, mode) => {
  expect(currentColourMode({ dataset: colourMode === undefined ? {} : { colourMode } })).toBe(mode);
});

describe('a page', () => {
  test('may force light or dark, or nothing', () => {
    expect([forcedColourMode('light'), forcedColourMode('dark'), forcedColourMode(undefined)]).toEqual([
      'light',
      'dark',
      undefined,
    ]);
  });

  test.each(['system', '', 'Dark'])('that forces “%s” cannot be built', (mode) => {
    expect(() => forcedColourMode(mode)).toThrow(`A page can force the colour mode light or dark, and not ${mode}.`);
  });
});
