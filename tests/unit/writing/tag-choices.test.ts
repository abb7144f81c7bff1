import { expect, test } from 'vitest';
import { tagChoices } from '../../../src/writing/views/TagsField.tsx';

const inUse = Object.entries({ web: 9, 'old-web': 12, webgl: 9, weaving: 30, writing: 4 }).map(([tag, notes]) => ({
  tag,
  notes,
}));
const found = (typed: string, chosen: string[] = []) => tagChoices(inUse, typed, chosen).map(({ tag }) => tag);

test('what begins as typed comes first, the most used before others, then what has a later part that does', () => {
  expect(found('we')).toEqual(['weaving', 'web', 'webgl', 'old-web']);
  expect(found('webg')).toEqual(['webgl']);
  expect(tagChoices([{ tag: 'web/css', notes: 1 }], 'css', [])).toHaveLength(1);
});

test('what is chosen or wholly typed already is no choice', () => {
  expect(found('web', ['webgl'])).toEqual(['old-web']);
});

test('typing is taken as tags are: any case, a sign before it, spaces for dashes', () => {
  expect(found('#WEA')).toEqual(['weaving']);
  expect(found('Old W')).toEqual(['old-web']);
});

test('of many at most six are offered, and without anything typed the most used', () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ tag: `t${at}`, notes: at }));
  expect(tagChoices(many, '', []).map(({ tag }) => tag)).toEqual(['t19', 't18', 't17', 't16', 't15', 't14']);
});

test('what no tag begins with has no choice', () => {
  expect(found('xyz')).toEqual([]);
});
