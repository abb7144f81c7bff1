import { describe, expect, test } from 'vitest';
import { SignIn, SignUp, User } from '../../../src/people/model/user.ts';

const person = { email: 'ada@example.org', handle: 'ada', password: 'correct horse battery' };
const problems = (input: object) =>
  SignUp.safeParse({ ...person, ...input }).error?.issues.map((issue) => [issue.path.join('.'), issue.message]);

describe('SignUp', () => {
  test('addresses and handles lose white space and capitals, and handles their @', () => {
    expect(SignUp.parse({ ...person, email: ' Ada@Example.ORG ', handle: ' @Ada_1 ' })).toMatchObject({
      email: 'ada@example.org',
      handle: 'ada_1',
    });
  });

  test('a password is kept exactly as typed', () => {
    expect(SignUp.parse({ ...person, password: '  Spaces Count  ' }).password).toBe('  Spaces Count  ');
  });

  test.each(['abc', 'a'.repeat(24), '___', '123'])('%s is a handle', (handle) => {
    expect(problems({ handle })).toBeUndefined();
  });

  test.each([
    ['ab', 'A handle needs at least 3 characters.'],
    ['a'.repeat(25), 'A handle can have at most 24 characters.'],
    ['ada-l', 'A handle can have letters from a to z, digits and underscores.'],
    ['ádá', 'A handle can have letters from a to z, digits and underscores.'],
    ['a/../b', 'A handle can have letters from a to z, digits and underscores.'],
  ])('%s is not a handle', (handle, message) => {
    expect(problems({ handle })).toEqual([['handle', message]]);
  });

  test.each(['ada', 'ada@', '@example.org', 'a b@example.org', 'ada@example', `${'a'.repeat(250)}@example.org`])(
    '%s is not an address',
    (email) => {
      expect(problems({ email })?.[0]?.[0]).toBe('email');
    },
  );

  test.each([
    ['short', 'A password needs at least 10 characters.'],
    ['x'.repeat(201), 'A password can have at most 200 characters.'],
  ])('a password that is too short or too long is refused', (password, message) => {
    expect(problems({ password })).toContainEqual(['password', message]);
  });

  test('a common password is refused', () => {
    expect(problems({ password: 'Password123!' })?.[0]?.[1]).toMatch(/too easy to guess/);
  });

  test('a name is optional, normalised and at most 80 characters', () => {
    expect(SignUp.parse(person).name).toBeUndefined();
    expect(SignUp.parse({ ...person, name: '  Ada \n Lovelace ' }).name).toBe('Ada Lovelace');
    expect(problems({ name: 'x'.repeat(81) })).toEqual([['name', 'A name has at most 80 characters.']]);
  });

  test('clients cannot choose their own id', () => {
    expect(SignUp.safeParse({ ...person, id: 'u_1' }).success).toBe(false);
  });
});

describe('SignIn', () => {
  test('an old password remains valid when the rules change', () => {
    expect(SignIn.safeParse({ email: person.email, password: 'short' }).success).toBe(true);
  });

  test('a missing or gigantic password is refused before it is hashed', () => {
    expect(SignIn.safeParse({ email: person.email, password: '' }).success).toBe(false);
    expect(SignIn.safeParse({ email: person.email, password: 'x'.repeat(801) }).success).toBe(false);
  });
});

test('a stored user has no password', () => {
  const user = User.parse({
    id: 'u_1',
    handle: 'ada',
    name: 'Ada',
    createdAt: '2026-01-01T00:00:00.000Z',
    passwordHash: 'x',
  });
  expect(user).not.toHaveProperty('passwordHash');
});
