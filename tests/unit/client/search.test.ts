import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchAmong } from '../../../src/client/search-engine.ts';
import { comparable, highlighted, wordsOf } from '../../../src/client/search-words.ts';
import type { FoundNote } from '../../../src/domain/search-index.ts';

const note = (id: string, fields: Partial<FoundNote>): FoundNote => ({
  id,
  path: `/note/detail/${id}/x`,
  title: 'A title',
  host: '',
  excerpt: '',
  tags: [],
  author: 'Ada Lovelace',
  handle: 'ada',
  minutes: 1,
  at: '2026-11-01T00:00:00Z',
  ...fields,
});

const find = searchAmong([
  note('title', { title: 'On reading slowly' }),
  note('excerpt', { excerpt: 'Some thoughts about reading on trains.' }),
  note('tag', { tags: ['note-taking', 'c++'] }),
  note('french', { title: 'Une tour, mille livres', excerpt: 'La mémoire de Montaigne.' }),
  note('japanese', { title: '見ぬ世の人を友とする' }),
  note('arabic', { title: 'الجليس الذي لا يَمَلّ' }),
  note('link', { host: 'gutenberg.org', author: 'Grace Hopper', handle: 'grace' }),
]);
const ids = (query: string) => find(query).map((hit) => hit.note.id);

describe('searching', () => {
  test('a word in a title comes before one in the text', () => {
    expect(ids('reading')).toEqual(['title', 'excerpt']);
  });

  test.each([
    ['rea', ['title', 'excerpt']],
    ['READING slowly', ['title']],
    ['raeding', ['title', 'excerpt']],
    ['taking', ['tag']],
    ['#note-taking', ['tag']],
    ['memoire', ['french']],
    ['Mémoire', ['french']],
    ['友', ['japanese']],
    ['يمل', ['arabic']],
    ['grace', ['link']],
    ['gutenberg', ['link']],
  ])('%s finds %j', (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });

  test.each(['reading zebra', 'zzzz', '', '   ', '!?', '<script>'])('%j finds nothing', (query) => {
    expect(ids(query)).toEqual([]);
  });

  test('what matched is told, as it can be marked', () => {
    const [hit] = find('memoire');
    expect(highlighted(hit?.note.excerpt ?? '', hit?.terms ?? new Set())).toEqual([
      { text: 'La ', hit: false },
      { text: 'mémoire', hit: true },
      { text: ' de Montaigne.', hit: false },
    ]);
  });

  test('no query throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (query) => Array.isArray(find(query))));
  });
});

test('marking changes no text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, other) => {
      const terms = new Set(wordsOf(`${text.slice(0, 5)} ${other}`).map(comparable));
      expect(
        highlighted(text, terms)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

test('Japanese keeps the marks that make another letter of one', () => {
  expect(comparable('が')).not.toBe(comparable('か'));
  expect(comparable('Ärger')).toBe('arger');
});
