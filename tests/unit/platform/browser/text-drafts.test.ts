import { expect, test } from 'vitest';
import { textDraft } from '../../../../src/platform/browser/text-drafts.ts';
import { forbiddenStorage, memoryStorage } from '../../../support/browser/storage.ts';

const textsOf = (others: readonly { text: string }[]) => others.map(({ text }) => text);

test('a text sent again after a reload has the same idempotency key, and the next text a new one', () => {
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

test('a retry after a conflict has a new idempotency key', () => {
  const storage = memoryStorage();
  const draft = textDraft('a', storage);
  const first = draft.callKey();
  draft.newCall();
  expect(draft.callKey()).not.toBe(first);
});

test('each tab keeps its own text and key, and drops only these once the text is sent', () => {
  const storage = memoryStorage();
  const [thisTab, otherTab] = [textDraft('a', storage), textDraft('a', storage)];
  thisTab.keep('Typed here');
  otherTab.keep('Typed there');
  thisTab.keep('Typed here, and on');
  otherTab.keep('Typed there, and on');
  const first = thisTab.callKey();
  expect(otherTab.callKey()).not.toBe(first);
  expect(textsOf(thisTab.others('Typed here, and on'))).toEqual(['Typed there, and on']);
  thisTab.drop();
  const later = textDraft('a', storage);
  expect(later.read()).toBe('Typed there, and on');
  expect(later.callKey()).toBe(otherTab.callKey());
  otherTab.drop();
  expect(storage.keys()).toEqual([]);
});

test('two tabs of which neither sees yet what the other has stored keep both texts', () => {
  const storage = memoryStorage();
  const beforeOther = { ...storage, read: () => undefined, keys: () => [] };
  textDraft('a', storage).keep('Typed here');
  textDraft('a', beforeOther).keep('Typed there');
  const later = textDraft('a', storage);
  expect([later.read(), ...textsOf(later.others(later.read()))].toSorted()).toEqual(['Typed here', 'Typed there']);
});

test('a tab that takes over another tab’s text keeps its own, and neither overwrites the other', () => {
  const storage = memoryStorage();
  const [thisTab, otherTab] = [textDraft('a', storage), textDraft('a', storage)];
  thisTab.keep('Typed here');
  otherTab.keep('Typed there');
  const [other] = thisTab.others('Typed here');
  if (other) thisTab.take(other);
  thisTab.keep('Typed there, and on by here');
  otherTab.keep('Typed there, and on by there');
  const all = [textDraft('a', storage)].flatMap((later) => [later.read(), ...textsOf(later.others(later.read()))]);
  expect(all.toSorted()).toEqual(['Typed here', 'Typed there, and on by here', 'Typed there, and on by there']);
});

test('discarding another tab’s text can be undone, unless that tab has typed more since', () => {
  const storage = memoryStorage();
  const [thisTab, otherTab] = [textDraft('a', storage), textDraft('a', storage)];
  thisTab.keep('Typed here');
  otherTab.keep('Typed there');
  const [other] = thisTab.others('Typed here');
  if (!other) throw new Error('There is another text.');
  const undoDiscard = thisTab.discard(other);
  expect(thisTab.others('Typed here')).toEqual([]);
  undoDiscard();
  expect(textsOf(thisTab.others('Typed here'))).toEqual(['Typed there']);
  otherTab.keep('Typed on');
  thisTab.discard(other);
  expect(textsOf(thisTab.others('Typed here'))).toEqual(['Typed on']);
});

test('a text that is taken over or discarded takes its idempotency key along', () => {
  const storage = memoryStorage();
  const [thisTab, otherTab] = [textDraft('a', storage), textDraft('a', storage)];
  otherTab.keep('Typed there');
  thisTab.keep('Typed here');
  const [ofOther, ofThis] = [otherTab.callKey(), thisTab.callKey()];
  const [other] = thisTab.others('Typed here');
  if (!other) throw new Error('There is another text.');
  const undoDiscard = thisTab.discard(other);
  // Otherwise it would be the key of the next text at this place.
  expect([other.place, `${other.place}:call`].map((at) => storage.read(at))).toEqual([undefined, undefined]);
  undoDiscard();
  thisTab.take(other);
  expect([ofThis, thisTab.callKey()]).toEqual([expect.not.stringMatching(ofOther), ofOther]);
});

test('a device without storage says so, and can still send', () => {
  const draft = textDraft('a', forbiddenStorage);
  expect(draft.keep('Typed')).toBe(false);
  const first = draft.callKey();
  expect(first.length).toBeGreaterThanOrEqual(8);
  expect(draft.callKey()).toBe(first);
});
