import fc from 'fast-check';
import { collectionsFrom, drawnCollections } from './drawn-collections.ts';

/** What somebody else has on the first server only, and how the texts of a drawn account name uploaded pictures. */
export const others = { person: 'u_ben', note: '019a0000-0000-7000-8000-00000000000b' };
export const drawnPictures = ['{red}', '{green}'] as const;

const words = fc
  .array(
    fc.constantFrom(
      'margin',
      'É',
      '日本',
      '# no',
      '---',
      '<dl>',
      '"x"',
      "it's: a",
      '[a](#b)',
      '🌿',
      '&amp;',
      '\\*a\\* \\',
      'true',
    ),
  )
  .map((all) => all.join(' '));
const links = fc.constantFrom(
  'To [[Title margin]] and [[title  "x"|it]]',
  '[[Title <dl>#Part|words]], `[[Title "x"]]`, [[Title "x"]]',
  "[[Title it's: a]] [Title it's: a](Title%20it's%20a.md) [[#Here]] [[nowhere]]",
);
const shown = fc
  .constantFrom(...drawnPictures)
  .chain((name) =>
    fc.constantFrom(
      `![A field](/pictures/${name}-960.webp)`,
      `Before ![](/pictures/${name}-960.webp "Title") after`,
      `\`/pictures/${name}-480.webp\``,
      `\`a\n/pictures/${name}-480.webp\``,
      `\n    /pictures/${name}-480.webp`,
      `> [field]: /pictures/${name}-960.webp`,
      `![A field]( /pictures/${name}-960.webp )`,
      `![A field](\n/pictures/${name}-960.webp#part)`,
      `[![](/pictures/${name}-960.webp)](https://site.example/)`,
    ),
  );
const lines = fc.oneof(words, links, shown, fc.constantFrom('', '```', '> said', '    code', 'a  '));
const text = fc.array(lines, { maxLength: 6 });
const time = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString());
const highlightOf = fc.record({
  quote: words.map((some) => `Said ${some}`),
  prefix: words,
  suffix: fc.constant(''),
  start: fc.nat(999),
  comment: words,
  id: fc.uuid({ version: 7 }),
  review: fc.option(fc.record({ step: fc.nat(6), due: fc.option(time) })),
  createdAt: time,
  updatedAt: time,
});
const facts = { title: 'A page', description: '', author: 'A. Writer', site: '', language: 'en' };
const copyOf = fc.record({
  url: fc.constant('https://site.example/whole'),
  at: time,
  facts: fc.constant({ ...facts, published: null, image: null, canonical: null }),
  html: fc.nat(9).map((page) => `<p>Page ${page} of it.</p>`),
  minutes: fc.integer({ min: 1, max: 9 }),
});
/** What only a link has. */
const ofLink = fc.record({
  copy: fc.option(copyOf, { nil: undefined, freq: 2 }),
  highlights: fc.uniqueArray(highlightOf, { maxLength: 2, selector: ({ id }) => id }),
});
const noteFields = fc.record({
  uuid: fc.uuid({ version: 7 }),
  rev: fc.integer({ min: 1, max: 9 }),
  url: fc.oneof(
    fc.constant(null),
    fc.nat(99).map((page) => `https://site.example/${page}?a=1&b=<2>#part`),
  ),
  title: words.map((title) => `Title ${title}`),
  body: text.map((lines) => lines.join('\n')),
  tags: fc.uniqueArray(fc.constantFrom('css', 'c#', 'node.js', 'ünï', '日本'), { maxLength: 4 }),
  visibility: fc.constantFrom('draft', 'private', 'unlisted', 'public'),
  icon: fc.constantFrom(null, 'lucide:book'),
  createdAt: time,
  updatedAt: time,
  publishedAt: time,
  noModel: fc.constantFrom(undefined, true),
  imported: fc.constantFrom(undefined, { 'Reading time: about': 3, lists: ['a: b', '日本'], shared: true, id: 'x' }),
  formerTitles: fc.constantFrom(undefined, ['nowhere', 'what\'s new: "日本"', '2024']),
});
const noteOf = fc.tuple(noteFields, ofLink).map(([{ publishedAt, ...note }, kept]) => ({
  ...note,
  publishedAt: ['unlisted', 'public'].includes(note.visibility) ? publishedAt : null,
  ...(note.url !== null && kept),
}));
const placeOf = fc.oneof(
  fc.record({
    favourite: fc.boolean(),
    state: fc.constantFrom('toread', 'reading', 'archived'),
    progress: fc.constantFrom(0, 0.5, 1),
    at: time,
    changedAt: time,
  }),
  // Only a star.
  time.map((at) => ({ favourite: true, state: null, progress: 0, at, changedAt: at })),
);
const chosen = (...ids: string[]) =>
  fc.uniqueArray(fc.record({ id: fc.constantFrom(...ids), at: time }), { selector: ({ id }) => id });

/** An account in our JSON format. A person's own files may come from elsewhere. */
const documentOf = fc
  .record({
    notes: fc.uniqueArray(fc.tuple(noteOf, fc.option(placeOf)), {
      maxLength: 5,
      // A bookmarks file lists each address once.
      selector: ([{ url, uuid }]) => url ?? uuid,
    }),
    tops: drawnCollections('Teas', 'Wörter & <x>', 'Beds'),
    below: drawnCollections('Green', 'Teas', '日本'),
    place: fc.option(placeOf),
    votes: chosen(others.note),
    follows: chosen('tag:css', 'tag:web', `person:${others.person}`, `thread:${others.note}`),
    mutes: chosen('tag:spam', 'site:noise.example'),
    wishes: chosen('more:tag:css', 'less:tag:web', `less:note:${others.note}`),
    searches: fc.uniqueArray(fc.record({ query: fc.constantFrom('css tag:web', 'margins'), createdAt: time }), {
      selector: ({ query }) => query,
    }),
  })
  .map(({ notes, tops, below, place, ...choices }) => ({
    commonplace: 1,
    profile: { handle: 'ann', name: 'Ann', bio: '' },
    notes: notes.map(([note]) => note),
    collections: collectionsFrom(tops, below, [...notes.map(([{ uuid }]) => uuid), others.note]),
    readingList: [
      ...notes.flatMap(([{ uuid }, own]) => (own ? [{ id: uuid, ...own }] : [])),
      ...(place ? [{ id: others.note, ...place }] : []),
    ],
    ...choices,
  }));

/** An account, and what its owner does there later. Numbers are of notes. */
export const accountOf = fc.record({
  document: documentOf,
  said: fc.array(
    words.map((some) => `Said ${some}`),
    { maxLength: 2 },
  ),
  renamed: fc.option(fc.nat(4)),
  binned: fc.option(fc.nat(4)),
});
export type DrawnAccount = typeof accountOf extends fc.Arbitrary<infer Account> ? Account : never;
