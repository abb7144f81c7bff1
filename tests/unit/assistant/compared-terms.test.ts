import { expect, test } from 'vitest';
import { comparedTerms, countedTerms } from '../../../src/reading/server/aid/compared-terms.ts';
import { termsAmong, wordsIn as said } from '../../../src/reading/server/aid/sentences.ts';

const compared = (title: string, ...sentences: string[]) =>
  comparedTerms(
    countedTerms(
      sentences.map((text) => ({ words: said(text) })),
      said(title),
    ),
    { titleTerms: termsAmong(said(title)), headingTerms: [] },
  );
const wordsIn = (title: string, ...sentences: string[]) => compared(title, ...sentences).map(({ word }) => word);

test('names keep their capitals, and words that only start a sentence lose them', () => {
  const words = wordsIn('On Mice', 'Mice were shown by Engelbart.', 'Later Engelbart wrote of mice.');
  expect(words).toContain('Engelbart');
  expect(words).toContain('mice');
});

test('a name that is also in a title keeps its capital', () => {
  expect(wordsIn('A Note On Locke', 'The index of Locke is short.')).toContain('Locke');
});

test('two words that repeatedly follow each other are a phrase, and others are not', () => {
  const words = wordsIn('Pages', 'A screen reader speaks.', 'The screen reader waits.', 'Lazy foxes sleep.');
  expect(words).toContain('screen reader');
  expect(words).not.toContain('lazy foxes');
});

test('a phrase weighs more the more often it occurs, and counts after one use if it is in the title', () => {
  const terms = compared(
    'Quiet Lamp',
    'Wax seal.',
    'Wax seal.',
    'Wax seal.',
    'Blue ink.',
    'Blue ink.',
    'A quiet lamp.',
  );
  const phrases = terms.filter(({ term }) => term.includes(' '));
  const [wax, blue, quiet] = [2 + Math.log(3), 2 + Math.log(2), 2 + 1.5];
  const parts = [wax / quiet, blue / quiet].map((part) => Math.round(part * 1000) / 1000);
  expect(phrases.map(({ term, weight }) => [term, weight])).toEqual([
    ['quiet lamp', 1],
    ['wax seal', parts[0]],
    ['blue ink', parts[1]],
  ]);
});

test('terms in titles weigh more, and terms in all texts weigh less', () => {
  const weights = new Map(compared('Honey', 'Honey and wax.', 'Wax of the week.').map((one) => [one.term, one.weight]));
  expect(weights.get('honey')).toBe(1);
  expect(weights.get('wax')).toBeLessThan(1);
  expect(weights.get('week')).toBeLessThan((weights.get('wax') ?? 0) / 2);
});

test('there are at most twenty-four terms, however long the text', () => {
  const sentences = Array.from(
    { length: 400 },
    (_, index) => `Alpha${'abcdefghij'[index % 10]}${'klmnopqrst'[index % 7]} beta.`,
  );
  expect(compared('Many', ...sentences, ...sentences).length).toBeLessThanOrEqual(24);
  expect(compared('')).toEqual([]);
});
