import { describe, expect, test } from 'vitest';
import { signInHints, signUpHints } from '../../../src/people/browser/account-hints.ts';
import { bodyOf, fieldsFromQuery, problemsOf, type NoteFields } from '../../../src/writing/browser/note-fields.ts';
import { NewNote } from '../../../src/notes/model/note.ts';
import { SignIn, SignUp } from '../../../src/people/model/user.ts';

const joining = { handle: 'ada', name: 'Ada', email: 'ada@example.org', password: 'a few plain words' };
const writing: NoteFields = { ...fieldsFromQuery('?title=A&url=https://example.org/'), tags: ['web'] };
const pathsOf = (issues: readonly { path: PropertyKey[] }[]) => [...new Set(issues.map(({ path }) => String(path[0])))];

describe('a form’s hints and the API’s schema name the same field', () => {
  test.each([
    [{}, []],
    [{ handle: 'ab' }, ['handle']],
    [{ handle: 'a'.repeat(25) }, ['handle']],
    [{ handle: 'ada-l' }, ['handle']],
    [{ handle: ' @Ada_1 ' }, []],
    [{ name: 'x'.repeat(81) }, ['name']],
    [{ email: 'ada' }, ['email']],
    [{ email: ' ada@example.org ' }, []],
    [{ password: 'short' }, ['password']],
    [{ password: 'x'.repeat(201) }, ['password']],
  ])('when joining with %j', (part, fields) => {
    const values = { ...joining, ...part };
    expect(signUpHints(values).map(({ path }) => path)).toEqual(fields);
    expect(pathsOf(SignUp.safeParse(values).error?.issues ?? [])).toEqual(fields);
  });

  test.each([
    [{}, []],
    [{ email: '' }, ['email']],
    [{ password: '' }, ['password']],
  ])('when signing in with %j', (part, fields) => {
    const values = { email: 'ada@example.org', password: 'x', ...part };
    expect(signInHints(values).map(({ path }) => path)).toEqual(fields);
    expect(pathsOf(SignIn.safeParse(values).error?.issues ?? [])).toEqual(fields);
  });

  test.each<[Partial<NoteFields>, string[]]>([
    [{}, []],
    [{ title: '  ' }, ['title']],
    [{ title: 'x'.repeat(201) }, ['title']],
    [{ url: 'example.org' }, ['url']],
    [{ url: 'javascript:alert(1)' }, ['url']],
    [{ url: 'https://' }, ['url']],
    [{ url: `https://example.org/${'x'.repeat(2048)}` }, ['url']],
    [{ url: '' }, []],
    [{ body: 'é'.repeat(102_401) }, ['body']],
    [{ body: 'é'.repeat(102_400) }, []],
  ])('when writing %o', (part, fields) => {
    const note = { ...writing, ...part };
    expect(problemsOf(note).map(({ path }) => path)).toEqual(fields);
    expect(pathsOf(NewNote.safeParse(bodyOf(note)).error?.issues ?? [])).toEqual(fields);
  });
});

test('a tag that is still being typed is saved with the others', () => {
  expect(bodyOf({ ...writing, tagText: 'Slow Reading' }).tags).toEqual(['web', 'slow-reading']);
});

test('a picture that was not sent blocks saving the note', () => {
  expect(problemsOf({ ...writing, body: 'Here: ![view](sending-0a1b2c3d)' })).toMatchObject([{ path: 'body' }]);
});

test('an invalid tag blocks saving the note', () => {
  expect(problemsOf({ ...writing, tagText: 'no!' })).toMatchObject([{ path: 'tags' }]);
});
