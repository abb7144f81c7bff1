import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inLines } from '../../../src/library/browser/reading-caret.ts';
import { expandedToWords, findPassage, passageAt } from '../../../src/library/model/highlight.ts';

const text =
  'Margins are wide. Wide margins leave room to answer, and room to answer is what a reader wants from a page.';
const kept = (quote: string, from = 0) => {
  const start = text.indexOf(quote, from);
  const passage = passageAt(text, { start, end: start + quote.length });
  if (!passage) throw new Error('There is nothing to keep.');
  return passage;
};
const found = (now: string, passage: ReturnType<typeof kept>) => {
  const span = findPassage(now, passage);
  return span && now.slice(span.start, span.end);
};

describe('a passage', () => {
  test('is stored without surrounding space, with its context', () => {
    const passage = passageAt(text, { start: 17, end: 37 });
    expect(passage).toMatchObject({ quote: 'Wide margins leave', start: 18, prefix: 'Margins are wide. ' });
    expect(passage?.suffix).toHaveLength(64);
    expect(passageAt(text, { start: 17, end: 18 })).toBeUndefined();
    expect(passageAt('a'.repeat(4001), { start: 0, end: 4001 })).toBeUndefined();
  });

  test('starts and ends with whole words, in any script', () => {
    const at = (words: string, from: string) => {
      const start = words.indexOf(from);
      const span = expandedToWords(words, { start, end: start + from.length });
      return words.slice(span.start, span.end);
    };
    expect(at(text, 'argins are wi')).toBe('Margins are wide');
    expect(at(text, ' are ')).toBe('are');
    expect(at(text, 'wide.')).toBe('wide.');
    expect(at('Ça été naïve', 'té na')).toBe('été naïve');
    expect(at('我喜欢阅读书籍。', '欢阅')).toBe('喜欢阅读');
    expect(at('one  two', '  ')).toBe('  ');
  });

  test('is found if the space between its words differs, as in paragraphs that were one text before', () => {
    const joined = kept('leave room to answer, and');
    expect(found('Short. Wide margins\nleaveroom to  answer,\n\nand more.', joined)).toBe(
      'leaveroom to  answer,\n\nand',
    );
    expect(found('Wide margins.', joined)).toBeUndefined();
    // Not within other words.
    const short = passageAt('Best in form now', { start: 5, end: 12 });
    if (!short) throw new Error('There is nothing to keep.');
    expect(found('Little information, which is to inform.', short)).toBe('inform');
    expect(found('Little information.', short)).toBeUndefined();
  });

  test('across paragraphs contains the end of each', () => {
    const html = '<h2>One.</h2><p>Two <em>and</em></p><ul><li>three</li><li>four</li></ul>';
    expect(inLines(html).replaceAll(/<[^>]*>/g, '')).toBe('One.\nTwo and\nthree\nfour');
  });

  test('is found at its position, in any text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (any, a, b) => {
        const [start = 0, end = 0] = [a % any.length, b % (any.length + 1)].toSorted((one, other) => one - other);
        const passage = passageAt(any, { start, end });
        if (!passage) return;
        expect(findPassage(any, passage)).toEqual({ start: passage.start, end: passage.start + passage.quote.length });
      }),
    );
  });

  test('is found if text was inserted before it', () => {
    expect(findPassage(`A new first paragraph. ${text}`, kept('leave room'))?.start).toBe(
      23 + text.indexOf('leave room'),
    );
  });

  test('that occurs twice is the one with the same context', () => {
    const second = kept('room to answer', text.indexOf('room to answer') + 1);
    const now = `Now. ${text}`;
    expect(findPassage(now, second)?.start).toBe(now.lastIndexOf('room to answer'));
    expect(findPassage(now, kept('room to answer'))?.start).toBe(now.indexOf('room to answer'));
  });

  test('whose words were corrected is the text between its context now', () => {
    const now = text.replace('room to answer, and room', 'space to answer, and space');
    expect(found(now, kept('leave room to answer, and room to'))).toBe('leave space to answer, and space to');
  });

  test('that was deleted is not found elsewhere', () => {
    expect(found('Another text altogether, which says nothing of it.', kept('room to answer'))).toBeUndefined();
    expect(found('', kept('room to answer'))).toBeUndefined();
  });
});
