import { expect, test } from 'vitest';
import { choosePreview, previewChosen } from '../../../src/writing/browser/preview-choice.ts';

function shelf() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('the preview opens where it was chosen and there is room for it', () => {
  const storage = shelf();
  const chosen = (room: boolean) =>
    previewChosen(
      () => storage,
      () => room,
    );
  expect(chosen(true)).toBe(false);
  choosePreview(true, () => storage);
  expect([chosen(true), chosen(false)]).toEqual([true, false]);
  choosePreview(false, () => storage);
  expect(chosen(true)).toBe(false);
});

test('where storage is forbidden it stays closed, and choosing does not throw', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  choosePreview(true, forbidden);
  expect(previewChosen(forbidden, () => true)).toBe(false);
});
