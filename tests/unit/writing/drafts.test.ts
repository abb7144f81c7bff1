import { expect, test } from 'vitest';
import { draftKey, draftPlace, dropKept, keptDrafts } from '../../../src/writing/browser/drafts.ts';
import { fieldsFromQuery } from '../../../src/writing/browser/note-fields.ts';
import type { DeviceStorage } from '../../../src/platform/browser/device-storage.ts';
import { forbiddenStorage, memoryStorage } from '../../support/browser/storage.ts';

const fields = { ...fieldsFromQuery('?title=A&text=Text'), tags: ['web'], tagText: 'rea' };
const key = draftKey('u_1', 'new');

test('a stored draft is restored unchanged until it is deleted', () => {
  const storage = memoryStorage();
  const place = draftPlace(key, undefined, undefined, storage);
  expect(place.keep({ fields, rev: 3 })).toBe(true);
  expect(keptDrafts(key, storage)).toMatchObject([{ place: key, draft: { fields, rev: 3 } }]);
  place.drop();
  expect(storage.keys()).toEqual([]);
});

test('each person and each note has its own draft', () => {
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

test('a draft with an unknown visibility is ignored', () => {
  const storage = memoryStorage({ [key]: JSON.stringify({ fields: { ...fields, visibility: 'toString' } }) });
  expect(keptDrafts(key, storage)).toEqual([]);
});

/** A tab opened now, with what it finds on the device. */
function openTab(storage: DeviceStorage, id?: string) {
  const [began] = id === undefined ? keptDrafts(key, storage) : [];
  const place = draftPlace(key, id, began, storage);
  const of = id === undefined ? {} : { id };
  const type = (title: string, at: number) =>
    place.keep({ fields: { ...fields, title }, ...of, at: `2026-11-21T10:00:0${at}.000Z` });
  return { ...place, type };
}
const storedTitles = (storage: DeviceStorage) => keptDrafts(key, storage).map(({ draft }) => draft.fields.title);

test('two tabs with new notes store one draft each, and neither deletes the other’s', () => {
  const storage = memoryStorage();
  const [one, two] = [openTab(storage, 'new-one'), openTab(storage, 'new-two')];
  one.type('One', 1);
  two.type('Two', 2);
  one.type('One, and more', 3);
  expect(storedTitles(storage)).toEqual(['One, and more', 'Two']);
  one.drop();
  expect(storedTitles(storage)).toEqual(['Two']);
  // The server's response is no reason to delete the draft of a new note here.
  two.settle();
  expect(storedTitles(storage)).toEqual(['Two']);
  two.drop();
  expect(storage.keys()).toEqual([]);
});

test.each([undefined, 'new-one'])(
  'two tabs that edit the same note both keep their drafts, the latest first (%s)',
  (id) => {
    const storage = memoryStorage();
    const [one, two] = [openTab(storage, id), openTab(storage, id)];
    one.type('From one', 1);
    two.type('From two', 2);
    expect([one.isOwn(), two.isOwn()]).toEqual([true, true]);
    two.type('From two, and more', 3);
    expect(storedTitles(storage)).toEqual(['From two, and more', 'From one']);
    one.drop();
    expect(storedTitles(storage)).toEqual(['From two, and more']);
  },
);

test('a tab that continues another tab’s draft takes it over, and further typing in the other tab is stored next to it', () => {
  const storage = memoryStorage();
  const before = openTab(storage);
  before.type('Begun', 1);
  const after = openTab(storage);
  after.type('Gone on with', 2);
  expect(storedTitles(storage)).toEqual(['Gone on with']);
  expect(before.isOwn()).toBe(false);
  // Saving in the old tab keeps what the new one has typed since.
  before.drop();
  expect(storedTitles(storage)).toEqual(['Gone on with']);
  before.type('Begun, and more', 3);
  expect(storedTitles(storage)).toEqual(['Begun, and more', 'Gone on with']);
  before.settle();
  expect(storedTitles(storage)).toEqual(['Gone on with']);
});

test('a tab whose draft another tab has taken over stores its further typing separately', () => {
  const storage = memoryStorage();
  const [one, two] = [openTab(storage), openTab(storage)];
  one.type('From one', 1);
  two.type('From two', 2);
  const three = openTab(storage);
  three.type('From three, after two', 3);
  two.type('From two, and more', 4);
  expect(storedTitles(storage)).toEqual(['From two, and more', 'From three, after two', 'From one']);
});

test('a discarded draft is deleted, unless its tab has typed more since', () => {
  const storage = memoryStorage();
  const tab = openTab(storage);
  tab.type('As it was read', 1);
  const [read] = keptDrafts(key, storage);
  tab.type('Typed on', 2);
  dropKept(read!, storage);
  expect(storedTitles(storage)).toEqual(['Typed on']);
  dropKept(keptDrafts(key, storage)[0]!, storage);
  expect(storage.keys()).toEqual([]);
});

test('where storage is forbidden nothing is stored and nothing throws', () => {
  const place = draftPlace(key, undefined, undefined, forbiddenStorage);
  expect(place.keep({ fields })).toBe(false);
  expect(keptDrafts(key, forbiddenStorage)).toEqual([]);
  place.drop();
});
