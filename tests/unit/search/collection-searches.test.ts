import { describe, expect, test } from 'vitest';
import { searchProblem, withRenamed, withSearches } from '../../../src/search/model/own/collection-searches.ts';
import { matchedBy } from '../../../src/search/model/saved.ts';

type Matched = Parameters<typeof matchedBy>[0];

const smart = [
  { id: '1', name: 'Green', search: 'tag:green' },
  { id: '2', name: 'Green links', search: 'collection:green is:link' },
  { id: '3', name: 'Round', search: 'collection:round moss' },
  { id: '4', name: 'Fern', search: 'fern' },
];

test.each([
  ['collection:green moss', 'tag:green moss'],
  ['collection:"green links"', 'tag:green is:link'],
  ['-collection:green', '-tag:green'],
  ['-collection:fern', '-fern'],
  ['-collection:"green links"', '-collection:"green links"'],
  ['collection:round', 'collection:round moss'],
  ['collection:"By hand"', 'collection:"By hand"'],
])('the smart collections in %s are replaced by their searches, nested ones too: %s', (text, expected) => {
  expect(withSearches(text, smart)).toBe(expected);
});

test('smart collections that hold each other many times make a query of a limited length', () => {
  const nested = Array.from({ length: 100 }, (_, at) => ({
    ...{ id: `${at}`, name: `c${at}` },
    search: Array.from({ length: 70 }, () => `collection:c${at + 1}`).join(' '),
  }));
  for (const text of ['collection:c0', '-collection:c0', 'collection:c98 collection:c1 collection:c98']) {
    expect(withSearches(text, nested).length).toBeLessThan(20_000);
  }
});

test('a search names a renamed collection by its new name, unless another one has the old name', () => {
  const [before, now] = [
    { id: 'x', name: 'To cook' },
    { id: 'x', name: 'Recipes for two' },
  ];
  const text = '-collection:"to cook" collection:x moss collection:other';
  expect(withRenamed(text, before, now, [])).toBe('-collection:"Recipes for two" collection:x moss collection:other');
  expect(withRenamed(text, before, now, [{ id: 'y', name: 'to cook' }])).toBe(text);
});

test.each([
  ['tagg:web', false, 'tagg:web isn’t a filter like'],
  ['is:unred', false, 'is:unred isn’t one of'],
  ['collection:None', false, 'There’s no collection called “none”.'],
  ['tag:web is:unread collection:green', false, undefined],
  ['tag:web is:unread', true, 'Only you can search by is:unread.'],
  ['collection:green', true, 'Only you can search by collection:green.'],
  ['moss tag:web -is:link from:me in:library after:2026', true, undefined],
])('%s fills a collection (seen by others: %s), or else it is said why not', (search, isShown, expected) => {
  const problem = searchProblem(search, smart, isShown);
  if (expected === undefined) expect(problem).toBe(undefined);
  else expect(problem).toContain(expected);
});

describe('others find in a smart collection what its owner finds', () => {
  const matches = matchedBy({
    note: {
      ...{ uuid: 'u', kind: 'link', url: 'https://blog.example.org/x', title: 'Moss', tags: ['web/css'] },
      ...{ slug: 'moss', body: 'It is unread.', createdAt: '2026-05-04T00:00:00.000Z', publishedAt: null },
    } as unknown as Matched['note'],
    author: { handle: 'ada', name: 'Ada Lovelace' } as Matched['author'],
  });
  test.each([
    ['tag:web', true],
    ['-tag:web', false],
    ['tag:web is:link moss', true],
    ['is:text', false],
    ['site:example.org from:me', true],
    ['from:lovelace is:public', true],
    ['before:2026-05', false],
    ['after:2026-05 -fern', true],
    ['#web', true],
    ['#css', false],
    ['@ada', true],
    ['@grace', false],
    ['#web -unread', false],
    ['-#web', false],
    ['-fern -"is unread"', false],
    ['moss is:unread', false],
    ['-is:unread', false],
    ['tagg:web', false],
  ])('%s: %s', async (search, expected) => {
    expect(await matches(search)).toBe(expected);
  });
});
