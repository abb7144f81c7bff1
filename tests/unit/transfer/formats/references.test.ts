import { describe, expect, test } from 'vitest';
import { latexText } from '../../../../src/transfer/formats/text/bibtex.ts';
import { faultsIn, fileOf, itemsIn, readAll, readFixture } from '../../../support/import-files.ts';

describe('references', () => {
  test('from BibTeX: string definitions, accents, braces and addresses', async () => {
    const { format, items, faults } = await readFixture('references.bib');
    expect(format).toBe('BibTeX');
    expect(items).toEqual([
      {
        title: "On a Bay: Müller's Tides – part 1 & 2",
        url: 'https://seas.example/~berg/bay--1?a=1&b=2',
        body: '> Tides of one bay.\n\nRead twice.',
        tags: ['tides', 'bays'],
        at: '2012-04-05T00:00:00.000Z',
        imported: {
          author: 'Berg, Ann and The Harbour Office and Sørensen, Žan',
          journal: 'Journal of Small Seas (new series)',
          year: '2011',
          month: 'March',
          file: ':papers/berg.pdf:PDF',
          type: 'article',
          key: 'berg2011',
          urldate: '2012-04-05',
          doi: '10.5555/tide_1',
        },
      },
      expect.objectContaining({ title: 'A book on nets', url: 'https://nets.example/book_1' }),
      expect.objectContaining({ title: 'After it', url: 'https://doi.org/10.5555/after' }),
    ]);
    expect(faults).toEqual(['line 27: A brace in this entry is never closed.']);
  });

  test('from CSL-JSON: readable names and dates, and a DOI where there is no address', async () => {
    const { format, items } = await readFixture('references.json');
    expect(format).toBe('References (CSL-JSON)');
    expect(items).toEqual([
      {
        title: 'On a bay',
        url: 'https://seas.example/bay',
        body: '> Tides of one bay.\n\nRead twice.',
        tags: ['tides', 'bays'],
        at: '2012-04-05T00:00:00.000Z',
        imported: {
          id: 'http://zotero.example/users/1/items/AB12',
          type: 'article-journal',
          'container-title': 'Journal of Small Seas',
          ISSN: '1234-5678',
          issue: '2',
          language: 'en',
          page: '10-20',
          volume: '7',
          author: ['Ann Berg', 'The Harbour Office'],
          issued: '2011-03',
          urldate: '2012-04-05',
          doi: '10.5555/tide.1',
        },
      },
      {
        title: 'A book on nets',
        body: '',
        tags: [],
        imported: { id: 'x2', type: 'book', publisher: 'Harbour Press', author: ['Jan van der Meer'], issued: '1987' },
      },
      expect.objectContaining({ title: 'With a DOI alone', url: 'https://doi.org/10.5555/tide.3' }),
    ]);
  });

  test('from RIS: multi-line fields, repeated fields, and a missing end', async () => {
    const { format, items, faults } = await readFixture('references.ris');
    expect(format).toBe('References (RIS)');
    expect(items).toEqual([
      {
        title: "On a Bay: Müller's Tides",
        url: 'https://seas.example/bay',
        body: '> Tides of one bay,\\\n> measured for a year.\n\nRead **twice**.',
        tags: ['tides', 'bays'],
        at: '2012-04-05T06:07:08.000Z',
        imported: {
          ...{ TY: 'JOUR', AU: ['Berg, Ann', 'The Harbour Office'], T2: 'Journal of Small Seas', PY: '2011' },
          ...{ DA: '2011/03//', VL: '7', IS: '2', SP: '10', EP: '20', SN: '1234-5678', Y2: '2012/04/05/06:07:08' },
          ...{ L1: 'files/12/berg.pdf', ID: 'berg2011', doi: '10.5555/tide.1' },
        },
      },
      expect.objectContaining({
        ...{ title: 'A book on nets', url: 'https://nets.example/book', tags: ['nets', 'ropes', 'knots'] },
        imported: expect.objectContaining({ UR: 'https://nets.example/book.pdf' }) as object,
      }),
      expect.objectContaining({
        ...{ title: 'With a DOI alone', url: 'https://doi.org/10.5555/after' },
        remarks: ['The file ends within this reference, so it may be incomplete.'],
      }),
    ]);
    expect(faults).toEqual([]);
    const odd = await readAll(fileOf('TY  - BOOK\nTI  - A\nER  - \nA lost line\nTY  - BOOK\nTI  - B\nER  -\n'));
    expect(itemsIn(odd.found).map(({ title }) => title)).toEqual(['A', 'B']);
    expect(faultsIn(odd.found)).toEqual(['line 4: This line is in no reference (TY … ER).']);
  });

  test('from a Zotero table: notes as Markdown, and both kinds of tags', async () => {
    const { format, items } = await readFixture('zotero.csv');
    expect(format).toBe('Zotero (CSV)');
    expect(items).toEqual([
      {
        title: 'On a bay',
        url: 'https://seas.example/bay',
        body: '> Tides of one bay.\n\nRead **twice**.\n\nAnd lent.',
        tags: ['tides', 'bays', 'Oceanography'],
        at: '2012-04-05T06:07:08.000Z',
        changedAt: '2012-05-05T06:07:08.000Z',
        source: 'zotero:AB12CD34',
        imported: {
          Key: 'AB12CD34',
          'Item Type': 'journalArticle',
          'Publication Year': '2011',
          Author: 'Berg, Ann; Meer, Jan van der',
          'Publication Title': 'Journal of Small Seas',
          ISSN: '1234-5678',
          DOI: '10.5555/tide.1',
          Date: '2011-03',
          'Access Date': '2012-04-05 06:00:00',
          Pages: '10-20',
          'File Attachments': '/home/ira/Zotero/storage/X/berg.pdf',
        },
      },
      expect.objectContaining({ title: 'A book on nets', source: 'zotero:EF56GH78' }),
    ]);
  });
});

describe('an invalid BibTeX file', () => {
  const entry = (key: string, title = key) => `@misc{${key}, title = {${title}}}\n`;

  test.each([
    ['whose entry has no comma', '@misc{x title = {X} year = 1}\n', /^line 2: This entry is broken/],
    ['whose braces go too deep', entry('deep', '{'.repeat(60) + '}'.repeat(60)), /^line 2: .* more than 50 braces/],
    ['whose entry is too long', entry('long', 'x'.repeat(400_000)), /^line 2: .* longer than 300000 characters/],
    ['with more braces than can be read', entry('wide', '{}'.repeat(100_000)), /^line 2: This entry is broken/],
  ])('with %s gives the other entries, and names the invalid one by line', async (_, fault, why) => {
    const { found } = await readAll(fileOf(`${entry('before')}${fault}${entry('after')}`));
    expect(itemsIn(found).map(({ title }) => title)).toEqual(['before', 'after']);
    expect(faultsIn(found)).toEqual([expect.stringMatching(why)]);
  });

  test('with definitions only says so', async () => {
    const { found } = await readAll(fileOf('@string{a = "b"}\n@comment{x}\n'));
    expect(found).toEqual([{ place: 'the file', why: 'There are no references in this file.' }]);
  });
});

test.each([
  [String.raw`M\"uller, M{\"u}ller, M\"{u}ller`, 'Müller, Müller, Müller'],
  [String.raw`Na\"{\i}ve \'Ecole \v{S}koda \c{c}a \r{a}`, 'Naïve École Škoda ça å'],
  [String.raw`Stra{\ss}e \O{}re {\AA}ngstr\"om \ae\ on`, 'Straße Øre Ångström æ on'],
  [String.raw`50\% \& {The} \textit{Word} $x_{1} \ge 2$`, '50% & The Word $x_{1} \\ge 2$'],
  ['pages 1--2 --- and {B}races', 'pages 1–2 — and Braces'],
])('LaTeX %s is read as %s', (latex, text) => {
  expect(latexText(latex)).toBe(text);
});

test('references need neither a key nor a complete address', async () => {
  const { found } = await readAll(
    fileOf(`@Article{,
  title = {Io, {a} moon},
  url = {www.io.example/a},
}
@book{ ,title={Nets},url={ebrary http://nets.example/1},doi={10.5555/x}}
@misc{k, title = {Kept}, url = {internal-pdf://kept.pdf}, doi = {10.5555/y}}
@misc{l, title = {Of a share}, url = {file:///share}}
@misc{m, title = {Of its name}, url = {//share/a.pdf}}
@misc{n, title = {Begun}, url = {//nets.example/2}}
`),
  );
  expect(found.map((one) => ('item' in one ? one.item : one))).toEqual([
    {
      title: 'Io, a moon',
      url: 'http://www.io.example/a',
      body: '',
      tags: [],
      imported: { type: 'article', url: 'www.io.example/a' },
    },
    expect.objectContaining({ title: 'Nets', url: 'http://nets.example/1' }),
    expect.objectContaining({ title: 'Kept', url: 'https://doi.org/10.5555/y' }),
    { title: 'Of a share', body: '', tags: [], imported: { type: 'misc', key: 'l', url: 'file:///share' } },
    { title: 'Of its name', body: '', tags: [], imported: { type: 'misc', key: 'm', url: '//share/a.pdf' } },
    expect.objectContaining({ title: 'Begun', url: 'http://nets.example/2' }),
  ]);
});

test('references without a title are named after their source or their authors', async () => {
  const file =
    '@incollection{a, booktitle = {Small Seas}}\n@misc{b, author = {Berg, Ann}, year = 1999}\n@misc{c, pages = 3}\n';
  expect(itemsIn((await readAll(fileOf(file))).found).map(({ title }) => title)).toEqual([
    'Small Seas',
    'Berg, Ann (1999)',
    '',
  ]);
  const work = { id: 'd', type: 'book', author: [{ family: 'Berg', given: 'Ann' }, { literal: 'Io' }], DOI: '' };
  expect(itemsIn((await readAll(fileOf(JSON.stringify([work])))).found)).toMatchObject([{ title: 'Ann Berg, Io' }]);
});

test.each([
  ['Mendeley', 'Automatically generated by Mendeley Desktop 1.19.8\nAny changes to this file will be lost.\n\n'],
  ['an early JabRef', 'This file was created with JabRef 2.2.\nEncoding: UTF8\n\n'],
])('the text that %s writes before its references is not one of them', async (_, before) => {
  const { format, found } = await readAll(
    fileOf(`${before}@article{Io,\ntitle = {{Io}},\nurl = {https://io.example/}\n}\n`),
  );
  expect(format).toBe('BibTeX');
  expect(itemsIn(found)).toMatchObject([{ title: 'Io', url: 'https://io.example/' }]);
});
