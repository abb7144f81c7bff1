import { describe, expect, test } from 'vitest';
import { checkedSentence, wholeSentences } from '../../../src/assistant/server/model/checked-answer.ts';

const bees =
  'Bees dance to tell each other where the flowers are. In 1927 Karl von Frisch watched ninety thousand of them near Munich.';
const wax = 'Wax costs young bees eight times its weight in honey, “the dearest thing in the hive”.';
const sources = [
  { number: 1, title: 'Of bees', text: bees },
  { number: 3, title: 'What wax is', text: wax },
];
const check = (text: string) => checkedSentence(text, sources);

describe('a sentence supported by its passages is shown with them', () => {
  test.each<[string, number[]]>([
    ['They dance to tell where flowers are [1].', [1]],
    ['Karl von Frisch watched them in 1927 [1].', [1]],
    ['He watched 90,000 bees [1].', [1]],
    ['He watched ninety thousand bees [1].', [1]],
    ['Wax costs 8 times its weight [3].', [3]],
    ['Wax is “the dearest thing in the hive” [3].', [3]],
    ['It says "where the flowers are" [1].', [1]],
    ['Bees dance, and wax is dear [1, 3].', [1, 3]],
    ['Bees dance, and wax is dear [1][3].', [1, 3]],
    ['Bees dance, and wax is dear [1-3].', [1, 3]],
    ['“Bees dance … where the flowers are” [1].', [1]],
  ])('%s', (text, cites) => {
    const checked = check(text);
    expect(checked).toMatchObject({ cites, supported: text.includes('1-3') ? false : true });
    expect(checked?.text).not.toMatch(/\[\d/);
  });
});

describe('a false sentence is dropped', () => {
  test.each([
    ['a quotation that nobody wrote', 'It says “bees sing to tell where flowers are” [1].'],
    ['a quotation in straight signs', 'It says "bees sing of flowers" [1].'],
    ['a quotation in French signs', 'On y lit «bees sing of flowers» [1].'],
    ['a quotation of another passage than it names', 'Wax is “the dearest thing in the hive” [1].'],
    ['a quotation put together in the wrong order', '“where the flowers are … Bees dance” [1].'],
    ['a year', 'Karl von Frisch watched them in 1928 [1].'],
    ['a number in words', 'He watched seventy thousand bees [1].'],
    ['a number of another passage than it names', 'They dance eight times [1].'],
    ['a share', 'About 40% of the bees dance [1].'],
    ['a name', 'They were watched by Konrad Lorenz [1].'],
    ['a name that begins the sentence', 'Konrad Lorenz watched the bees [1].'],
    ['a place', 'He watched the bees near Vienna [1].'],
    ['letters of an office', 'NASA watched the bees [1].'],
    ['a name in a passage that does not exist', 'Konrad Lorenz watched the bees [7].'],
    ['a number without any passage', 'There are 4,000 kinds of bees.'],
    ['nothing but a number of a passage', '[1]'],
  ])('%s', (_, text) => {
    expect(check(text)).toBeUndefined();
  });
});

describe('an uncertain sentence is marked', () => {
  test.each([
    ['no passage is named', 'Bees dance for each other.'],
    ['the passage does not exist', 'Bees dance for each other [2].'],
    ['one of two passages does not exist', 'Bees dance for each other [1, 9].'],
    ['the passage speaks of something else', 'Penguins march across frozen oceans every winter [3].'],
  ])('%s', (_, text) => {
    expect(check(text)).toMatchObject({ supported: false });
  });
});

test('a selected passage supports what is said about it', () => {
  expect(checkedSentence('It is about bees that dance.', [], bees)).toMatchObject({ cites: [], supported: true });
  expect(checkedSentence('It is about 12 bees.', [], bees)).toBeUndefined();
});

test('German nouns are not taken for names, and names of several words are recognised', () => {
  const german = [
    { number: 1, title: '', text: 'Lesen heißt borgen, daraus erfinden abtragen, sagt Georg Lichtenberg.' },
  ];
  expect(checkedSentence('Der Leser hat eine Schuld, die er mit dem Lesen macht [1].', german)).toBeDefined();
  expect(checkedSentence('Der Satz ist von Johann Goethe und nicht von ihm [1].', german)).toBeUndefined();
});

test('sentences are split correctly in chunks of any size, each with the numbers after it', () => {
  const text = 'They dance. [1] Dr. Frisch saw it [1]. Wax is dear. [2][3] That is all.';
  for (let size = 1; size < text.length; size += 3) {
    const sentences = wholeSentences();
    const got: string[] = [];
    for (let at = 0; at < text.length; at += size) got.push(...sentences.push(text.slice(at, at + size)));
    got.push(...sentences.end());
    expect(got).toEqual(['They dance [1].', 'Dr. Frisch saw it [1].', 'Wax is dear [2][3].', 'That is all.']);
  }
});
