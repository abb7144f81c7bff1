import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureSentence } from '../../../src/writing/browser/restoring.ts';
import { collectUndo, renamedSearch, renamedTags, TagRename, TagUndo } from '../../../src/writing/model/tag-change.ts';
import { undoneTags } from '../../../src/writing/model/undone-tags.ts';

const part = fc.constantFrom('web', 'css', 'site', 'tea');
const tag = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const tags = fc.uniqueArray(tag, { maxLength: 6 });
const rename = fc.record({ from: tag, to: fc.option(tag) }).filter((asked) => TagRename.safeParse(asked).success);

describe('renaming', () => {
  test.each([
    [['a', 'web', 'b'], 'site', ['a', 'site', 'b']],
    [['web/css', 'webs'], 'site', ['site/css', 'webs']],
    [['site', 'web'], 'site', ['site']],
    [['web', 'site'], 'site', ['site']],
    [['web', 'web/css', 'tea'], null, ['tea']],
    [['web/css'], 'web-css', ['web-css/css']],
  ])('the tag web turns %j into what %s makes of it', (before, to, after) => {
    expect(renamedTags(before, { from: 'web', to })).toEqual(after);
  });

  test('removes the old name, leaves no duplicates, and keeps the order of the other tags', () => {
    fc.assert(
      fc.property(tags, rename, (before, asked) => {
        const after = renamedTags(before, asked);
        const { from } = asked;
        const isOld = (one: string) => one === from || one.startsWith(`${from}/`);
        expect(new Set(after).size).toBe(after.length);
        const others = before.filter((one) => !isOld(one));
        expect(after.filter((one) => others.includes(one)).length).toBe(others.length);
        // `a/b/b` becomes `a/b` when `a/b` becomes `a`: what looks like an old name may be a new one.
        const renamed = asked.to === null ? [] : before.filter(isOld).map((one) => asked.to + one.slice(from.length));
        expect(after.filter((one) => !others.includes(one) && !renamed.includes(one))).toEqual([]);
      }),
    );
  });

  test('can be undone exactly, including the order', () => {
    fc.assert(
      fc.property(tags, rename, (before, asked) => {
        const after = renamedTags(before, asked);
        const [undo] = collectUndo([{ kind: 'notes', id: 'x', before, after }], []);
        expect(undo && undoneTags(after, undo)).toEqual(before);
      }),
      { examples: [[['site/css/css', 'tea', 'site/css'], { from: 'site/css', to: 'site' }]] },
    );
  });

  test('of many similar notes takes a single undo entry', () => {
    const change = (id: string, before: string[], after: string[]) => ({ kind: 'notes', id, before, after }) as const;
    const undo = collectUndo(
      [
        change('1', ['web'], ['site']),
        change('2', ['web', 'tea'], ['site', 'tea']),
        change('3', ['web', 'site'], ['site']),
      ],
      [],
    );
    expect(undo.map(({ notes, gone, back }) => ({ notes, gone, back }))).toEqual([
      { notes: ['1', '2'], gone: ['site'], back: [{ at: 0, tag: 'web' }] },
      { notes: ['3'], gone: [], back: [{ at: 0, tag: 'web' }] },
    ]);
  });
});

test.each([
  ['tag:web', 'tag:site'],
  ['-TAG:Web tea', '-TAG:site tea'],
  ['tag:"web" "tag:web" x', 'tag:site "tag:web" x'],
  ['tag:#web/css tag:webs web', 'tag:site/css tag:webs web'],
  ['site:web tag: tag', 'site:web tag: tag'],
  ['tag:"Web/Two words" tag:"web', 'tag:site/two-words tag:site'],
  [`tag:web tag:web/${'x'.repeat(28)}`, `tag:site tag:web/${'x'.repeat(28)}`],
])('the search %j becomes %j', (search, renamed) => {
  expect(renamedSearch(search, { from: 'web', to: 'site' })).toBe(renamed);
});

test('the longest search that renaming produces can be undone and renamed again', () => {
  const was = 'tag:a '.repeat(166).trim();
  const is = renamedSearch(was, { from: 'a', to: 'b'.repeat(32) });
  expect([was.length, is.length]).toEqual([995, 6141]);
  const nothing = { notes: [], drafts: [], gone: [], back: [] };
  const id = '01900000-0000-7000-8000-000000000000';
  for (const change of [
    { id, was, is },
    { id, was: is, is: was },
  ]) {
    expect(TagUndo.safeParse({ ...nothing, searches: [change] }).success).toBe(true);
  }
});

test('why nothing was changed is said as the server says it', () => {
  const refused = (status: number, title: string, detail: string) =>
    failureSentence({ ok: false, status, problem: { title, detail } });
  expect(refused(409, 'Conflict', 'This note is in the bin.')).toBe('This note is in the bin.');
  expect(refused(401, 'Unauthorized', '')).toBe('You’re signed out, so nothing was changed. Sign in and try again.');
});
