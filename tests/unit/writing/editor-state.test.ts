import { expect, test } from 'vitest';
import type { Note } from '../../../src/notes/model/note.ts';
import {
  beginEditing,
  edited,
  endsHere,
  type EditorAction,
  type EditorState,
} from '../../../src/writing/browser/editor-state.ts';
import { fieldsFromQuery, fieldsOf } from '../../../src/writing/browser/note-fields.ts';
import type { StoredDraft } from '../../../src/writing/model/draft.ts';

const blank = fieldsFromQuery('');
const base = { uuid: '01900000-0000-7000-8000-000000000000', rev: 3 };
const theirs = {
  ...base,
  rev: 4,
  title: 'Theirs',
  url: null,
  body: '',
  tags: [],
  visibility: 'public',
} as unknown as Note;
const draft = (title: string): StoredDraft => ({
  ...{ id: 'new-1', note: null, savedAt: '2026-11-20T10:00:00.000Z' },
  ...{ version: 7, rev: 5, fields: { ...blank, tags: [], title } },
});
const fresh = beginEditing({ saved: blank, base, start: { draft: undefined, version: 2 } });
const after = (actions: EditorAction[], from: EditorState = fresh) => actions.reduce(edited, from);
const typed = (title: string): EditorAction => ({ type: 'typed', part: { title } });

test('editing starts with a stored draft, from the revision that it changed', () => {
  const kept = { fields: { ...blank, title: 'Kept' }, rev: 1 };
  const begun = beginEditing({ saved: blank, base, start: { draft: kept, version: 2 } });
  expect(begun).toMatchObject({ fields: { title: 'Kept' }, rev: 1, version: 2, restored: true });
  expect(fresh).toMatchObject({ fields: blank, rev: 3, restored: false });
  const same = beginEditing({ saved: blank, base, start: { draft: { fields: blank, rev: 1 }, version: 2 } });
  expect(same).toMatchObject({ rev: 3, restored: false });
});

test('the text being saved stays as it was sent', () => {
  const saving = after([typed('Sent'), { type: 'saving' }]);
  expect(edited(saving, typed('Later'))).toBe(saving);
  const failure = { ok: false, status: 500, problem: { title: 'No', detail: '' } } as const;
  expect(after([{ type: 'refused', failure }, typed('Later')], saving)).toMatchObject({
    fields: { title: 'Later' },
    stage: 'writing',
    failure,
  });
  expect(after([{ type: 'refused', failure }, { type: 'saving' }], saving).failure).toBeUndefined();
});

test('after a conflict with a saved note either version can be continued, and one’s own can be restored', () => {
  const conflicting = after([typed('Mine'), { type: 'saving' }, { type: 'conflicting', note: theirs, isNew: false }]);
  expect(conflicting).toMatchObject({ stage: 'writing', conflict: theirs, written: undefined, rev: 3 });
  expect(edited(conflicting, { type: 'mine kept' })).toMatchObject({ fields: { title: 'Mine' }, rev: 4 });
  const taken = edited(conflicting, { type: 'theirs taken' });
  expect(taken).toMatchObject({ fields: fieldsOf(theirs), rev: 4, conflict: undefined, setAside: { whose: 'mine' } });
  expect(edited(taken, { type: 'brought back' })).toMatchObject({
    fields: { title: 'Mine' },
    rev: 4,
    setAside: undefined,
  });
});

test('a new note that an earlier attempt saved is recognised from then on', () => {
  expect(after([{ type: 'conflicting', note: theirs, isNew: true }]).written).toBe(theirs);
});

test('after a conflict with another draft either version can be continued, and the other restored', () => {
  const met = after([typed('Mine'), { type: 'typed elsewhere', draft: draft('Theirs') }]);
  expect(met).toMatchObject({ fields: { title: 'Mine' }, version: 2, elsewhere: { version: 7 } });
  const mine = edited(met, { type: 'chosen', whose: 'mine' });
  expect(mine).toMatchObject({ fields: { title: 'Mine' }, rev: 3, version: 7, setAside: { whose: 'theirs' } });
  const chosen = edited(met, { type: 'chosen', whose: 'theirs' });
  expect(chosen).toMatchObject({ fields: { title: 'Theirs' }, rev: 5, version: 7, setAside: { whose: 'mine' } });
  for (const [state, title] of [
    [mine, 'Theirs'],
    [chosen, 'Mine'],
  ] as const) {
    expect(edited(state, { type: 'brought back' }).fields.title).toBe(title);
    expect(state.elsewhere).toBeUndefined();
  }
});

test('identical text typed elsewhere is accepted without asking', () => {
  const met = after([typed('Same'), { type: 'typed elsewhere', draft: draft('Same') }]);
  expect(met).toMatchObject({ version: 7, elsewhere: undefined });
});

test('discarding returns to the stored note', () => {
  const kept = { fields: { ...blank, title: 'Kept' }, rev: 1 };
  const begun = beginEditing({ saved: blank, base, start: { draft: kept, version: 2 } });
  const discarded = after([{ type: 'forgotten' }, { type: 'discarded', to: blank, rev: 3 }], begun);
  expect(discarded).toMatchObject({ fields: blank, rev: 3, version: 0, restored: false });
});

test('the editor says that a note was saved if it is new, or for others from now on; otherwise the note opens', () => {
  const ends = (before: 'draft' | 'public' | 'unlisted', after: Note['visibility']) =>
    endsHere({ base, saved: { ...blank, visibility: before } }, { ...theirs, visibility: after });
  expect([ends('draft', 'public'), ends('draft', 'unlisted')]).toEqual([true, true]);
  expect([
    ends('draft', 'draft'),
    ends('public', 'public'),
    ends('unlisted', 'public'),
    ends('public', 'draft'),
  ]).toEqual([...[false, false, false, false]]);
  expect(endsHere({ saved: blank }, { ...theirs, visibility: 'draft' })).toBe(true);
});
