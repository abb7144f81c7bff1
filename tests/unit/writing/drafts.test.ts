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

function shelf() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const forbidden = () => {
  throw new DOMException('denied', 'SecurityError');
};

const fields = { ...fieldsFromQuery('?title=A&text=Text'), tags: ['web'], tagText: 'rea' };
const key = draftKey('u_1', 'new');

test('a kept draft comes back as it was, until it is dropped', () => {
  const storage = shelf();
  expect(keepDraft(key, { fields, rev: 3 }, () => storage)).toBe(true);
  expect(readDraft(key, () => storage)).toEqual({ fields, rev: 3 });
  dropDraft(key, () => storage);
  expect(readDraft(key, () => storage)).toBeUndefined();
});

test('each person and each note has a draft of its own', () => {
  const keys = [draftKey('u_1', 'new'), draftKey('u_2', 'new'), draftKey('u_1', 'some-uuid')];
  expect(new Set(keys).size).toBe(3);
});

test.each(['', '{', 'null', '[]', '{}', '{"fields":null}', '{"fields":{"title":1}}'])(
  'storage that holds %j gives no draft',
  (rubbish) => {
    const storage = shelf();
    storage.setItem(key, rubbish);
    expect(readDraft(key, () => storage)).toBeUndefined();
  },
);

test('a draft with a visibility that does not exist is none', () => {
  const storage = shelf();
  storage.setItem(key, JSON.stringify({ fields: { ...fields, visibility: 'toString' } }));
  expect(readDraft(key, () => storage)).toBeUndefined();
});

test('two tabs that begin new notes keep one each, and neither takes the other away', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  const draftOf = (id: string) => ({ fields: { ...fields, title: id }, id, version: 0 });
  const waiting = () =>
    findDraft(
      key,
      () => storage,
      () => [...kept.keys()],
    )?.id;
  for (const id of ['new-one', 'new-two', 'new-one']) keepOwnDraft(key, draftOf(id), () => storage);
  expect(kept.size).toBe(2);
  expect(waiting()).toBe('new-one');
  dropOwnDraft(key, 'new-one', () => storage);
  expect(waiting()).toBe('new-two');
  dropOwnDraft(key, 'new-two', () => storage);
  expect(waiting()).toBeUndefined();
});

test('where storage is forbidden nothing is kept and nothing throws', () => {
  expect(keepDraft(key, { fields }, forbidden)).toBe(false);
  expect(readDraft(key, forbidden)).toBeUndefined();
  dropDraft(key, forbidden);
});
