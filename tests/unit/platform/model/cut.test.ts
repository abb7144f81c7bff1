import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutTo, shortenedTo } from '../../../../src/platform/model/text/plain-text.ts';

const family = '👨‍👩‍👧‍👦';

describe('a truncated text', () => {
  test.each([
    [`ab${family}c`, 5, 'ab'],
    [`ab${family}c`, 2 + family.length, `ab${family}`],
    ['abc🇩🇪', 5, 'abc'],
    ['cafe\u0301s', 4, 'caf'],
    ['plain words', 5, 'plain'],
    ['short', 9, 'short'],
    [`${'x'.repeat(200)}👍🏽 and more`, 202, 'x'.repeat(200)],
  ])('%j to %i units ends before a character that does not fit', (text, length, cut) => {
    expect(cutTo(text, length)).toBe(cut);
  });

  test('with one letter that has many marks keeps those that fit', () => {
    expect(cutTo(`a${'\u0301'.repeat(500)}`, 100)).toHaveLength(100);
  });

  test('ends with an ellipsis within the length', () => {
    expect(shortenedTo(`One two ${family}`, 10)).toBe('One two…');
    expect(shortenedTo('One two', 7)).toBe('One two');
  });

  test('is a prefix of the text, never longer, and never splits an emoji', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, length) => {
        const cut = cutTo(text, length);
        expect(cut.length).toBeLessThanOrEqual(length);
        expect(text.startsWith(cut) && cut.isWellFormed()).toBe(true);
        const [, second = text.length, ...more] = Array.from(new Intl.Segmenter().segment(text), ({ index }) => index);
        if (second <= length) expect([0, second, ...more, text.length]).toContain(cut.length);
      }),
    );
  });
});
