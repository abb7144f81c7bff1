import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anchorsOf, anchorsOfQuery, queryMatcher } from '../../../src/search/model/saved.ts';
import type { SearchedNote } from '../../../src/search/model/note.ts';

const note: SearchedNote = {
  uuid: '01900000-0000-7000-8000-000000000001',
  path: '/note',
  title: 'Reading slowly',
  kind: 'link',
  host: 'example.org',
  excerpt: '',
  tags: ['slow-reading', 'web', 'art/ink/blue'],
  author: 'Ada Lovelace',
  handle: 'ada',
  minutes: 1,
  at: '2026-03-04T00:00:00.000Z',
  text: 'Whoever reads a page twice remembers it. 東京で本を読む。',
};

const answers = queryMatcher(note);

test.each([
  ['reading', true],
  ['READ', true],
  ['remembered page', true],
  ['"reads a page"', true],
  ['"a page reads"', false],
  ['reading -page', false],
  ['reading unicorns', false],
  ['raeding', false],
  ['pale', false],
  ['tag:web', true],
  ['tag:we', false],
  ['tag:art', true],
  ['tag:art/ink', true],
  ['#art/ink/blue', true],
  ['tag:ink', false],
  ['-tag:art', false],
  ['tag:art/in', false],
  ['#web reading', true],
  ['@ada', true],
  ['@ad', false],
  ['@ada @ben reading', true],
  ['site:example.org kind:link', true],
  ['site:example.com', false],
  ['reading kind:text', false],
  ['reading date:2026-03', true],
  ['reading after:2026-04', false],
  ['東京', true],
  ['京都', false],
])('whether “%s” matches: %s', async (query, expected) => {
  expect(await answers(query)).toBe(expected);
});

test('a matching note is always found under one of its keys', async () => {
  const words = [
    'reading',
    'read',
    'page',
    'remember',
    'tag:web',
    '@ada',
    '#slow-reading',
    '-unicorn',
    '"reads a"',
    '東京',
    'it',
  ];
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }), async (parts) => {
      const query = parts.join(' ');
      const keys = new Set(anchorsOf(note));
      if (await answers(query)) expect(anchorsOfQuery(query).some((key) => keys.has(key))).toBe(true);
    }),
  );
});

test.each(['date:2026', '-reading', '', '!!!', 'after:2026-01-01'])('“%s” cannot notify of new notes', (query) => {
  expect(anchorsOfQuery(query)).toEqual([]);
});

test('any text is accepted without an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
      expect(typeof (await answers(text))).toBe('boolean');
      expect(Array.isArray(anchorsOfQuery(text))).toBe(true);
    }),
  );
});

test('a note’s words are read once for any number of searches', async () => {
  let reads = 0;
  const one = queryMatcher({
    ...note,
    get text() {
      reads += 1;
      return note.text;
    },
  });
  await one('"reads a page"');
  const once = reads;
  for (let time = 0; time < 20; time += 1) expect(await one('"reads a page"')).toBe(true);
  expect(once).toBeGreaterThan(0);
  expect(reads).toBe(once);
});
