const tooLong = 'A note holds at most 200 KB of text\\.';
const nothingSaved = 'entries were left out: nothing in them can be imported';
const cells = (line: number, count: number) =>
  new RegExp(`^line ${line}: This line has ${count} cells; at most 500 are read`);
const openBrace = /^line 2: A brace in this entry is never closed/;
const unknownList = /^the file: This is JSON, but not in a format we know/;
const nested = (at: number) => new RegExp(`^character ${at}: This part is nested more than 64 levels deep`);
const unpacks = (file: string) => new RegExp(`^${file}: It unpacks to more than 150 times its size`);
const neverEnds = (line: number) => new RegExp(`^line ${line}: A tag begins here and doesn’t end within`);
const openQuote = /^line 3: A quotation mark on this line is never closed/;
const damagedCopy = /^the page: This copy of a page is damaged: it no longer says which note it belongs to/;
const lost = '^hostile: The copy of its page couldn’t be read: ';
const elements = new RegExp(`${lost}It makes more than 60000 elements. \\(at character \\d+\\)$`);
const levels = new RegExp(`${lost}It nests more than 250 elements. \\(at character \\d+\\)$`);

/**
 * The expected message for each hostile file or part, with the place in it and the limit that it exceeds. Files that
 * are not listed exceed none: they are read normally, at no cost to others.
 */
export const hostileSays: Readonly<Record<string, RegExp>> = {
  'endless-tag.html': neverEnds(4),
  'endless-comment.html': neverEnds(4),
  'entities.html': new RegExp(`^line 4: ${tooLong}`),
  'linkding-notes.html': new RegExp(`^line 4: ${tooLong}`),
  'links-of-scripts.html': /^line 4: “javascript:alert\(1\)” isn’t a web address/,
  'tags-70000.html': /^line 4: It has 70000 tags, of which all but the first 100 were left out/,
  'brackets-200000.json': nested(65),
  'brackets-4000000.json': nested(65),
  'objects-700000.json': nested(321),
  'deep-item.json': nested(150),
  'items-200000.json': unknownList,
  'wide-item.json': /^item 2: It has 1000000 tags, of which all but the first 100 were left out/,
  'keys-300000.json': unknownList,
  'escapes.json': /^item 2: This is neither JSON nor an address/,
  'deep-line.jsonl': /^line 2: This part is nested more than 64 levels deep/,
  'folders-200000.json': nested(508),
  'long-folders.json': new RegExp(`^f+ / item 1: ${tooLong}`),
  'objects-within-objects.json': new RegExp(`^the file: 9,000 ${nothingSaved}`),
  'copies-in-export.json': /^item 3: The copy of its page couldn’t be read, .* 60000 elements. \(at character \d+\)$/,
  'open-quote.csv': openQuote,
  'quotes.csv': openQuote,
  'columns-1000000.csv': cells(2, 900_001),
  'header-1000000.csv': cells(1, 1_000_004),
  'rows-2000000.csv': /^line 3: “a” isn’t a web address/,
  'brackets.md': /^brackets.md: By line \d+ the text has 50000 lines and signs of Markdown/,
  'ticks.md': /^ticks.md: By line \d+ the text has 50000 lines and signs of Markdown/,
  'braces-4000000.bib': openBrace,
  'entries-600000.bib': openBrace,
  'entries-on-one-line.bib': /^line 2: It has no title, link or text/,
  'values-within-values.bib': /^line 2: This entry nests more than 50 braces/,
  'values-of-pairs.bib': /^line 2: This entry is broken: a comma, a quotation mark or a name is missing/,
  'accents.bib': new RegExp(`^line 2: ${tooLong}`),
  'bomb-1-gb.zip': unpacks('0.json'),
  'bomb-40-of-100-mb.zip': unpacks('39.json'),
  'brackets-24-mb.zip': unpacks('x.json'),
  'archive-in-archive.zip': /^inner.zip: Archives inside archives aren’t opened/,
  'empty-files-10000.zip': /^0.md: The file is empty/,
  'yaml-aliases.zip': /^x.md: The front matter repeats its own parts \(&, \*\) more than 50 times/,
  'yaml-deep.zip': /^y.md: The front matter between the lines --- has a mistake in line 2/,
  'yaml-keys.zip': /^x.md: The front matter has more than 1000 lines/,
  'yaml-100-files.zip': /^0.md: The front matter has more than 1000 lines/,
  'markdown-4-mb.md': new RegExp(`^markdown-4-mb.md: ${tooLong}`),
  'highlights.md': /^line 5: It isn’t said which page this passage is from/,
  'copy-page.html': damagedCopy,
  'copy-page-ends.html': damagedCopy,
  'endless-note.enex': neverEnds(1),
  'tags-in-note.enex': /^line 1: It has 200000 tags, of which all but the first 100 were left out/,
  'lists-in-lists.enex': new RegExp(`^line 1: ${tooLong}`),
  'emphasis.enex': new RegExp(`^line 1: ${tooLong}`),
  'clippings.txt': /^line 6: This isn’t a clipping: the line with its place is missing/,
  'addresses.txt': /^line 62: This line has no address, or more than one/,
  'toml.md': /^toml.md: The front matter between the lines \+\+\+ has a mistake in line 2/,
  'copy-ark-45-kb.json': elements,
  'copy-ark-177-kb.json': elements,
  'copy-ark-with-other-ends.json': elements,
  'copy-ark-behind-short-comment.json': elements,
  'copy-ark-in-drawing-title.json': elements,
  'copy-bold-25000.json': elements,
  'copy-ends-without-beginnings.json': elements,
  'copy-attributes-100000.json': new RegExp(`${lost}One tag has more than 1000 attributes. \\(at character \\d+\\)$`),
  'copy-divisions-with-other-ends.json': levels,
  'copy-divisions-59000.json': levels,
  'copy-links-in-links.json': levels,
  'copy-nobr.json': levels,
  'copy-fonts.json': levels,
  'copy-fonts-that-differ.json': levels,
  'copy-tables-in-tables.json': levels,
  'copy-templates.json': levels,
  'copy-svg-and-math.json': levels,
  'copy-select.json': levels,
  'body-of-brackets.json': /^The body nests lists and objects more than 64 deep/,
  'entries-2000000.json': /^Send at most 5761 KB at once/,
  'tags-1000000.json': /^Send at most 60000 values at once/,
};
