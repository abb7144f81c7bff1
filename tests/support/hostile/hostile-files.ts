import { archives } from './hostile-archives.ts';
import { hostileMarkup } from './hostile-markup.ts';
import { tables } from './hostile-tables.ts';
import { trees } from './hostile-trees.ts';

/** A malicious upload: a file for POST /api/import, a body for …/entries, or a page to be captured. */
export type HostileFile = {
  name: string;
  form: 'file' | 'entry' | 'page';
  bytes: () => Uint8Array<ArrayBuffer>;
  /** Titles of the harmless entries beside it, which are imported. */
  kept: readonly string[];
};

const utf8 = (text: string) => new TextEncoder().encode(text);
const million = 1_000_000;

const link = (title: string) => `<DT><A HREF="https://innocent.example/${title}" ADD_DATE="1700000000">${title}</A>\n`;
const bookmarks = (inner: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${link('before')}${inner}`;
const item = (title: string, more: object = {}) => ({
  title,
  url: `https://innocent.example/${title}`,
  is_archived: 0,
  tags: [],
  ...more,
});
const json = (...items: string[]) =>
  `[${[JSON.stringify(item('before')), ...items, JSON.stringify(item('after'))].join(',')}]`;
const counted = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join('');
const both = ['before', 'after'];
const first = ['before'];
/** A file with harmless entries beside the hostile one. The expected messages are in hostile-says.ts. */
export type Shape = [name: string, bytes: () => string | Uint8Array<ArrayBuffer>, kept?: readonly string[]];

const files: Shape[] = [
  ['folders-150000.html', () => bookmarks('<DL><p>'.repeat(150_000) + link('after')), both],
  ['headings-400000.html', () => bookmarks('<DT><H3>x'.repeat(400_000) + link('after')), both],
  [
    'attributes-100000.html',
    () => bookmarks(`<DT><A HREF="https://a.example" ${counted(100_000, (at) => `a${at} `)}>x</A>${link('after')}`),
    both,
  ],
  ['bold-500000.html', () => bookmarks('<b>'.repeat(500_000) + link('after')), both],
  ['endless-tag.html', () => bookmarks(`<A HREF="${'x'.repeat(4 * million)}`), first],
  ['endless-comment.html', () => bookmarks(`<!--${'-'.repeat(4 * million)}`), first],
  [
    'entities.html',
    () => bookmarks(`<DT><A HREF="https://a.example">${'&amp;'.repeat(800_000)}</A>${link('after')}`),
    both,
  ],
  [
    'linkding-notes.html',
    () => bookmarks(`${link('x')}<DD>${'[linkding-notes]'.repeat(250_000)}\n${link('after')}`),
    both,
  ],
  [
    'links-of-scripts.html',
    () => bookmarks('<DT><A HREF="javascript:alert(1)">x</A><DT><A HREF="data:text/html,x">y</A>' + link('after')),
    both,
  ],
  [
    'tags-70000.html',
    () =>
      bookmarks(`<DT><A HREF="https://a.example" TAGS="${counted(70_000, (at) => `t${at},`)}">x</A>${link('after')}`),
    both,
  ],
  ['brackets-200000.json', () => '['.repeat(200_000), []],
  ['brackets-4000000.json', () => '['.repeat(4 * million), []],
  ['objects-700000.json', () => '{"a":'.repeat(700_000), []],
  ['deep-item.json', () => json('['.repeat(million) + ']'.repeat(million)), both],
  ['items-200000.json', () => `[${Array(200_000).fill('{"href":"x"}').join(',')}]`, []],
  [
    'wide-item.json',
    () =>
      json(`{"title":"x","url":"https://a.example","is_archived":0,"tags":[${Array(million).fill('"a"').join(',')}]}`),
    both,
  ],
  [
    'numbers-2000000.json',
    () =>
      json(
        Array(2 * million)
          .fill('0')
          .join(','),
      ),
    first,
  ],
  ['keys-300000.json', () => `{${counted(300_000, (at) => `"k${at}":1,`)}"bookmarks":[]}`, []],
  ['item-of-4-mb.json', () => json(JSON.stringify(item('x', { content: 'x'.repeat(4 * million) }))), both],
  ['escapes.json', () => json(`"${'\\u0022'.repeat(600_000)}"`), both],
  [
    'prototype.json',
    () =>
      json(
        '{"__proto__":{"title":"x"},"constructor":{"prototype":{}},"title":"p","url":"https://a.example/p","is_archived":0,"tags":[]}',
      ),
    both,
  ],
  [
    'copies-in-export.json',
    () =>
      `{"commonplace":1,"notes":[${hostileMarkup
        .slice(0, 3)
        .map(({ html }, at) => JSON.stringify(ownNote(at, html())))
        .join(',')}]}`,
    ['own 0', 'own 1', 'own 2'],
  ],
  ...archives,
  ...tables,
  ['markdown-4-mb.md', () => `# x\n\n${'> '.repeat(2 * million)}`, []],
  ['highlights.md', () => `<!-- Commonplace highlights -->\n\n## [${'](<'.repeat(300_000)}\n\n> x\n`, []],
  [
    'copy-page.html',
    () =>
      `<meta name="generator" content="Commonplace copy">${'<script type="application/json"></script>'.repeat(100_000)}`,
    [],
  ],
  [
    'copy-page-ends.html',
    () =>
      `<meta name="generator" content="Commonplace copy"><script type="application/json">{}</script><main dir="auto">${`</main>${' '.repeat(1000)}`.repeat(4000)}`,
    [],
  ],
  ...trees,
];

const facts = {
  title: 't',
  description: '',
  author: '',
  site: '',
  language: 'en',
  published: null,
  image: null,
  canonical: null,
};
const copyOf = (html: string) => ({
  url: 'https://innocent.example/',
  at: '2026-01-01T00:00:00.000Z',
  minutes: 1,
  html,
  facts,
});

function ownNote(at: number, html: string) {
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', publishedAt: null };
  const uuid = `01890000-0000-7000-8000-00000000000${at}`;
  const note = {
    uuid,
    rev: 1,
    url: `https://innocent.example/own${at}`,
    title: `own ${at}`,
    body: 'x',
    tags: [],
    visibility: 'private',
    icon: null,
  };
  return { ...note, ...times, copy: copyOf(html) };
}

/** A part of an import: the hostile copy between two harmless entries. The note with that copy is imported as well. */
function partWith(more: object): Uint8Array<ArrayBuffer> {
  const entry = (title: string, of: object = {}) => ({
    place: title,
    item: { title, url: `https://innocent.example/${title}`, body: '', tags: [], ...of },
  });
  return utf8(
    JSON.stringify({ from: 0, last: true, entries: [entry('before'), entry('hostile', more), entry('after')] }),
  );
}

/** At least forty hostile files. Large ones are generated only when requested. */
export function hostileFiles(): HostileFile[] {
  return [
    ...files.map(([name, bytes, kept = []]): HostileFile => {
      const made = () => {
        const of = bytes();
        return typeof of === 'string' ? utf8(of) : of;
      };
      return { name, form: 'file', bytes: made, kept };
    }),
    ...hostileMarkup.flatMap(({ name, html }): HostileFile[] => [
      {
        name: `copy-${name}.json`,
        form: 'entry',
        bytes: () => partWith({ copy: copyOf(html()) }),
        kept: ['before', 'hostile', 'after'],
      },
      {
        name: `${name}.html`,
        form: 'page',
        bytes: () => utf8(`<html><head><title>Hostile</title></head><body><article>${html()}`),
        kept: [],
      },
    ]),
    { name: 'body-of-brackets.json', form: 'entry', bytes: () => utf8('['.repeat(5 * million)), kept: [] },
    {
      name: 'entries-2000000.json',
      form: 'entry',
      bytes: () =>
        utf8(
          `{"from":0,"entries":[${Array(2 * million)
            .fill('{}')
            .join(',')}]}`,
        ),
      kept: [],
    },
    { name: 'tags-1000000.json', form: 'entry', bytes: () => partWith({ tags: Array(million).fill('a') }), kept: [] },
  ];
}
