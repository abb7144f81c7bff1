import { expect, test } from 'vitest';
import { beginEditing, edited } from '../../../src/writing/browser/editor-state.ts';
import { bodyOf, fieldsFromQuery } from '../../../src/writing/browser/note-fields.ts';
import { unsentDraftOf, unsentNote } from '../../../src/writing/browser/use-note-editor.ts';
import { NewNote } from '../../../src/notes/model/note.ts';
import { outcomeOf } from '../../../src/people/model/outbox.ts';
import { pendingChange } from '../../support/unsent.ts';

const saved = fieldsFromQuery('');
const fields = { ...saved, title: 'Mine' };
const uuid = '01900000-0000-7000-8000-000000000000';
const base = { uuid, rev: 3 };

test('the original fields are kept for merging only where the form knows them, and never for a new note', () => {
  const of = (rev: number | undefined, start: { base?: typeof base }) =>
    unsentNote({ fields, rev, goesOn: null }, base, 'new-1', { draftId: 'new-1', saved, upTo: 0, ...start }).base;
  expect(of(3, { base })).toEqual(bodyOf(saved));
  expect(of(2, { base })).toBeUndefined();
  expect(of(undefined, {})).toBeUndefined();
});

test('the fields are sent exactly as the server stores them, so that a lost response can be recognised by the current note', () => {
  const typed = {
    ...fields,
    title: ' Two  words\u00ad e\u0301',
    body: 'a\r\nb\0 e\u0301',
    url: ' https://example.org/a ',
  };
  const sent = bodyOf(typed);
  expect(NewNote.parse(sent)).toEqual(sent);
  const next = unsentNote({ fields: typed, rev: 3, goesOn: null }, base, 'new-1', {
    draftId: uuid,
    saved,
    base,
    upTo: 0,
  });
  const current = { ...NewNote.parse(sent), rev: 4 };
  const answer = { ok: false as const, status: 409, problem: { title: 'Conflict', detail: '', current } };
  expect(outcomeOf({ ...next, id: '1', at: '' }, answer)).toEqual({ is: 'sent' });
});

test('after the note is sent, its draft is deleted up to the sent version, unless another draft has replaced it', () => {
  const followUpOf = (upTo: number | undefined) =>
    unsentNote({ fields, rev: 3, goesOn: null }, base, 'new-1', { draftId: uuid, saved, base, upTo }).then?.path;
  expect(followUpOf(2)).toBe(`/api/drafts/${uuid}?version=2`);
  expect(followUpOf(undefined)).toBeUndefined();
});

test('the form continues from the refused version, or else from the last saved one, and names it', () => {
  const [first, last, other] = [
    pendingChange(uuid, { typed: { fields, rev: 3 } }),
    pendingChange(uuid, { typed: { fields: saved, rev: 3 } }),
    pendingChange('b', { typed: { fields } }),
  ];
  expect(unsentDraftOf(uuid, [first, last, other])).toEqual({ fields: saved, rev: 3, goesOn: last.id });
  expect(unsentDraftOf(uuid, [{ ...first, refused: 'No.' }, last])).toEqual({ fields, rev: 3, goesOn: first.id });
  expect(unsentDraftOf(uuid, [other])).toBeUndefined();
  // As stored by a build that had no icons yet.
  const { icon: _, ...earlier } = fields;
  expect(unsentDraftOf(uuid, [{ ...first, typed: { fields: earlier } }])).toEqual({ fields, goesOn: first.id });
});

test('an edit refers to the unsent version that the form started with, until that is discarded', () => {
  const begun = beginEditing({ saved, base, start: { draft: { fields, rev: 3, goesOn: 'waits' }, version: 0 } });
  const basedOn = (state: typeof begun) =>
    unsentNote(state, base, 'new-1', { draftId: uuid, saved, base, upTo: 0 }).goesOn;
  expect(basedOn(begun)).toBe('waits');
  expect(basedOn(edited(begun, { type: 'discarded', to: saved, rev: 3 }))).toBeNull();
  expect(basedOn(beginEditing({ saved, base, start: { draft: { fields }, version: 0 } }))).toBeNull();
});
