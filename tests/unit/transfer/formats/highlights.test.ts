import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { HighlightedCopy } from '../../../../src/library/model/highlight.ts';
import { highlightsMark } from '../../../../src/transfer/formats/documents/highlights-markdown.ts';
import { tableOf, markdownOf } from '../../../../src/transfer/server/export/export.ts';
import { faultsIn, fileOf, readAll } from '../../../support/import-files.ts';

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '=SUM(A1)',
    "'=1",
    '@name',
    '-1',
    '"',
    'a,b',
    '> said',
    '\\> said',
    '## [x](<y>)',
    '<!-- {} -->',
    '```',
  ),
);
const text = fc
  .array(fc.oneof(words, fc.constantFrom('\n', '\n\n', '\t', ' ', '\u2028', '\r')))
  .map((parts) => parts.join(''));
const lineFeeds = (some: string) => some.replace(/\r\n?/g, '\n');
const time = fc.date({ min: new Date('2020-01-01'), max: new Date('2025-01-01'), noInvalidDate: true });
const at = time.map((date) => date.toISOString());
const review = fc.option(fc.record({ step: fc.nat(6), due: fc.option(at) }), { nil: undefined });
const title = fc.string({ unit: 'grapheme', maxLength: 40 }).map((some) => `t${some.replace(/\s+/gu, ' ')}`);
const link = fc.webUrl({ withQueryParameters: true }).map((url) => `${url}?q=<a>`);

/** Cells of a table contain only line feeds. */
const copies = (quote: (some: string) => string): fc.Arbitrary<HighlightedCopy[]> =>
  fc.array(
    fc.record({
      uuid: fc.uuid({ version: 7 }),
      title,
      link,
      createdAt: at,
      highlights: fc.array(
        fc
          .record({
            id: fc.uuid({ version: 7 }),
            quote: text.map((some) => quote(`a${some}b`)),
            comment: text.map(lineFeeds),
            prefix: fc.string({ maxLength: 10 }),
            suffix: fc.string({ maxLength: 10 }),
            start: fc.nat(),
            createdAt: at,
            updatedAt: at,
            review,
          })
          .map(({ review: state, ...rest }) => (state ? { ...rest, review: state } : rest)),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { maxLength: 3 },
  );

const told = (from: readonly HighlightedCopy[]) =>
  from.flatMap(({ uuid, title, link, createdAt, highlights }) =>
    highlights.map((highlight) => ({ ...highlight, title, link, note: uuid, saved: createdAt })),
  );
const highlightsIn = ({ found }: Awaited<ReturnType<typeof readAll>>) =>
  found.flatMap((one) => ('highlight' in one ? [one.highlight] : []));

describe('exported highlights are read back unchanged', () => {
  test('from Markdown', async () => {
    await fc.assert(
      fc.asyncProperty(
        copies((quote) => quote),
        fc.integer({ min: 1, max: 40 }),
        async (all, step) => {
          const written = `${highlightsMark}\n\n# Highlights\n${all.map(markdownOf).join('')}`;
          expect(highlightsIn(await readAll(fileOf(written, 'any.txt', step)))).toEqual(told(all));
        },
      ),
    );
  });

  test('from a table, where no cell can act as a formula', async () => {
    await fc.assert(
      fc.asyncProperty(copies(lineFeeds), fc.integer({ min: 1, max: 40 }), async (all, step) => {
        const written = tableOf(all);
        for (const cell of Papa.parse<string[]>(written, { delimiter: ',', newline: '\r\n' }).data.flat())
          expect(cell).not.toMatch(/^[=+@\-\t\r]/);
        expect(highlightsIn(await readAll(fileOf(written, 'any.txt', step)))).toEqual(told(all));
      }),
    );
  });
});

const page = '## [A \\[small\\] page](<https://site.example/a>)';

describe('highlights written or edited by hand', () => {
  test('need only a page and a quotation in Markdown', async () => {
    const file = `${highlightsMark}\r\n\r\n${page}\r\n\r\n> First\r\n>\r\n> part\r\n\r\n> Second\r\n\r\nSaid of it,\r\n\r\ntwice.\r\n`;
    expect(await readAll(fileOf(file))).toMatchObject({
      format: 'Commonplace (highlights, Markdown)',
      found: [
        {
          place: 'line 5',
          highlight: { title: 'A [small] page', link: 'https://site.example/a', quote: 'First\n\npart', comment: '' },
        },
        { place: 'line 9', highlight: { quote: 'Second', comment: 'Said of it,\n\ntwice.', start: 2 } },
      ],
    });
  });

  test('need only link, quote and comment in a table', async () => {
    const file = 'Quote;Link;Comment\n"Two\nlines";https://site.example/a;\nNext;https://site.example/a;"\'=1"\n';
    expect(await readAll(fileOf(file))).toEqual({
      format: 'Commonplace (highlights, CSV)',
      found: [
        {
          place: 'line 2',
          highlight: {
            ...{ title: '', link: 'https://site.example/a', quote: 'Two\nlines', comment: '' },
            ...{ prefix: '', suffix: '', start: 1 },
          },
        },
        { place: 'line 4', highlight: expect.objectContaining({ quote: 'Next', comment: '=1', start: 2 }) },
      ],
    });
  });

  test('may have further columns in our table, which are named in the report', async () => {
    const columns = 'title,link,quote,comment,highlight,remembered,due';
    const id = '01890000-0000-7000-8000-000000000001';
    const row = `A page,https://site.example/a,Words,Mine,${id},,`;
    const highlight = expect.objectContaining({ title: 'A page', quote: 'Words', comment: 'Mine', id }) as unknown;
    const [mine, empty] = [`${columns},Rating\n${row},5\n`, `${columns},\n${row},\n`];
    expect(await readAll(fileOf(mine))).toEqual({
      format: 'Commonplace (highlights, CSV)',
      found: [
        { place: 'line 2', highlight },
        { place: 'the file', remark: 'Left out, as highlights have no such field: rating.' },
      ],
    });
    expect((await readAll(fileOf(empty))).found).toEqual([{ place: 'line 2', highlight }]);
  });

  test.each([
    ['of no page', `${highlightsMark}\n\n> Words\n`, /^line 3: It isn’t said which page/],
    ['that are none', `${highlightsMark}\n\n# Highlights\n`, /^the file: There are no highlights/],
    ['of white space', `${highlightsMark}\n\n${page}\n\n>  \n`, /^line 5: Choose some words/],
    ['of 4,001 characters', `${highlightsMark}\n\n${page}\n\n> ${'a'.repeat(4001)}\n`, /^line 5: .+at most 4000/],
    ['of a megabyte', `link,quote,comment\nhttps://a.example,${'a'.repeat(1_000_000)},\n`, /^line 2: .+at most 4000/],
    [
      'with a comment of a megabyte',
      `${highlightsMark}\n\n${page}\n\n> A\n\n${'a '.repeat(500_000)}\n`,
      /^line 5: A comment/,
    ],
    ['with an id that is none', 'link,quote,comment,highlight\nhttps://a.example,A,,1\n', /^line 2: .+ its id/],
  ])('%s are refused with their line', async (_, file, words) => {
    const { found } = await readAll(fileOf(file));
    expect(faultsIn(found)).toEqual([expect.stringMatching(words)]);
  });
});
