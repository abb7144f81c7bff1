import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paths, tagFolder, tagNamed } from '../../../../src/platform/model/paths.ts';
import { isWithin, Tag, Tags, withParents } from '../../../../src/platform/model/tag.ts';

const messages = (result: ReturnType<typeof Tags.safeParse>) => result.error?.issues.map((issue) => issue.message);

describe('Tag', () => {
  test.each([
    ['Reading', 'reading'],
    [' #Note Taking ', 'note-taking'],
    ['##x', 'x'],
    ['C++', 'c++'],
    ['C#', 'c#'],
    ['node.js', 'node.js'],
    ['a/b_c', 'a/b-c'],
    ['Web / CSS Grid', 'web/css-grid'],
    ['/web//css/', 'web/css'],
    ['Чтение', 'чтение'],
    ['読書', '読書'],
    ['Ｆｕｌｌ', 'full'],
    ['हिन्दी', 'हिन्दी'],
  ])('%j becomes %j', (typed, tag) => {
    expect(Tag.parse(typed)).toBe(tag);
  });

  test.each(['', '   ', '#', '!', '-x', '.hidden', 'a,b', 'a<b>', '🎉', '/', 'a/-b', 'a/!'])(
    '%j is refused with a sentence',
    (typed) => {
      const result = Tag.safeParse(typed);
      expect(result.success).toBe(false);
      expect(result.error?.issues[0]?.message).toMatch(/^A tag .*\.$/);
    },
  );

  test('a tag of 32 characters is accepted and one of 33 is not', () => {
    expect(Tag.safeParse('a'.repeat(32)).success).toBe(true);
    expect(Tag.safeParse('a'.repeat(33)).error?.issues[0]?.message).toBe('A tag has at most 32 characters.');
  });

  test('an accepted tag is accepted again unchanged', () => {
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
});

describe('a tag’s address', () => {
  const part = fc.string({
    unit: fc.oneof(fc.constantFrom(...'aZ0-+#.é日'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
    maxLength: 8,
  });
  const tag = fc
    .array(part, { minLength: 1, maxLength: 4 })
    .map((parts) => Tag.safeParse(parts.join('/')))
    .filter(({ success }) => success)
    .map(({ data }) => data ?? '');
  const segmentOf = (address: string) => new URL(address, 'https://example.org').pathname.split('/');

  test('is a single segment, and names the tag even if it was partly decoded', () => {
    fc.assert(
      fc.property(tag, (one) => {
        const segments = segmentOf(paths.tag(one, 3));
        expect(segments).toHaveLength(4);
        const [, , named = '', page] = segments;
        expect(page).toBe('3');
        expect(tagNamed(decodeURIComponent(named))).toBe(one);
        expect(tagNamed(tagNamed(decodeURIComponent(named)))).toBe(one);
      }),
      { numRuns: 1000 },
    );
  });

  test('is different for different tags', () => {
    fc.assert(fc.property(tag, tag, (one, other) => (tagFolder(one) === tagFolder(other)) === (one === other)));
    const alike = ['web/css', 'web--css', 'web-css', 'web.css', 'web/c/ss', 'webcss'];
    expect(new Set(alike.map(tagFolder)).size).toBe(alike.length);
  });

  test('of a tag without a slash is as before', () => {
    fc.assert(
      fc.property(tag, (one) => {
        fc.pre(!one.includes('/'));
        expect(tagFolder(one)).toBe(`/tag/${encodeURIComponent(one.replaceAll('#', '%23'))}`);
      }),
    );
    expect(paths.tag('web--css', 2)).toBe('/tag/web--css/2');
    expect(paths.tag('web/css', 2)).toBe('/tag/web_css/2');
  });
});

test('a tag is found under its parents', () => {
  expect(withParents(['web/css/grid', 'web', 'tea', 'web/html'])).toEqual([
    'web/css/grid',
    'web/css',
    'web',
    'tea',
    'web/html',
  ]);
  expect([
    isWithin('web/css', 'web'),
    isWithin('web', 'web'),
    isWithin('webs', 'web'),
    isWithin('web', 'web/css'),
  ]).toEqual([true, true, false, false]);
});

describe('Tags', () => {
  test('duplicates are dropped, and the order is kept', () => {
    expect(Tags.parse(['b', 'A', 'a', '#b', 'c'])).toEqual(['b', 'a', 'c']);
  });

  test('eight different tags are accepted and nine are not', () => {
    const eight = [...'abcdefgh'];
    expect(Tags.parse([...eight, 'A', 'B'])).toEqual(eight);
    expect(messages(Tags.safeParse([...eight, 'i']))).toEqual(['A note has at most 8 tags.']);
  });

  test('an invalid tag is reported by its index', () => {
    expect(Tags.safeParse(['fine', '!']).error?.issues[0]?.path).toEqual([1]);
  });
});
