import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publicQueryOf } from '../../../src/search/model/own/library-query.ts';
import { isEmpty, parseQuery, wordsAsked } from '../../../src/search/model/query.ts';
import { cpuMsOf } from '../../support/time-limits.ts';

describe('a query', () => {
  test('consists of words, and the last may be incomplete', () => {
    expect(parseQuery('Reading slow')).toMatchObject({ words: ['reading', 'slow'], typing: 'slow' });
    expect(parseQuery('reading ').typing).toBeUndefined();
  });

  test('may contain phrases, also unclosed ones, and exclusions', () => {
    const query = parseQuery('"as we may" think -curve -"two words"');
    expect(query).toMatchObject({
      words: ['as', 'we', 'may', 'think'],
      phrases: [['as', 'we', 'may']],
      without: [['curve'], ['two', 'words']],
    });
    expect(parseQuery('"as we').phrases).toEqual([['as', 'we']]);
  });

  test('looks up each phrase once, with no more words than other queries', () => {
    expect(parseQuery('-tea '.repeat(160)).without).toEqual([['tea']]);
    expect(parseQuery('"as we" "as we" '.repeat(9)).phrases).toEqual([['as', 'we']]);
    const words = Array.from({ length: 90 }, (_, at) => `w${at}`);
    expect(parseQuery(words.map((word) => `-${word}`).join(' ')).without).toHaveLength(24);
    expect(parseQuery(`"${words.join(' ')}" "w1 w2"`).phrases).toEqual([words.slice(0, 24)]);
  });

  test.each([
    ['tag:Reading', [{ keys: ['tag:reading'] }]],
    ['#c++', [{ keys: ['tag:c++'] }]],
    ['tag:a tag:b', [{ keys: ['tag:a'] }, { keys: ['tag:b'] }]],
    ['person:@Ada', [{ keys: ['person:ada'] }]],
    ['@ada by:bea', [{ keys: ['person:ada', 'person:bea'] }]],
    ['site:https://www.Example.org/x', [{ keys: ['site:example.org'] }]],
    ['kind:LINK', [{ keys: ['kind:link'] }]],
    ['date:2026-10', [{ from: '2026-10', to: '2026-10' }]],
    ['date:2026-01..2026-03', [{ from: '2026-01', to: '2026-03' }]],
    ['date:..2026', [{ from: '', to: '2026' }]],
    ['after:2026-10-01', [{ from: '2026-10-01', to: '9' }]],
    ['before:2026-10-01', [{ from: '', to: '2026-09-30' }]],
    ['before:2026-10', [{ from: '', to: '2026-09-30' }]],
    ['before:2026', [{ from: '', to: '2025-12-31' }]],
  ])('%s is a filter', (text, filters) => {
    expect(parseQuery(text)).toMatchObject({ words: [], filters });
  });

  test('from the library finds public notes by their kind, but not by what only own items have', () => {
    for (const text of ['in:public kind:link moss', 'is:link moss']) {
      const asked = parseQuery(publicQueryOf(text) ?? '');
      expect(asked).toMatchObject({ words: ['moss'], filters: [{ keys: ['kind:link'] }] });
    }
    expect(publicQueryOf('in:public is:unread moss')).toBeUndefined();
  });

  test('treats unknown filters as words', () => {
    expect(parseQuery('kind:poem date:soon http://x')).toMatchObject({
      words: ['kind', 'poem', 'date', 'soon', 'http', 'x'],
      filters: [],
    });
  });

  test('supports negated filters', () => {
    expect(parseQuery('a -tag:web').withoutFilters).toEqual([{ keys: ['tag:web'] }]);
  });

  test.each(['', '   ', '!?', '-', '""', '-only', ':::', '#', '@'])('%j is empty', (text) => {
    expect(isEmpty(parseQuery(text))).toBe(true);
  });

  test('of any text and length is parsed, with at most 24 words to look up', async () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(parseQuery(text).words.length).toBeLessThanOrEqual(24);
      }),
    );
    const hostile = ['"'.repeat(10_000), '-'.repeat(10_000), 'a:'.repeat(5000), '"a '.repeat(3000), ' '.repeat(10_000)];
    const work = await cpuMsOf(() => {
      for (const text of hostile) expect(parseQuery(text).words.length).toBeLessThanOrEqual(24);
    });
    expect(work).toBeLessThan(2000);
  });
});

test.each([
  ['how bees sleep', 'how bees sleep'],
  ['"how bees" sleep -dogs tag:zoo #zoo @ada date:2026', 'how bees sleep'],
  ['-"a phrase" kind:unknown', 'kind:unknown'],
  ['tag:zoo', ''],
  ['眠る蜂', '眠る蜂'],
])('the words of the question %s are “%s”', (query, words) => {
  expect(wordsAsked(query)).toBe(words);
});
