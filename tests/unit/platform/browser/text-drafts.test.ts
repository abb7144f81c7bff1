import { expect, test } from 'vitest';
import { textDraft } from '../../../../src/platform/browser/text-drafts.ts';
import { forbiddenStorage, memoryStorage } from '../../../support/browser/storage.ts';

const textsOf = (others: readonly { text: string }[]) => others.map(({ text }) => text);

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

test('each tab keeps what is typed in it, forgets that alone once it is sent, and sends it by a call of its own', () => {
  const storage = memoryStorage();
  const [here, there] = [textDraft('a', storage), textDraft('a', storage)];
  here.keep('Typed here');
  there.keep('Typed there');
  here.keep('Typed here, and on');
  there.keep('Typed there, and on');
  const first = here.callKey();
  expect(there.callKey()).not.toBe(first);
  expect(textsOf(here.others('Typed here, and on'))).toEqual(['Typed there, and on']);
  here.drop();
  const later = textDraft('a', storage);
  expect(later.read()).toBe('Typed there, and on');
  expect(later.callKey()).toBe(there.callKey());
  there.drop();
  expect(storage.keys()).toEqual([]);
});

test('a tab that takes the text of another one leaves its own, and neither is written over by the other tab', () => {
  const storage = memoryStorage();
  const [here, there] = [textDraft('a', storage), textDraft('a', storage)];
  here.keep('Typed here');
  there.keep('Typed there');
  const [other] = here.others('Typed here');
  if (other) here.take(other);
  here.keep('Typed there, and on by here');
  there.keep('Typed there, and on by there');
  const all = [textDraft('a', storage)].flatMap((later) => [later.read(), ...textsOf(later.others(later.read()))]);
  expect(all.toSorted()).toEqual(['Typed here', 'Typed there, and on by here', 'Typed there, and on by there']);
});

test('a text of another tab that is discarded comes back, unless that tab has typed on in it', () => {
  const storage = memoryStorage();
  const [here, there] = [textDraft('a', storage), textDraft('a', storage)];
  here.keep('Typed here');
  there.keep('Typed there');
  const [other] = here.others('Typed here');
  if (!other) throw new Error('There is another text.');
  const putBack = here.discard(other);
  expect(here.others('Typed here')).toEqual([]);
  putBack();
  expect(textsOf(here.others('Typed here'))).toEqual(['Typed there']);
  there.keep('Typed on');
  here.discard(other);
  expect(textsOf(here.others('Typed here'))).toEqual(['Typed on']);
});

test('a device that keeps nothing says so, and sends all the same', () => {
  const draft = textDraft('a', forbiddenStorage);
  expect(draft.keep('Typed')).toBe(false);
  expect(draft.callKey().length).toBeGreaterThanOrEqual(8);
});
