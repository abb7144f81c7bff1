import { expect, test } from 'vitest';
import { draftStart } from '../../../src/writing/browser/drafts.ts';
import { fieldsFromQuery, fingerprintOf } from '../../../src/writing/browser/note-fields.ts';

const saved = fieldsFromQuery('');
const fields = (title: string) => ({ ...saved, tags: [], title });
const stored = { id: 'new-of-a-page', version: 3, savedAt: '2026-11-21T12:00:00.000Z', fields: fields('There') };

test('without a draft on the server, the device’s draft is used unless it equals the saved note', () => {
  expect(draftStart({ fields: fields('Here') }, undefined, saved)).toEqual({
    draft: { fields: fields('Here') },
    version: 0,
  });
  expect(draftStart({ fields: saved }, undefined, saved)).toEqual({ draft: undefined, version: 0 });
});

test('a draft from another device is restored where this one has none', () => {
  expect(draftStart(undefined, { ...stored, rev: 2 }, saved)).toEqual({
    draft: { fields: fields('There'), rev: 2, version: 3 },
    version: 3,
  });
});

test('a local draft that continues the server’s version is the newer one', () => {
  const local = { fields: fields('There, and more'), version: 3 };
  expect(draftStart(local, stored, saved)).toEqual({ draft: local, version: 3 });
});

test('if both continued from the same version, both are available', () => {
  const local = { fields: fields('Here'), version: 2 };
  expect(draftStart(local, stored, saved)).toEqual({ draft: local, version: 2, other: stored });
  const same = { fields: fields('There'), version: 2 };
  expect(draftStart(same, stored, saved)).toEqual({ draft: same, version: 3 });
});

test('a local draft based on text that this device sent is the newer one, even if the response never arrived', () => {
  const local = { fields: fields('There, and more'), version: 2, sent: fingerprintOf(fields('There')) };
  expect(draftStart(local, stored, saved)).toEqual({ draft: local, version: 3 });
  expect(draftStart({ ...local, sent: fingerprintOf(fields('Here')) }, stored, saved).other).toBe(stored);
});

test('a local draft continues with renamed tags if nothing but tags was renamed since', () => {
  const tagged = (title: string, tags: string[]) => ({ ...fields(title), tags });
  const renamed = { ...stored, fields: tagged('There', ['site']), renamed: [{ version: 2, tags: ['web'] }] };
  const local = { fields: tagged('There, and more', ['web', 'mine']), version: 2 };
  const goesOn = { ...local, fields: tagged('There, and more', ['site', 'mine']) };
  expect(draftStart(local, renamed, saved)).toEqual({ draft: goesOn, version: 3 });
  const unheard = { version: 1, sent: fingerprintOf(tagged('There', ['web'])) };
  expect(draftStart({ ...local, ...unheard }, renamed, saved)).toEqual({
    draft: { ...goesOn, ...unheard },
    version: 3,
  });
  expect(draftStart({ ...local, version: 1 }, renamed, saved).other).toBe(renamed);
});

test('drafts of other tabs that nothing continues are offered as a choice', () => {
  const local = { fields: fields('Here'), version: 3 };
  const beside = { fields: fields('In another tab'), rev: 2, at: '2026-11-21T11:00:00.000Z' };
  const other = { version: 3, fields: beside.fields, rev: 2, savedAt: beside.at };
  expect(draftStart(local, stored, saved, [beside])).toEqual({ draft: local, version: 3, other });
  const settled = [saved, fields('Here'), fields('There')].map((each) => ({ fields: each }));
  expect(draftStart(local, stored, saved, settled)).toEqual({ draft: local, version: 3 });
  // The server's draft is offered first.
  expect(draftStart({ ...local, version: 2 }, stored, saved, [beside]).other).toBe(stored);
});
