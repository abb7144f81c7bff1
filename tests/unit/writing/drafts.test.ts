import { expect, test } from 'vitest';
import {
  draftKey,
  dropDraft,
  dropOwnDraft,
  findDraft,
  keepDraft,
  keepOwnDraft,
  readDraft,
} from '../../../src/writing/browser/drafts.ts';
import { fieldsFromQuery } from '../../../src/writing/browser/note-fields.ts';
import { forbiddenStorage, memoryStorage } from '../../support/browser/storage.ts';

const fields = { ...fieldsFromQuery('?title=A&text=Text'), tags: ['web'], tagText: 'rea' };
const key = draftKey('u_1', 'new');

test('a kept draft comes back as it was, until it is dropped', () => {
  const storage = memoryStorage();
  expect(keepDraft(key, { fields, rev: 3 }, storage)).toBe(true);
  expect(readDraft(key, storage)).toEqual({ fields, rev: 3 });
  dropDraft(key, storage);
  expect(readDraft(key, storage)).toBeUndefined();
});

test('each person and each note has a draft of its own', () => {
  const keys = [draftKey('u_1', 'new'), draftKey('u_2', 'new'), draftKey('u_1', 'some-uuid')];
  expect(new Set(keys).size).toBe(3);
});

test.each(['', '{', 'null', '[]', '{}', '{"fields":null}', '{"fields":{"title":1}}'])(
  'storage that holds %j gives no draft',
  (rubbish) => {
    const storage = memoryStorage({ [key]: rubbish });
    expect(readDraft(key, storage)).toBeUndefined();
  },
);

test('a draft with a visibility that does not exist is none', () => {
  const storage = memoryStorage({ [key]: JSON.stringify({ fields: { ...fields, visibility: 'toString' } }) });
  expect(readDraft(key, storage)).toBeUndefined();
});

test('two tabs that begin new notes keep one each, and neither takes the other away', () => {
  const storage = memoryStorage();
  const draftOf = (id: string) => ({ fields: { ...fields, title: id }, id, version: 0 });
  const waiting = () => findDraft(key, storage)?.id;
  for (const id of ['new-one', 'new-two', 'new-one']) keepOwnDraft(key, draftOf(id), storage);
  expect(storage.keys().length).toBe(2);
  expect(waiting()).toBe('new-one');
  dropOwnDraft(key, { id: 'new-one', version: 0 }, storage);
  expect(waiting()).toBe('new-two');
  dropOwnDraft(key, { id: 'new-two', version: 0 }, storage);
  expect(waiting()).toBeUndefined();
});

test('what another tab typed on with in the same note stays when this one is saved', () => {
  const storage = memoryStorage();
  keepOwnDraft(key, { fields, rev: 3, version: 2 }, storage);
  dropOwnDraft(key, { id: undefined, version: 1 }, storage);
  expect(findDraft(key, storage)?.version).toBe(2);
  dropOwnDraft(key, { id: undefined, version: 2 }, storage);
  expect(findDraft(key, storage)).toBeUndefined();
});

test('where storage is forbidden nothing is kept and nothing throws', () => {
  expect(keepDraft(key, { fields }, forbiddenStorage)).toBe(false);
  expect(readDraft(key, forbiddenStorage)).toBeUndefined();
  dropDraft(key, forbiddenStorage);
});
