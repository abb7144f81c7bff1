import { expect, test } from 'vitest';
import { draftKey, draftPlace, dropKept, keptDrafts } from '../../../src/writing/browser/drafts.ts';
import { fieldsFromQuery } from '../../../src/writing/browser/note-fields.ts';
import type { DeviceStorage } from '../../../src/platform/browser/device-storage.ts';
import { forbiddenStorage, memoryStorage } from '../../support/browser/storage.ts';

const fields = { ...fieldsFromQuery('?title=A&text=Text'), tags: ['web'], tagText: 'rea' };
const key = draftKey('u_1', 'new');

test('a kept draft comes back as it was, until it is dropped', () => {
  const storage = memoryStorage();
  const place = draftPlace(key, undefined, undefined, storage);
  expect(place.keep({ fields, rev: 3 })).toBe(true);
  expect(keptDrafts(key, storage)).toMatchObject([{ place: key, draft: { fields, rev: 3 } }]);
  place.drop();
  expect(storage.keys()).toEqual([]);
});

test('each person and each note has a draft of its own', () => {
  const keys = [draftKey('u_1', 'new'), draftKey('u_2', 'new'), draftKey('u_1', 'some-uuid')];
  expect(new Set(keys).size).toBe(3);
});

test.each(['', '{', 'null', '[]', '{}', '{"fields":null}', '{"fields":{"title":1}}'])(
  'storage that holds %j gives no draft',
  (rubbish) => {
    const storage = memoryStorage({ [key]: rubbish });
    expect(keptDrafts(key, storage)).toEqual([]);
  },
);

test('a draft with a visibility that does not exist is none', () => {
  const storage = memoryStorage({ [key]: JSON.stringify({ fields: { ...fields, visibility: 'toString' } }) });
  expect(keptDrafts(key, storage)).toEqual([]);
});

/** A tab that opens now, and what it has read of this device by then. */
function tabOn(storage: DeviceStorage, id?: string) {
  const [began] = id === undefined ? keptDrafts(key, storage) : [];
  const place = draftPlace(key, id, began, storage);
  const of = id === undefined ? {} : { id };
  const type = (title: string, at: number) =>
    place.keep({ fields: { ...fields, title }, ...of, at: `2026-11-21T10:00:0${at}.000Z` });
  return { ...place, type };
}
const titlesOn = (storage: DeviceStorage) => keptDrafts(key, storage).map(({ draft }) => draft.fields.title);

test('two tabs that begin new notes keep one each, and neither takes the other away', () => {
  const storage = memoryStorage();
  const [one, two] = [tabOn(storage, 'new-one'), tabOn(storage, 'new-two')];
  one.type('One', 1);
  two.type('Two', 2);
  one.type('One, and more', 3);
  expect(titlesOn(storage)).toEqual(['One, and more', 'Two']);
  one.drop();
  expect(titlesOn(storage)).toEqual(['Two']);
  // Of a new note, the server's answer is no reason to forget it here.
  two.settle();
  expect(titlesOn(storage)).toEqual(['Two']);
  two.drop();
  expect(storage.keys()).toEqual([]);
});

test.each([undefined, 'new-one'])('two tabs that type into the same keep both, the latest first (%s)', (id) => {
  const storage = memoryStorage();
  const [one, two] = [tabOn(storage, id), tabOn(storage, id)];
  one.type('From one', 1);
  two.type('From two', 2);
  expect([one.isOwn(), two.isOwn()]).toEqual([true, true]);
  two.type('From two, and more', 3);
  expect(titlesOn(storage)).toEqual(['From two, and more', 'From one']);
  one.drop();
  expect(titlesOn(storage)).toEqual(['From two, and more']);
});

test('a tab that goes on from what another one typed takes its place, and the other one goes on beside it', () => {
  const storage = memoryStorage();
  const before = tabOn(storage);
  before.type('Begun', 1);
  const after = tabOn(storage);
  after.type('Gone on with', 2);
  expect(titlesOn(storage)).toEqual(['Gone on with']);
  expect(before.isOwn()).toBe(false);
  // Saved in the old tab: what the new one typed since stays.
  before.drop();
  expect(titlesOn(storage)).toEqual(['Gone on with']);
  before.type('Begun, and more', 3);
  expect(titlesOn(storage)).toEqual(['Begun, and more', 'Gone on with']);
  before.settle();
  expect(titlesOn(storage)).toEqual(['Gone on with']);
});

test('a tab whose own place another one went on in keeps what it types beside that', () => {
  const storage = memoryStorage();
  const [one, two] = [tabOn(storage), tabOn(storage)];
  one.type('From one', 1);
  two.type('From two', 2);
  const three = tabOn(storage);
  three.type('From three, after two', 3);
  two.type('From two, and more', 4);
  expect(titlesOn(storage)).toEqual(['From two, and more', 'From three, after two', 'From one']);
});

test('a draft that was chosen away goes, unless its tab has typed on since', () => {
  const storage = memoryStorage();
  const tab = tabOn(storage);
  tab.type('As it was read', 1);
  const [read] = keptDrafts(key, storage);
  tab.type('Typed on', 2);
  dropKept(read!, storage);
  expect(titlesOn(storage)).toEqual(['Typed on']);
  dropKept(keptDrafts(key, storage)[0]!, storage);
  expect(storage.keys()).toEqual([]);
});

test('where storage is forbidden nothing is kept and nothing throws', () => {
  const place = draftPlace(key, undefined, undefined, forbiddenStorage);
  expect(place.keep({ fields })).toBe(false);
  expect(keptDrafts(key, forbiddenStorage)).toEqual([]);
  place.drop();
});
