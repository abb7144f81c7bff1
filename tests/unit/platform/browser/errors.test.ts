import { describe, expect, test } from 'vitest';
import { isMissingChunk, mayReload } from '../../../../src/platform/browser/errors.ts';
import { forbiddenStorage, fullStorage, memoryStorage } from '../../../support/browser/storage.ts';

describe('a page with a missing chunk', () => {
  test('reloads at most once in 10,000 ms', () => {
    const storage = memoryStorage();
    const at = (now: number) => mayReload(now, storage);
    expect([at(50_000), at(50_001), at(59_999), at(60_000), at(69_999)]).toEqual([true, false, false, true, false]);
  });

  test('does not reload if storage is forbidden or full', () => {
    expect(mayReload(50_000, forbiddenStorage)).toBe(false);
    expect(mayReload(50_000, fullStorage)).toBe(false);
  });
});

test.each([
  [new TypeError('Failed to fetch dynamically imported module: https://x.example/a.js'), true],
  [new TypeError('error loading dynamically imported module: https://x.example/a.js'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new TypeError("Cannot read properties of undefined (reading 'x')"), false],
  [new Error('Failed to mount'), false],
  [undefined, false],
])('%s: is this a missing chunk? %s', (error, missing) => {
  expect(isMissingChunk(error)).toBe(missing);
});
