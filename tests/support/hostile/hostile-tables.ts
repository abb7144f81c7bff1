import type { Shape } from './hostile-files.ts';

const address = (title: string) => `https://innocent.example/${title}`;
const counted = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join('');
const listed = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join();

const csv = (rows: string) => `url,title,tags,note\n${address('before')},before,,\n${rows}`;
const passages = (rows: string) => `highlight,book title,book author,note,location,highlighted at\n${rows}`;

const reference = (title: string) => `@misc{${title}, title = {${title}}, url = {${address(title)}}}\n`;
const bib = (entries: string) => `${reference('before')}${entries}${reference('after')}`;
const valued = (count: number, value: string) => `@misc{x, title = {${value}}}\n`.repeat(count);

const leaf = (name: string) => JSON.stringify({ type: 'url', name, url: address(name) });
const chrome = (children: string) => `{"checksum":"x","roots":{"other":{"children":[${children}]}},"version":1}`;
const kept = (title: string, more: object = {}) =>
  JSON.stringify({ createdAt: 1, title, tags: [], content: { type: 'link', url: address(title) }, ...more });
const annotation = (at: number) =>
  `{"uri":"${address('before')}","text":"","tags":[],"target":[],"document":{"title":["before"]},"k${at}":1}`;

const [both, first] = [['before', 'after'], ['before']];

/** Tables, references and JSON that are more expensive to parse than their size suggests. */
export const tables: Shape[] = [
  ['open-quote.csv', () => csv(`"${'a,'.repeat(2 * 1_000_000)}`), first],
  ['quotes.csv', () => csv('"""'.repeat(1_300_000)), first],
  [
    'columns-1000000.csv',
    () => `url,title,tags,note\n${'a,'.repeat(900_000)}\n${address('after')},after,,\n`,
    ['after'],
  ],
  [
    'header-1000000.csv',
    () => `url,title,tags,note${',a'.repeat(1_000_000)}\n${'https://a.example/x,x\n'.repeat(50_000)}`,
    [],
  ],
  ['rows-2000000.csv', () => csv('a\n'.repeat(2 * 1_000_000)), first],
  [
    'listed-tags.csv',
    () => csv(`https://a.example/x,x,"['${"\\'".repeat(1_000_000)}",\n${address('after')},after,,\n`),
    both,
  ],
  [
    'cells-of-one-name.csv',
    () => `url,title${',a'.repeat(498)}\n${`${address('before')},before${',x'.repeat(498)}\n`.repeat(3000)}`,
    first,
  ],
  ['cells-beyond-columns.csv', () => csv(`${'a,'.repeat(400)}\n`.repeat(4000)), first],
  ['highlights-of-one-book.csv', () => passages('a,before,c,d,1,\n'.repeat(100_000)), first],
  [
    'highlights-of-many-books.csv',
    () => passages(`a,before,c,d,1,\n${counted(200_000, (at) => `a,b${at},c,d,1,\n`)}`),
    first,
  ],
  ['braces-4000000.bib', () => bib('@misc{x, title = {'.padEnd(4_000_000, '{') + '\n'), both],
  ['entries-600000.bib', () => bib('@a{\n'.repeat(600_000)), first],
  ['entries-on-one-line.bib', () => bib('@a{}'.repeat(1_000_000)), first],
  ['values-within-values.bib', () => bib(valued(15, `${'{'.repeat(49)}${'x'.repeat(200_000)}${'}'.repeat(49)}`)), both],
  ['values-of-pairs.bib', () => bib(valued(12, '{}'.repeat(140_000))), both],
  ['accents.bib', () => bib(valued(12, "\\'".repeat(140_000))), both],
  ['dollars.bib', () => bib(valued(12, '\\$ $'.repeat(70_000))), both],
  [
    'folders-200000.json',
    () => chrome(`${leaf('before')},${'{"children":['.repeat(200_000)}${']}'.repeat(200_000)},${leaf('after')}`),
    both,
  ],
  [
    'long-folders.json',
    () =>
      chrome(
        `${leaf('before')},${`{"name":"${'f'.repeat(60_000)}","children":[`.repeat(25)}${leaf('deep')}${']}'.repeat(25)}`,
      ),
    first,
  ],
  ['annotations-of-one-page.json', () => `{"annotations":[${listed(20_000, annotation)}]}`, first],
  [
    'circle-of-lists.json',
    () =>
      `{"bookmarks":[${kept('before')},${listed(9000, () => kept('x', { lists: ['l0'] }))}],"lists":[${listed(9000, (at) => `{"id":"l${at}","name":"x","parentId":"l${(at + 1) % 9000}"}`)}]}`,
    first,
  ],
  [
    'deep-line.jsonl',
    () =>
      `{"url":"${address('before')}","title":"before"}\n{"a":${'['.repeat(900_000)}\n{"url":"${address('after')}","title":"after"}`,
    both,
  ],
  [
    'objects-within-objects.json',
    () =>
      `[${`{"a":${'{"a":'.repeat(50)}1${'}'.repeat(50)}},`.repeat(9000)}{"url":"${address('after')}","title":"after"}]`,
    ['after'],
  ],
];
