import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Tag, Tags } from '../../../../src/platform/model/tag.ts';

const messages = (result: ReturnType<typeof Tags.safeParse>) => result.error?.issues.map((issue) => issue.message);

describe('Tag', () => {
  test.each([
    ['Reading', 'reading'],
    [' #Note Taking ', 'note-taking'],
    ['##x', 'x'],
    ['C++', 'c++'],
    ['C#', 'c#'],
    ['node.js', 'node.js'],
    ['a/b_c', 'a-b-c'],
    ['Чтение', 'чтение'],
    ['読書', '読書'],
    ['Ｆｕｌｌ', 'full'],
    ['हिन्दी', 'हिन्दी'],
  ])('%j becomes %j', (typed, tag) => {
    expect(Tag.parse(typed)).toBe(tag);
  });

  test.each(['', '   ', '#', '!', '-x', '.hidden', 'a,b', 'a<b>', '🎉'])('%j is refused with a sentence', (typed) => {
    const result = Tag.safeParse(typed);
    expect(result.success).toBe(false);
    expect(result.error?.issues[0]?.message).toMatch(/^A tag .*\.$/);
  });

  test('a tag of 32 characters is accepted and one of 33 is not', () => {
    expect(Tag.safeParse('a'.repeat(32)).success).toBe(true);
    expect(Tag.safeParse('a'.repeat(33)).error?.issues[0]?.message).toBe('A tag has at most 32 characters.');
  });

  test('a tag that was accepted is accepted again, unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(fc.constantFrom(...'aZ0-+#._ /'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
          maxLength: 12,
        }),
        (typed) => {
          const once = Tag.safeParse(typed);
          fc.pre(once.success);
          expect(Tag.parse(once.data)).toBe(once.data);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a tag survives as one segment of an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (typed) => {
        const parsed = Tag.safeParse(typed);
        fc.pre(parsed.success);
        const { pathname } = new URL(`/tag/${encodeURIComponent(parsed.data)}/1`, 'https://example.org');
        expect(decodeURIComponent(pathname.split('/')[2] ?? '')).toBe(parsed.data);
      }),
    );
  });
});

describe('Tags', () => {
  test('repetitions are dropped, and the order given is kept', () => {
    expect(Tags.parse(['b', 'A', 'a', '#b', 'c'])).toEqual(['b', 'a', 'c']);
  });

  test('eight different tags are accepted and nine are not', () => {
    const eight = [...'abcdefgh'];
    expect(Tags.parse([...eight, 'A', 'B'])).toEqual(eight);
    expect(messages(Tags.safeParse([...eight, 'i']))).toEqual(['A note has at most 8 tags.']);
  });

  test('a wrong tag is named by its place', () => {
    expect(Tags.safeParse(['fine', '!']).error?.issues[0]?.path).toEqual([1]);
  });
});
