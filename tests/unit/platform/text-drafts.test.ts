import { expect, test } from 'vitest';
import { textDraft } from '../../../src/platform/browser/text-drafts.ts';

const shelfOf = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
    kept,
  };
};

test('a text that is sent again after the page was loaded again is sent by the same call, the next text by another', () => {
  const shelf = shelfOf();
  const draft = () => textDraft('a', () => shelf);
  draft().keep('Typed');
  const first = draft().callKey();
  expect(first.length).toBeGreaterThanOrEqual(8);
  expect(draft().callKey()).toBe(first);
  expect(textDraft('b', () => shelf).callKey()).not.toBe(first);
  draft().keep('');
  expect(draft().callKey()).not.toBe(first);
});

test('what is sent after another text was found there is another call', () => {
  const shelf = shelfOf();
  const draft = textDraft('a', () => shelf);
  const first = draft.callKey();
  draft.newCall();
  expect(draft.callKey()).not.toBe(first);
});

test('a device that keeps nothing sends all the same', () => {
  const refusing = () => {
    throw new Error('Storage is off.');
  };
  expect(textDraft('a', refusing).callKey().length).toBeGreaterThanOrEqual(8);
});
