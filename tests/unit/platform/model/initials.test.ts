import fc from 'fast-check';
import { expect, test } from 'vitest';
import { initialsOf } from '../../../../src/platform/model/initials.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'a'],
  ['Ada King Noel Lovelace', 'AK'],
  ['  Ada \t\n Lovelace ', 'AL'],
  ['Лев Толстой', 'ЛТ'],
  ['紫 式部', '紫式'],
  ['نجيب محفوظ', 'نم'],
  ['“Ada” (Lovelace)', 'AL'],
  ['Ada — Lovelace', 'AL'],
  ['007 James', '0J'],
  ['', ''],
  ['   ', ''],
  ['… !', ''],
])('the initials of %j are %j', (text, initials) => {
  expect(initialsOf(text)).toBe(initials);
});

test('a letter keeps its combining marks', () => {
  expect(initialsOf('E\u0301mile Zola')).toBe('ÉZ');
  expect(initialsOf('q\u0307uux נִיקוּד')).toBe('q\u0307נִ');
});

test('an emoji of several code points counts as one character', () => {
  expect(initialsOf('👩‍👩‍👧‍👦 family')).toBe('👩‍👩‍👧‍👦f');
  expect(initialsOf('🇳🇿 👍🏽 third')).toBe('🇳🇿👍🏽');
});

test('any text gives at most two characters, and no error', () => {
  const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect([...characters.segment(initialsOf(text))].length).toBeLessThanOrEqual(2);
    }),
  );
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void initialsOf(text)));
});
