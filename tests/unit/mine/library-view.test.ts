import { describe, expect, test } from 'vitest';
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

describe('a filter of the side bar', () => {
  test.each([
    ['', { name: 'tag', value: 'web' }, 'tag:web'],
    ['tag:web', { name: 'tag', value: 'web' }, ''],
    ['tag:web moss', { name: 'tag', value: 'css' }, 'tag:web tag:css moss'],
    ['site:a.example', { name: 'site', value: 'b.example' }, 'site:b.example'],
    ['is:unread is:private', { name: 'is', value: 'archived' }, 'is:private is:archived'],
    ['is:starred', { name: 'is', value: 'archived' }, 'is:starred is:archived'],
    ['-tag:web "two words" colour:red', { name: 'tag', value: 'web' }, '-tag:web tag:web "two words" colour:red'],
    ['', { name: 'collection', value: 'to cook' }, 'collection:"to cook"'],
  ] as const)('over %j adds or takes away %j: %j', (q, filter, next) => {
    expect(toggleFilter(q, filter)).toBe(next);
    expect(hasFilter(next, filter)).toBe(!hasFilter(q, filter));
  });
});
