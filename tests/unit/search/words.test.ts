import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlighted, passageOf } from '../../../src/search/model/passage.ts';
import { comparable, spokenWords, wordsOf } from '../../../src/search/model/words.ts';
import { cpuMsOf } from '../../support/time-limits.ts';

const words = (text: string, ends = false) => wordsOf(text, { ends }).map(({ word }) => word);

test.each([
  ['Reading, slowly!', ['reading', 'slowly']],
  ['Locke’s l’homme 3.5 node.js', ['locke', 's', 'l', 'homme', '3', '5', 'node', 'js']],
  ['Mémoire ÄRGER', ['memoire', 'arger']],
  ['الذي لا يَمَلّ', ['الذي', 'لا', 'يمل']],
  ['याद रखने', ['याद', 'रखने']],
  ['見ぬ世の人', ['見ぬ', 'ぬ世', '世の', 'の人']],
  ['友', ['友']],
  ['HTML入門', ['html', '入門']],
  ['ภาษาไทย', ['ภาษา', 'ไทย']],
  ['😀 !?', []],
])('the words of %j', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test('every Japanese character starts a word of the index', () => {
  expect(words('見ぬ世', true)).toEqual(['見ぬ', 'ぬ世', '世']);
});

test.each(['見', 'か', 'ก'])('a page of nothing but %s has words', (letter) => {
  expect(wordsOf(letter.repeat(300_000)).length).toBeGreaterThan(1000);
});

test('Japanese keeps marks that form another letter', () => {
  expect(comparable('が')).not.toBe(comparable('か'));
});

test('of some words, only those are found, at the same places', () => {
  const unit = fc.constantFrom(...'aB7_ é見ぬก\n'.split(''));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), fc.boolean(), fc.nat(3), (text, ends, nth) => {
      // Not the words of the text alone: one in ASCII is read in another way.
      const all = wordsOf(`${text} é`, { ends }).slice(0, -1);
      const among = new Set(all.flatMap(({ word }, at) => (at % 4 === nth ? [word] : [])));
      expect(wordsOf(text, { ends, among })).toEqual(all.filter(({ word }) => among.has(word)));
    }),
  );
});

test('an index contains exactly the words found in a text, in any script', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom('A', 'b', '7', '_', "'", ' '), maxLength: 200 }),
  );
  fc.assert(
    fc.property(text, (text) => {
      expect(spokenWords(text)).toEqual(words(text, true));
    }),
  );
});

test('words are cut at 32 characters, and an endless word is handled quickly', async () => {
  expect([...comparable('ß'.repeat(500))].length).toBeLessThanOrEqual(64);
  const work = await cpuMsOf(() => {
    expect(words('a'.repeat(200_000))).toHaveLength(1);
    expect(words('漢'.repeat(50_000))).toHaveLength(49_999);
  });
  expect(work).toBeLessThan(5000);
});

test('highlighting changes no text, and an excerpt is part of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.string(), (text, other) => {
      const terms = new Set(wordsOf(`${text.slice(0, 30)} ${other}`).map(({ word }) => word));
      const pieces = highlighted(text, terms);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      const passage = passageOf(text, terms);
      if (passage !== undefined) expect(text).toContain(passage.replace(/^… /, '').replace(/ …$/, ''));
    }),
  );
});

test('an excerpt is where most of the words are close together', () => {
  const text = `Alpha once. ${'Filler words follow. '.repeat(40)}Here alpha meets omega at last. ${'More filler. '.repeat(40)}`;
  const passage = passageOf(text, new Set(['alpha', 'omega'])) ?? '';
  expect(passage).toContain('alpha meets omega');
  expect(passage.length).toBeLessThan(260);
  expect(passageOf(text, new Set(['absent']))).toBeUndefined();
});
