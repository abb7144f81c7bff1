import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCommonPassword } from '../../../src/people/model/user.ts';

describe('isCommonPassword', () => {
  test.each([
    'password',
    'PASSWORD',
    'Password2026!',
    'p@ssw0rd123',
    'qwertyuiop',
    'iloveyou!!!',
    'Welcome_123',
    'letmein2024',
  ])('%s is common', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each(['1234567890', '0000000000', 'aaaaaaaaaa', 'abababababab'])('%s is common', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each(['correct horse battery', 'mein Esel heißt Friedrich', 'tR7#kq9!vLw2', '我的驴叫弗里德里希啊啊'])(
    '%s is not',
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );

  test('digits and symbols around a common word do not hide it', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'0123456789!?.-_ '), maxLength: 8 });
    fc.assert(fc.property(noise, (after) => isCommonPassword(`password${after}`)));
  });
});
