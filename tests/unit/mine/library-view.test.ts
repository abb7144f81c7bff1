import { describe, expect, test } from 'vitest';
import { Library } from '../../../src/mine/model/library-columns.ts';
import { findInLibrary } from '../../../src/mine/model/library-find.ts';
import { noticeOf } from '../../../src/search/model/own/library-query.ts';
import { LibraryQuery } from '../../../src/mine/model/library.ts';
import { addressOfView, hasFilter, toggleFilter, viewOf } from '../../../src/mine/model/library-view.ts';

describe('the address of a view', () => {
  test.each([
    ['', '/user'],
    ['?q=tag%3Aweb+moss&sort=title&view=cards', '/user?q=tag%3Aweb+moss&sort=title&view=cards'],
    ['?sort=length&reverse=true', '/user?sort=length&reverse=true'],
    ['?sort=nonsense&view=pile&reverse=1&other=x', '/user'],
  ])('of %j is %j', (search, address) => {
    expect(addressOfView(viewOf(search))).toBe(address);
  });
});

describe('the message about an invalid filter', () => {
  const unknownIn = (q: string) => findInLibrary(new Library(), LibraryQuery.parse({ q }), { collections }).unknown;
  const collections = [
    { id: 'one', name: 'To cook' },
    { id: 'two', name: 'Odd "names" of ferns' },
  ];
  test.each([
    [
      'before:2024-13-40',
      /^before:2024-13-40 has no date like 2026, 2026-05 or 2026-05-17 after it, so it was ignored\.$/,
    ],
    ['tag:', /^tag: has nothing after it, so it was ignored\.$/],
    ['-is:', /^-is: has nothing after it, so it was ignored\.$/],
    ['colour:red', /^colour:red isn’t a filter like in:, is:, .*after: or collection:, so it was ignored\.$/],
    ['is:green', /^is:green isn’t one of unread, .* or unsorted, so it was ignored\.$/],
    ['in:there', /^in:there isn’t one of library, .* or public, so it was ignored\.$/],
    ['tag:#', /^tag:# isn’t a tag, which is made of letters, .* so it was ignored\.$/],
    ['site:"two words"', /^site:"two words" isn’t a site like example\.org, so it was ignored\.$/],
    ['site:https://', /^site:https:\/\/ isn’t a site like example\.org, so it was ignored\.$/],
    ['from:@', /^from:@ names nothing, so it was ignored\.$/],
    ['-from:nobody', /^Nobody in your library is called “nobody”\.$/],
    [
      'from:2020-10-01',
      /^Nobody in your library is called “2020-10-01”: for dates, use after:2020-10-01 or before:2020-10-01\.$/,
    ],
    ['🌿', /^🌿 has no letter or number to search for, so it was ignored\.$/],
    ['-:)', /^-:\) has no letter or number to search for, so it was ignored\.$/],
    ['collection:"To bake"', /^There’s no collection called “to bake”\.$/],
  ])('%j: one sentence', (q, sentence) => {
    const [typed = '', ...more] = unknownIn(q);
    expect(more).toEqual([]);
    expect(noticeOf(typed)).toMatch(sentence);
  });

  test('a collection that is there, but whose search cannot be used, is not called missing', () => {
    const [typed = ''] = unknownIn('collection:"To bake"');
    expect(noticeOf(typed, undefined, (name) => name === 'to bake')).toBe(
      '“to bake” finds nothing here: its search contains itself, or is too long with the collections in it.',
    );
  });

  test.each(['-', '"', '""', '- "', 'Ferns 🌿 | moss – a list'])(
    '%j: none, since the filter may still be typed or there are words',
    (q) => {
      expect(unknownIn(q)).toEqual([]);
    },
  );

  test('none for valid filters', () => {
    expect(unknownIn('collection:"Odd names of ferns"')).toEqual([]);
    expect(
      unknownIn('collection:"to cook" -collection:one before:2024-12 is:unread tag:x tag:"Two words" from:me'),
    ).toEqual([]);
  });
});

describe('a side bar filter', () => {
  test.each([
    ['', { name: 'tag', value: 'web' }, 'tag:web'],
    ['tag:web', { name: 'tag', value: 'web' }, ''],
    ['tag:web moss', { name: 'tag', value: 'css' }, 'tag:web tag:css moss'],
    ['site:a.example', { name: 'site', value: 'b.example' }, 'site:b.example'],
    ['is:unread is:private', { name: 'is', value: 'archived' }, 'is:private is:archived'],
    ['is:starred', { name: 'is', value: 'archived' }, 'is:starred is:archived'],
    ['-tag:web "two words" colour:red', { name: 'tag', value: 'web' }, '-tag:web tag:web "two words" colour:red'],
    ['', { name: 'collection', value: 'to cook' }, 'collection:"to cook"'],
  ] as const)('in the query %j adds or removes %j: %j', (q, filter, next) => {
    expect(toggleFilter(q, filter)).toBe(next);
    expect(hasFilter(next, filter)).toBe(!hasFilter(q, filter));
  });
});
