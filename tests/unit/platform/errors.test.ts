import { describe, expect, test } from 'vitest';
import { isMissingChunk, mayReload } from '../../../src/platform/browser/errors.ts';

function shelf() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

describe('a page whose code is missing', () => {
  test('reloads at most once in 10,000 ms', () => {
    const storage = shelf();
    const at = (now: number) => mayReload(() => storage, now);
    expect([at(50_000), at(50_001), at(59_999), at(60_000), at(69_999)]).toEqual([true, false, false, true, false]);
  });

  test('does not reload where storage is forbidden', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    expect(mayReload(forbidden, 50_000)).toBe(false);
  });
});

test.each([
  [new TypeError('Failed to fetch dynamically imported module: https://x.example/a.js'), true],
  [new TypeError('error loading dynamically imported module: https://x.example/a.js'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new TypeError("Cannot read properties of undefined (reading 'x')"), false],
  [new Error('Failed to mount'), false],
  [undefined, false],
])('%s: is the chunk missing? %s', (error, missing) => {
  expect(isMissingChunk(error)).toBe(missing);
});
