import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slugOf } from '../../../../src/platform/model/url.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
);

describe('slugOf', () => {
  test.each([
    ['How to read a book', 'how-to-read-a-book'],
    ['  Spaces   and\ttabs\n', 'spaces-and-tabs'],
    ["Don't panic, it’s fine", 'dont-panic-its-fine'],
    ['Crème brûlée à la carte', 'creme-brulee-a-la-carte'],
    ['Straße, Æsop, œuvre, Øre, Łódź, Đorđe', 'strasse-aesop-oeuvre-ore-lodz-dorde'],
    ['İstanbul', 'istanbul'],
    ['GROẞ', 'gross'],
    ['Почему мы читаем?', 'почему-мы-читаем'],
    ['Ёлка и йод', 'ёлка-и-йод'],
    ['読書の技術', '読書の技術'],
    ['한국어 읽기', '한국어-읽기'],
    ['हिन्दी में पढ़ना', 'हिन्दी-में-पढ़ना'],
    ['كيف نقرأ', 'كيف-نقرأ'],
    ['C++ & C# in 2026', 'c-c-in-2026'],
    ['½ of ﬁve ①', '1-2-of-five-1'],
    ['a/b\\c?d=e#f%2e', 'a-b-c-d-e-f-2e'],
    ['../../../etc/passwd', 'etc-passwd'],
  ])('%j gives %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug.normalize('NFC'));
  });

  test.each(['', '   ', '!!!', '🎉🎉', '—', '\ud800', '---'])('%j has no letters and gives "note"', (title) => {
    expect(slugOf(title)).toBe('note');
  });

  test('a long title is cut at a word boundary', () => {
    const slug = slugOf('reading '.repeat(40));
    expect(slug.length).toBeLessThanOrEqual(80);
    expect(slug).toMatch(/^(reading-)+reading$/);
  });

  test('a long title of one word is cut at 80 characters', () => {
    expect([...slugOf('読'.repeat(200))]).toHaveLength(80);
  });

  test('a slug fits into a file name of at most 255 bytes, whatever the title', () => {
    for (const letter of ['𠀀', '𐐀', '読', 'é'])
      expect(Buffer.byteLength(`${slugOf(letter.repeat(100))}.html`), letter).toBeLessThanOrEqual(255);
  });

  test('the slug of a slug is itself', () => {
    fc.assert(
      fc.property(anyText, (title) => slugOf(slugOf(title)) === slugOf(title)),
      { numRuns: 500 },
    );
  });

  test('a slug is never empty, has no separators at its ends and at most 80 characters', () => {
    fc.assert(
      fc.property(anyText, (title) => {
        const slug = slugOf(title);
        expect(slug).toMatch(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u);
        expect(slug.length).toBeLessThanOrEqual(80);
      }),
      { numRuns: 500 },
    );
  });

  test('a slug is read back from an address segment unchanged', () => {
    fc.assert(
      fc.property(anyText, (title) => {
        const slug = slugOf(title);
        const { pathname } = new URL(`/note/${encodeURIComponent(slug)}`, 'https://example.org');
        expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'note', slug]);
      }),
    );
  });
});
