import { expect, test } from 'vitest';
import { choosePreview, previewChosen } from '../../../src/writing/views/MarkdownPreview.tsx';
import { forbiddenStorage, memoryStorage } from '../../support/browser/storage.ts';

test('the preview opens if it was chosen and there is room for it', () => {
  const storage = memoryStorage();
  const chosen = (room: boolean) => previewChosen(storage, () => room);
  expect(chosen(true)).toBe(false);
  choosePreview(true, storage);
  expect([chosen(true), chosen(false)]).toEqual([true, false]);
  choosePreview(false, storage);
  expect(chosen(true)).toBe(false);
});

test('where storage is forbidden it stays closed, and choosing it does not throw', () => {
  choosePreview(true, forbiddenStorage);
  expect(previewChosen(forbiddenStorage, () => true)).toBe(false);
});
