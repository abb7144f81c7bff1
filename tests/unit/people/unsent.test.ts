import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/platform/browser/api.ts';
import {
  dueOf,
  changesToRebase,
  mergedCall,
  outcomeOf,
  pauseAfter,
  replacedBy,
  unsentReason,
} from '../../../src/people/model/outbox.ts';
import { unsentTexts } from '../../../src/people/browser/unsent-texts.ts';
import { memoryStorage } from '../../support/browser/storage.ts';
import { newChange, pendingChange } from '../../support/unsent.ts';

describe('the order of unsent writes', () => {
  test('is that in which they were made; a refused one only blocks those on the same subject', () => {
    const [refused, same, other] = [pendingChange('a', { refused: 'No.' }), pendingChange('a'), pendingChange('b')];
    expect(dueOf([pendingChange('c'), refused])?.about).toBe('c');
    expect(dueOf([refused, same, other])).toBe(other);
    expect(dueOf([refused, same])).toBeUndefined();
  });

  test('is kept between a write about one note and one about many notes that include it', () => {
    const publish = pendingChange('a');
    const makePrivate = pendingChange('several', { about: ['b', 'a'] });
    expect(dueOf([{ ...publish, refused: 'No.' }, makePrivate, pendingChange('c')])?.about).toBe('c');
    expect(dueOf([{ ...makePrivate, refused: 'No.' }, publish, pendingChange('c')])?.about).toBe('c');
  });

  test('is not needed between different parts of a note, but a change of the whole note has to wait', () => {
    const edit = pendingChange('a', { part: 'note', refused: 'It was changed.' });
    const star = pendingChange('a', { part: 'reading' });
    expect(dueOf([edit, star])).toBe(star);
    expect(dueOf([edit, pendingChange('a')])).toBeUndefined();
  });

  test('a later write replaces one that it makes obsolete, in the same position unless the subject was changed since', () => {
    const edit = { part: 'note', replaces: 'note' } as const;
    const first = pendingChange('a', { ...edit, refused: 'It was changed.' });
    const inPlace = { before: first, inPlace: true };
    expect(replacedBy(newChange('a', edit), [first, pendingChange('b')])).toEqual(inPlace);
    expect(replacedBy(newChange('a', edit), [first, pendingChange('a', { part: 'reading' })])).toEqual(inPlace);
    const tagged = pendingChange('several', { about: ['b', 'a'], part: 'note' });
    expect(replacedBy(newChange('a', edit), [first, tagged])).toEqual({ before: first, inPlace: false });
    expect(replacedBy(newChange('a', { part: 'note' }), [first])).toBeUndefined();
    expect(replacedBy(newChange('b', edit), [first])).toBeUndefined();
  });

  test('of two concurrent edits neither replaces the other, and an edit based on the first takes its place', () => {
    const edit = { part: 'note', replaces: 'note' } as const;
    const [first, beside] = [
      pendingChange('a', { ...edit, goesOn: null }),
      pendingChange('a', { ...edit, goesOn: null }),
    ];
    expect(replacedBy(newChange('a', { ...edit, goesOn: null }), [first])).toBeUndefined();
    const next = newChange('a', { ...edit, goesOn: first.id });
    expect(replacedBy(next, [beside])).toBeUndefined();
    expect(replacedBy(next, [first, beside])).toEqual({ before: first, inPlace: true });
    const since = pendingChange('a', { part: 'note' });
    expect(replacedBy(next, [first, beside, since])).toEqual({ before: first, inPlace: false });
  });
});

describe('the outcome of a response', () => {
  const refusing = (status: number, more: object = {}): Answer<unknown> => ({
    ok: false,
    status,
    problem: { title: 'Title', detail: 'Detail.', ...more },
  });

  test.each([0, 429, 503])('%i means to try later', (status) => {
    expect(outcomeOf(pendingChange('a'), refusing(status))).toEqual({ is: 'later' });
  });

  test('500 means that this write alone failed and will be retried', () => {
    expect(outcomeOf(pendingChange('a'), refusing(500))).toEqual({ is: 'failed', why: 'Detail.' });
  });

  test('401 means to wait for a sign-in, and a 404 for a deletion counts as sent', () => {
    expect(outcomeOf(pendingChange('a'), refusing(401))).toEqual({ is: 'signed out' });
    const gone = pendingChange('a', { call: { method: 'DELETE', path: '/api/a' } });
    expect(outcomeOf(gone, refusing(404))).toEqual({ is: 'sent' });
    expect(outcomeOf(pendingChange('a'), refusing(404))).toEqual({ is: 'refused', why: 'Detail.' });
  });

  test('a stale revision is refused, unless the current note is what was sent: then only the response was lost', () => {
    const body = { rev: 3, title: 'Mine', tags: ['one'] };
    const edit = pendingChange('a', { call: { method: 'PATCH', path: '/api/notes/a', body } });
    const stale = (title: string) => refusing(409, { current: { rev: 4, title, tags: ['one'], uuid: 'a' } });
    expect(outcomeOf(edit, stale('Theirs'))).toEqual({ is: 'refused', why: 'Detail.' });
    expect(outcomeOf(edit, stale('Mine'))).toEqual({ is: 'sent' });
  });

  test('a bulk action that refused its note is refused with the reason', () => {
    const data = { done: [], refused: [{ uuid: 'a', reason: 'It is deleted.' }], undo: [] };
    expect(outcomeOf(pendingChange('a'), { ok: true, data })).toEqual({ is: 'refused', why: 'It is deleted.' });
    expect(outcomeOf(pendingChange('a'), { ok: true, data: undefined })).toEqual({ is: 'sent' });
  });

  test('unsent edits based on the sent one continue from the resulting revision, and no others do', () => {
    const edit = (rev: number, part: object = {}) =>
      pendingChange('a', {
        call: { method: 'PATCH', path: '/api/notes/a', body: { rev, title: 'x' } },
        typed: { rev },
        goesOn: 'sent',
        ...part,
      });
    const [next, old, refused] = [edit(3), edit(2), edit(3, { refused: 'No.' })];
    const data = { note: { uuid: 'a', rev: 4 } };
    const call = { ...next.call, body: { rev: 4, title: 'x' } };
    const all = [next, old, refused, pendingChange('a'), edit(3, { goesOn: null }), edit(3, { goesOn: 'other' })];
    expect(changesToRebase('sent', data, all)).toEqual([{ ...next, call, typed: { rev: 4 } }]);
    expect(changesToRebase('sent', undefined, [next])).toEqual([]);
  });

  test('an edit is merged with concurrent changes to other fields, but not to the same ones', () => {
    const base = { title: 'Before', body: 'Text', tags: ['one', 'two'], noModel: false, icon: null };
    const edit = (mine: object) =>
      pendingChange('a', { base, call: { method: 'PATCH', path: '/api/notes/a', body: { rev: 3, ...base, ...mine } } });
    const { noModel: _, icon: __, ...stored } = base;
    const mergedWith = (mine: object, theirs: object) =>
      mergedCall(edit(mine), { uuid: 'a', rev: 5, ...stored, ...theirs })?.body;
    expect(mergedWith({ body: 'Mine' }, { tags: ['one', 'two', 'new'] })).toEqual({
      ...base,
      ...{ rev: 5, body: 'Mine', tags: ['one', 'two', 'new'] },
    });
    expect(mergedWith({ tags: ['one', 'mine'] }, { tags: ['two', 'one', 'new'] })).toMatchObject({
      tags: ['one', 'new', 'mine'],
    });
    expect(mergedWith({ title: 'Mine' }, { title: 'Mine' })).toMatchObject({ title: 'Mine', rev: 5 });
    expect(mergedWith({ title: 'Mine' }, { title: 'Theirs' })).toBeUndefined();
    expect(mergedCall(pendingChange('a'), { rev: 5 })).toBeUndefined();
  });

  test.each([
    ['published elsewhere while words were added to the private note', 'private', 'private', 'public', false],
    ['published here while words were added to the private note elsewhere', 'private', 'public', 'private', false],
    ['made private elsewhere', 'public', 'public', 'private', false],
    ['published on both sides', 'draft', 'unlisted', 'unlisted', false],
    ['public all the time', 'public', 'public', 'public', true],
    ['a draft that became private, which nobody else sees either', 'draft', 'draft', 'private', true],
  ])('an edit of a note that was %s: %s, %s here and %s there', (_, before, mine, theirs, merges) => {
    const base = { body: 'Text', tags: [], visibility: before };
    const body = { ...base, rev: 3, body: 'Text. My secret.', visibility: mine };
    const edit = pendingChange('a', { base, call: { method: 'PATCH', path: '/api/notes/a', body } });
    const merged = mergedCall(edit, { ...base, rev: 4, tags: ['new'], visibility: theirs });
    expect(merged !== undefined).toBe(merges);
  });

  test('a message says why writes are still unsent', () => {
    const left = [pendingChange('a')];
    expect(unsentReason([pendingChange('a', { refused: 'No.' })], true)).toContain('refused some');
    expect(unsentReason([pendingChange('a', { failed: 'No.' })], true)).toContain('sent again');
    expect(unsentReason(left, false, 'offline')).toContain('Another tab');
    expect(unsentReason(left, true, 'signed out')).toContain('already signed out');
    expect(unsentReason(left, true, 'offline')).toContain('can’t be reached, so one thing isn’t');
  });

  test('retry delays grow up to a limit, and are never shorter than the server asks', () => {
    expect([pauseAfter(0, 0.5), pauseAfter(1, 0.5), pauseAfter(50, 0.5)]).toEqual([5000, 10_000, 300_000]);
    expect(pauseAfter(0, 0.5, 60)).toBe(60_000);
  });
});

test('what would be lost with a sign-out are texts that the server does not have', () => {
  const storage = memoryStorage();
  const draft = (title: string, more = {}) =>
    JSON.stringify({ fields: { title, url: '', body: 'Its text' }, version: 1, ...more });
  storage.write('commonplace:draft:u_1:new', draft('Only here', { sent: 'mark' }));
  storage.write('commonplace:draft:u_1:uuid', draft('On the server', { onServer: true }));
  storage.write('commonplace:draft:u_1:untitled', draft(''));
  storage.write('commonplace:draft:u_1:damaged', '{"fields":{}}');
  storage.write('commonplace:draft:u_2:new', draft('Of somebody else'));
  storage.write('commonplace:text:u_1:c_1', 'A reply');
  storage.write('commonplace:text:u_1:c_1:call', 'a key');
  expect(unsentTexts('u_1', storage)).toEqual(['Only here', 'Its text', 'A reply']);
});
