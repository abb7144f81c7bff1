import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Library } from '../../../src/mine/model/library-columns.ts';
import { findInLibrary } from '../../../src/mine/model/library-find.ts';
import { matchPlaceOf } from '../../../src/mine/model/library-found.ts';
import { LibraryQuery, LibrarySort, type LibraryItem } from '../../../src/mine/model/library.ts';
import { cpuMsOf } from '../../support/time-limits.ts';

const uuidNumbered = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const day = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z');
const item = fc
  .record({
    number: fc.nat(9),
    title: fc.constantFrom('Ångström', 'angel', '“Zebra”', 'zebra'),
    tags: fc.uniqueArray(fc.constantFrom('web', 'web/css', 'websites', 'river')),
    site: fc.constantFrom('', 'example.org', 'blog.example.org'),
    visibility: fc.constantFrom('private', 'public', 'draft'),
    collections: fc.uniqueArray(fc.constantFrom('one', 'two', 'inner')),
    minutes: fc.integer({ min: 1, max: 3 }),
    savedAt: day,
    comments: fc.nat(1),
    own: fc.boolean(),
  })
  .map(({ number, title, tags, visibility, own, ...rest }) => ({
    note: {
      ...{ uuid: uuidNumbered(number), rev: 1, kind: 'link', url: 'https://example.org/', title, slug: 'x', tags, own },
      ...{ visibility, createdAt: rest.savedAt, updatedAt: rest.savedAt, publishedAt: null, icon: null },
      author: own ? null : { handle: 'mellor', name: 'James Mellor' },
    },
    ...{ excerpt: '', copy: null, reading: null, progress: 0, highlights: 0 },
    ...rest,
  })) as fc.Arbitrary<LibraryItem>;
const step = fc.record({
  items: fc.array(item, { maxLength: 6 }),
  gone: fc.array(fc.nat(9).map(uuidNumbered), { maxLength: 3 }),
});
const query = fc.record({
  q: fc.constantFrom(
    '',
    'tag:web',
    '-tag:web',
    'site:example.org',
    'is:private',
    '-is:draft',
    'in:comments',
    'after:2026-02',
    'collection:one',
    'in:library is:untagged',
  ),
  sort: fc.option(fc.constantFrom(...LibrarySort.options), { nil: undefined }),
  reverse: fc.boolean(),
  cursor: fc.nat(4),
  count: fc.integer({ min: 1, max: 5 }),
}) as fc.Arbitrary<LibraryQuery>;

const collections = [
  { id: 'one', name: 'First' },
  { id: 'two', name: 'Second', parent: 'one' },
  { id: 'inner', name: 'Third', parent: 'one' },
];

test('an updated library gives the same results as one built from scratch, whatever was queried in between', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), query, (steps, asked) => {
      const library = new Library();
      const left = new Map<string, LibraryItem>();
      for (const { items, gone } of steps) {
        library.change(items, gone);
        for (const one of items) left.set(one.note.uuid, one);
        for (const uuid of gone) left.delete(uuid);
        findInLibrary(library, asked, { collections });
      }
      expect(library.size).toBe(left.size);
      expect(findInLibrary(library, asked, { collections })).toEqual(
        findInLibrary(new Library(left.values()), asked, { collections }),
      );
    }),
  );
});

test('filters, facet counts and sort orders match the properties of each item', () => {
  fc.assert(
    fc.property(fc.uniqueArray(item, { selector: ({ note }) => note.uuid, maxLength: 9 }), (items) => {
      const library = new Library(items);
      const found = (q: string) =>
        new Set(findInLibrary(library, LibraryQuery.parse({ q })).items.map(({ note }) => note.uuid));
      const those = (holds: (one: LibraryItem) => boolean) => new Set(items.filter(holds).map(({ note }) => note.uuid));
      const kept = ({ note, collections: isIn }: LibraryItem) => note.own || isIn.length > 0;
      expect(found('tag:web')).toEqual(
        those((one) => kept(one) && one.note.tags.some((tag) => tag === 'web' || tag === 'web/css')),
      );
      expect(found('site:example.org -is:public')).toEqual(
        those((one) => kept(one) && one.site !== '' && one.note.visibility !== 'public'),
      );
      expect(found('in:comments')).toEqual(those(({ comments }) => comments > 0));
      const { facets, total } = findInLibrary(library, LibraryQuery.parse({}));
      expect(total).toBe(items.filter(kept).length);
      for (const tag of ['river', 'web', 'web/css']) {
        expect(facets.tags.find(({ name }) => name === tag)?.count ?? 0).toBe(found(`tag:${tag}`).size);
      }
      expect(found('from:me')).toEqual(those(({ note }) => note.own));
      const oneself = { handle: 'ana', name: 'Ana Lima' };
      for (const name of ['ana', '@Ana', '"ana lima"', 'me']) {
        const { items: own } = findInLibrary(library, LibraryQuery.parse({ q: `from:${name}` }), { oneself });
        expect(new Set(own.map(({ note }) => note.uuid))).toEqual(those(({ note }) => note.own));
      }
      const days = findInLibrary(library, LibraryQuery.parse({ reverse: 'true' })).items.map(({ savedAt }) => savedAt);
      expect(days).toEqual(days.toSorted());
    }),
  );
});

test('what is not read comes last in its order, and a link whose length is unknown in both directions', () => {
  const [one] = fc.sample(item, 1) as [LibraryItem];
  const note = (number: number, fields: Partial<LibraryItem>, kind: 'link' | 'text' = 'text'): LibraryItem => ({
    ...{ ...one, own: true, copy: null, reading: null, ...fields },
    note: { ...one.note, uuid: uuidNumbered(number), kind, own: true },
  });
  const place = { progress: 0, favourite: false };
  const library = new Library([
    note(1, { minutes: 1, reading: { ...place, state: 'toread', changedAt: '2026-05-01T00:00:00.000Z' } }, 'link'),
    note(2, { minutes: 9, reading: { ...place, state: 'archived', changedAt: '2026-04-01T00:00:00.000Z' } }),
    note(3, { minutes: 5, copy: { title: '', author: '' } }, 'link'),
  ]);
  expect(inOrder(library, 'read')[0]).toBe(2);
  expect(inOrder(library, 'length')).toEqual([3, 2, 1]);
  expect(inOrder(library, 'length', true)).toEqual([2, 3, 1]);
});

/** The last digits of the uuids, in an order, each asked for by itself. */
function inOrder(library: Library, sort: LibrarySort, reverse = false): number[] {
  return Array.from({ length: library.size }, (_, cursor) => {
    const { items } = findInLibrary(library, { ...LibraryQuery.parse({}), sort, reverse, cursor, count: 1 });
    return Number(items[0]?.note.uuid.slice(-1));
  });
}

test('what was never read, never published or is of no site comes last in both directions', () => {
  const [one] = fc.sample(item, 1) as [LibraryItem];
  const note = (number: number, at: string | null): LibraryItem => ({
    ...{ ...one, site: at === null ? '' : `${number}.example`, copy: null },
    reading: at === null ? null : { progress: 0, favourite: false, state: 'archived', changedAt: at },
    note: { ...one.note, uuid: uuidNumbered(number), own: true, publishedAt: at },
  });
  const library = new Library([
    note(1, null),
    note(2, '2026-04-01T00:00:00.000Z'),
    note(3, '2026-05-01T00:00:00.000Z'),
  ]);
  for (const sort of ['read', 'published'] as const) {
    expect(inOrder(library, sort)).toEqual([3, 2, 1]);
    expect(inOrder(library, sort, true)).toEqual([2, 3, 1]);
  }
  expect(inOrder(library, 'site')).toEqual([2, 3, 1]);
  expect(inOrder(library, 'site', true)).toEqual([3, 2, 1]);
});

test('a state or site that excludes the one in the query is counted as it would be found instead', () => {
  const items = fc.uniqueArray(item, { selector: ({ note }) => note.uuid, maxLength: 9 });
  fc.assert(
    fc.property(items, fc.constantFrom('', 'tag:web ', '-is:draft '), (all, rest) => {
      const library = new Library(all);
      const ask = (q: string) => findInLibrary(library, LibraryQuery.parse({ q: rest + q }));
      const countIn = (q: string, kind: 'sites' | 'states', name: string) =>
        ask(q).facets[kind].find((facet) => facet.name === name)?.count ?? 0;
      expect(countIn('is:private', 'states', 'public')).toBe(ask('is:public').total);
      expect(countIn('is:private', 'states', 'private')).toBe(ask('is:private').total);
      expect(countIn('is:private', 'states', 'untagged')).toBe(ask('is:private is:untagged').total);
      expect(countIn('is:private', 'sites', 'example.org')).toBe(
        ask('is:private site:example.org -site:blog.example.org').total,
      );
      expect(countIn('site:blog.example.org', 'sites', 'example.org')).toBe(
        ask('site:example.org -site:blog.example.org').total,
      );
    }),
  );
});

test('a collection finds and counts also what is in those inside it, each item once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(item, { selector: ({ note }) => note.uuid, maxLength: 9 }), (items) => {
      const ask = (q: string) => findInLibrary(new Library(items), LibraryQuery.parse({ q }), { collections });
      const isIn = (...ids: string[]) => items.filter((one) => ids.some((id) => one.collections.includes(id))).length;
      expect(ask('collection:first').total).toBe(isIn('one', 'two', 'inner'));
      expect(ask('collection:second').total).toBe(isIn('two'));
      expect(ask('is:own -collection:first').total).toBe(
        items.filter((one) => one.note.own && one.collections.length === 0).length,
      );
      for (const { id, name } of collections) {
        const counted = ask('').facets.collections.find((facet) => facet.name === id)?.count ?? 0;
        expect(counted).toBe(ask(`collection:${name}`).total);
      }
    }),
  );
});

test('every collection is counted, however many there are', () => {
  const [one] = fc.sample(item, 1) as [LibraryItem];
  const items = Array.from({ length: 300 }, (_, number) => ({
    ...one,
    note: { ...one.note, uuid: uuidNumbered(number) },
    collections: [`c${number}`],
  }));
  expect(findInLibrary(new Library(items), LibraryQuery.parse({})).facets.collections).toHaveLength(300);
});

test('the best matches for words come first, equal ones newest first, page by page', () => {
  const scored = fc.array(fc.tuple(item, fc.constantFrom(-1, 0.25, 0.5, 0.5000001, 2)), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(scored, fc.boolean(), (all, reverse) => {
      const byUuid = new Map(all.map(([one, score]) => [one.note.uuid, { one, score }]));
      const rows = [...byUuid.values()];
      const library = new Library(rows.map(({ one }) => one));
      const parts = [
        { ids: rows.map(({ one }) => one.note.uuid), scores: Float64Array.from(rows, ({ score }) => score) },
      ];
      const expected = rows
        .filter(({ score }) => score >= 0)
        .sort(
          (a, b) =>
            b.score - a.score ||
            b.one.savedAt.localeCompare(a.one.savedAt) ||
            b.one.note.uuid.localeCompare(a.one.note.uuid),
        )
        .map(({ one }) => one.note.uuid);
      const pages: string[] = [];
      for (let cursor = 0; cursor < rows.length; cursor += 2) {
        const query = { q: '', reverse, cursor, count: 2 };
        pages.push(...findInLibrary(library, query, { scored: { parts } }).items.map(({ note }) => note.uuid));
      }
      expect(pages).toEqual(reverse ? expected.toReversed() : expected);
    }),
  );
});

test('finding a passage takes no longer with thousands of unclosed brackets, and shows no link addresses', async () => {
  const typed = item.map((one) => ({ ...one, note: { ...one.note, own: true } })) as typeof item;
  const [own] = fc.sample(typed, 1) as [LibraryItem];
  const passageIn = (text: string) =>
    matchPlaceOf(own, { text, highlights: [], comments: [] }, new Set(['heron']), []).passage;
  expect(passageIn('See [a heron](https://example.org/a_(b) "c"), ![a picture](x)')).toBe('See a heron, a picture');
  const endless = [
    `${'['.repeat(50_000)}${'a '.repeat(70_000)}a heron`,
    `${'[](x '.repeat(15_000)}${'a '.repeat(60_000)}a heron`,
  ];
  for (const text of endless) {
    expect(await cpuMsOf(() => expect(passageIn(text)).toContain('a heron'))).toBeLessThan(2_000);
  }
});
