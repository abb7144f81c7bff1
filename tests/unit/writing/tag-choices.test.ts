import { expect, test } from 'vitest';
import { tagChoices } from '../../../src/writing/views/TagsField.tsx';

const inUse = Object.entries({ web: 9, 'old-web': 12, webgl: 9, weaving: 30, writing: 4 }).map(([tag, notes]) => ({
  tag,
  notes,
}));
const found = (typed: string, chosen: string[] = []) =>
  tagChoices({ own: [], everyones: inUse }, typed, chosen).map(({ tag }) => tag);

test('tags that start with the typed text come first, most used first, then those with a later part that does', () => {
  expect(found('we')).toEqual(['weaving', 'web', 'webgl', 'old-web']);
  expect(found('webg')).toEqual(['webgl']);
  expect(tagChoices({ own: [{ tag: 'web/css', notes: 1 }], everyones: [] }, 'css', [])).toHaveLength(1);
});

test('tags already chosen or fully typed are not suggested', () => {
  expect(found('web', ['webgl'])).toEqual(['old-web']);
});

test('typed text is normalised like tags: any case, a leading #, spaces for dashes', () => {
  expect(found('#WEA')).toEqual(['weaving']);
  expect(found('Old W')).toEqual(['old-web']);
});

test('at most six are suggested, and the most used ones before anything is typed', () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ tag: `t${at}`, notes: at }));
  expect(tagChoices({ own: [], everyones: many }, '', []).map(({ tag }) => tag)).toEqual([
    't19',
    't18',
    't17',
    't16',
    't15',
    't14',
  ]);
});

test('no suggestions where no tag matches', () => {
  expect(found('xyz')).toEqual([]);
});

test('a person’s own tags come before those only others use, with the person’s own counts', () => {
  const own = [
    { tag: 'web', notes: 2 },
    { tag: 'tea-webs', notes: 40 },
  ];
  expect(tagChoices({ own, everyones: inUse }, 'we', [])).toEqual([
    { tag: 'web', notes: 2, isOwn: true },
    { tag: 'tea-webs', notes: 40, isOwn: true },
    { tag: 'weaving', notes: 30, isOwn: false },
    { tag: 'webgl', notes: 9, isOwn: false },
    { tag: 'old-web', notes: 12, isOwn: false },
  ]);
});
