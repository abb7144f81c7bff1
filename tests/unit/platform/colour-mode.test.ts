import { describe, expect, test } from 'vitest';
import { chooseColourMode, currentColourMode } from '../../../src/platform/browser/colour-mode.ts';
import { forcedColourMode } from '../../../src/platform/model/colour-mode.ts';

const key = 'commonplace:colour-mode';

describe('choosing a colour mode', () => {
  function chosen(mode: 'light' | 'dark' | 'system', kept: Map<string, string>, refuse = false) {
    const page = new EventTarget();
    const shown: unknown[] = [];
    page.addEventListener('colour-mode', (event) => shown.push((event as CustomEvent).detail));
    const shelf = () => {
      if (refuse) throw new DOMException('denied', 'SecurityError');
      return {
        setItem: (name: string, value: string) => void kept.set(name, value),
        removeItem: (name: string) => void kept.delete(name),
      };
    };
    chooseColourMode(mode, shelf, page);
    return shown;
  }

  test('keeps light and dark on the device, and nothing for system', () => {
    const kept = new Map<string, string>();
    expect(chosen('dark', kept)).toEqual(['dark']);
    expect([...kept]).toEqual([[key, 'dark']]);
    expect(chosen('light', kept)).toEqual(['light']);
    expect([...kept]).toEqual([[key, 'light']]);
    expect(chosen('system', kept)).toEqual(['system']);
    expect([...kept]).toEqual([]);
  });

  test('shows on the page even where nothing may be kept', () => {
    expect(chosen('dark', new Map(), true)).toEqual(['dark']);
  });
});

test.each([
  ['light', 'light'],
  ['dark', 'dark'],
  ['system', 'system'],
  ['rubbish', 'system'],
  [undefined, 'system'],
])('a page marked %s is in the mode %s', (colourMode, mode) => {
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

  test.each(['system', '', 'Dark'])('that forces “%s” is not built', (mode) => {
    expect(() => forcedColourMode(mode)).toThrow(`A page can force the colour mode light or dark, and not ${mode}.`);
  });
});
