import { expect, test } from 'vitest';
import { draftStart } from '../../../src/writing/browser/drafts.ts';
import { fieldsFromQuery, markOf } from '../../../src/writing/browser/note-fields.ts';

const saved = fieldsFromQuery('');
const fields = (title: string) => ({ ...saved, tags: [], title });
const stored = { id: 'new-of-a-page', version: 3, savedAt: '2026-11-21T12:00:00.000Z', fields: fields('There') };

test('without a draft on the server this device’s is taken, and one that says what is saved is none', () => {
  expect(draftStart({ fields: fields('Here') }, undefined, saved)).toEqual({
    draft: { fields: fields('Here') },
    version: 0,
  });
  expect(draftStart({ fields: saved }, undefined, saved)).toEqual({ draft: undefined, version: 0 });
});

test('what another device kept comes back where this one has nothing', () => {
  expect(draftStart(undefined, { ...stored, rev: 2 }, saved)).toEqual({
    draft: { fields: fields('There'), rev: 2, version: 3 },
    version: 3,
  });
});

test('what this device typed on after the server’s version is the later one', () => {
  const local = { fields: fields('There, and more'), version: 3 };
  expect(draftStart(local, stored, saved)).toEqual({ draft: local, version: 3 });
});

test('where both went on, both are there', () => {
  const local = { fields: fields('Here'), version: 2 };
  expect(draftStart(local, stored, saved)).toEqual({ draft: local, version: 2, other: stored });
  const same = { fields: fields('There'), version: 2 };
  expect(draftStart(same, stored, saved)).toEqual({ draft: same, version: 3 });
});

test('what this device sent last and typed on after is the later one, though it never heard that it was kept', () => {
  const local = { fields: fields('There, and more'), version: 2, sent: markOf(fields('There')) };
  expect(draftStart(local, stored, saved)).toEqual({ draft: local, version: 3 });
  expect(draftStart({ ...local, sent: markOf(fields('Here')) }, stored, saved).other).toBe(stored);
});

test('what this device typed goes on where nothing but tags were renamed since, by their new names', () => {
  const tagged = (title: string, tags: string[]) => ({ ...fields(title), tags });
  const renamed = { ...stored, fields: tagged('There', ['site']), renamed: [{ version: 2, tags: ['web'] }] };
  const local = { fields: tagged('There, and more', ['web', 'mine']), version: 2 };
  const goesOn = { ...local, fields: tagged('There, and more', ['site', 'mine']) };
  expect(draftStart(local, renamed, saved)).toEqual({ draft: goesOn, version: 3 });
  const unheard = { version: 1, sent: markOf(tagged('There', ['web'])) };
  expect(draftStart({ ...local, ...unheard }, renamed, saved)).toEqual({
    draft: { ...goesOn, ...unheard },
    version: 3,
  });
  expect(draftStart({ ...local, version: 1 }, renamed, saved).other).toBe(renamed);
});

test('of what other tabs typed, what nothing goes on from is to be chosen from', () => {
  const local = { fields: fields('Here'), version: 3 };
  const beside = { fields: fields('In another tab'), rev: 2, at: '2026-11-21T11:00:00.000Z' };
  const other = { version: 3, fields: beside.fields, rev: 2, savedAt: beside.at };
  expect(draftStart(local, stored, saved, [beside])).toEqual({ draft: local, version: 3, other });
  const settled = [saved, fields('Here'), fields('There')].map((each) => ({ fields: each }));
  expect(draftStart(local, stored, saved, settled)).toEqual({ draft: local, version: 3 });
  // What the server keeps comes first.
  expect(draftStart({ ...local, version: 2 }, stored, saved, [beside]).other).toBe(stored);
});
