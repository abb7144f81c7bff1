import { expect, test } from 'vitest';
import { textDraft } from '../../../../src/platform/browser/text-drafts.ts';
import { forbiddenStorage, memoryStorage } from '../../../support/browser/storage.ts';

test('a text that is sent again after the page was loaded again is sent by the same call, the next text by another', () => {
  const storage = memoryStorage();
  const draft = () => textDraft('a', storage);
  draft().keep('Typed');
  const first = draft().callKey();
  expect(first.length).toBeGreaterThanOrEqual(8);
  expect(draft().callKey()).toBe(first);
  expect(textDraft('b', storage).callKey()).not.toBe(first);
  draft().keep('');
  expect(draft().callKey()).not.toBe(first);
});

test('what is sent after another text was found there is another call', () => {
  const storage = memoryStorage();
  const draft = textDraft('a', storage);
  const first = draft.callKey();
  draft.newCall();
  expect(draft.callKey()).not.toBe(first);
});

test('a text that was sent is forgotten, and what another tab has typed there since stays and is another call', () => {
  const storage = memoryStorage();
  const [here, there] = [textDraft('a', storage), textDraft('a', storage)];
  here.keep('Sent');
  const first = here.callKey();
  there.keep('Typed on in another tab');
  here.sent('Sent');
  expect(there.read()).toBe('Typed on in another tab');
  expect(there.callKey()).not.toBe(first);
  there.sent('Typed on in another tab');
  expect(storage.keys()).toEqual([]);
});

test('a device that keeps nothing sends all the same', () => {
  expect(textDraft('a', forbiddenStorage).callKey().length).toBeGreaterThanOrEqual(8);
});
