import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { feedOf } from '../../../src/feeds/model/feed.ts';
import { atomFeed, jsonFeed, rssFeed } from '../../../src/feeds/model/formats.ts';
import { NewNote } from '../../../src/notes/model/note.ts';
import { parseQuery } from '../../../src/search/model/query.ts';
import { readPage, decodedPage } from '../../../src/capture/server/read-page.ts';
import { preparedMarkdown } from '../../../src/reading/server/prepared-note.ts';
import { readFeed } from '../../support/feeds.ts';
import { fileOf, readAll, zipOf } from '../../support/import-files.ts';
import { articlePage } from '../../support/browser/pages.ts';
import { sampleNote } from '../../support/samples.ts';
import { renderedNote } from '../../support/written-notes.ts';
import { bytesOf, damageBytes, textFrom } from './damage.ts';
import { hostileText, type Pick } from './values.ts';

/** A parser of foreign input. `work` generates random input and parses it. */
export type Reader = {
  name: string;
  work: (pick: Pick) => { input: string | Uint8Array; read: () => Promise<unknown> };
};

const folder = path.resolve(import.meta.dirname, '../../fixtures/import');
const samples = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => statSync(path.join(folder, name)).isFile())
  .sort()
  .map((name) => ({ name, bytes: new Uint8Array(readFileSync(path.join(folder, name))) }));
const samplesOf = (ending: RegExp) => samples.filter(({ name }) => ending.test(name));

const file = (ending: RegExp, pieces: readonly string[]) => (pick: Pick) => {
  const sample = pick.of(samplesOf(ending));
  const input = pick.chance(0.7) ? damageBytes(sample.bytes, pick) : bytesOf(textFrom(pieces, pick));
  return { input, read: () => readAll(fileOf(input, sample.name, 1 + pick.int(70_000))) };
};

export const readers: Reader[] = [
  {
    name: 'bookmarks (HTML)',
    work: file(/\.html$/, [
      '<!DOCTYPE NETSCAPE-Bookmark-file-1>',
      '<DL><p>',
      '<DT>',
      '<H3>',
      '<A HREF="',
      '">',
      '</A>',
      '</DL>',
      '<DD>',
      '<!--',
      'ADD_DATE="9e99"',
      ' TAGS="a,b"',
    ]),
  },
  {
    name: 'tables (CSV)',
    work: file(/\.csv$/, [
      'url,title,tags\n',
      '"',
      '""',
      ',',
      '\r\n',
      '\n',
      'https://a.example/',
      ';',
      '\t',
      '=1+1',
      '\0',
    ]),
  },
  {
    name: 'JSON',
    work: file(/\.jsonl?$/, [
      ...'[{}]":,',
      '"url"',
      '"title"',
      '\\u0000',
      '\\ud800',
      '1e999',
      'null',
      '{"notes":[',
      '"__proto__":{',
    ]),
  },
  {
    name: 'references (BibTeX)',
    work: file(/\.bib$/, [
      '@article{',
      'a,',
      'title = ',
      '{',
      '}',
      '"',
      '\\"{u}',
      '\\',
      '$',
      ' # ',
      ',\n',
      '@string(',
      ')',
      '%',
    ]),
  },
  {
    name: 'Markdown and front matter',
    work: file(/\.(md|txt)$/, [
      '---\n',
      'title: ',
      'tags: [',
      '&a ',
      '*a\n',
      '!!js/function ',
      '- ',
      '|\n',
      '{',
      '"',
      'url: https://',
      '# ',
      '\n\n',
      '? ',
      '<<: ',
      ...'+++\n [[ ![[ ]] ```\n ](b.md) ==========\n -Your:Highlight| \n'.split(' '),
    ]),
  },
  {
    name: 'links and notes as XML',
    work: file(
      /\.(xbel|opml|enex)$/,
      [
        '<?xml?> <xbel> <opml><body> <en-export><note> <folder> <bookmark::href=" "> <title> </bookmark> &amp; <!ENTITY::a>',
        '<outline::text=" "/> </note> <content><![CDATA[<en-note> <ul><li> <table><tr><td> <pre><br/> ]]></content>',
      ].flatMap((some) => some.split(' ').map((piece) => piece.replace('::', ' '))),
    ),
  },
  { name: 'zip', work: zip },
  { name: 'Markdown as it is shown', work: markdown },
  { name: 'captured pages', work: page },
  { name: 'feeds', work: feed },
  { name: 'search queries', work: searched },
];

function zip(pick: Pick) {
  const files = Object.fromEntries(
    Array.from({ length: 1 + pick.int(4) }, () => {
      const { name, bytes } = pick.of(samples);
      const called = pick.chance(0.7) ? name : pick.value(hostileText).slice(0, 400).toWellFormed();
      // The writer of the archive cannot take this name itself.
      return [called === '__proto__' ? 'proto' : called || 'x', pick.chance(0.5) ? damageBytes(bytes, pick) : bytes];
    }),
  );
  const whole = zipOf(files);
  const input = pick.chance(0.6) ? damageBytes(whole, pick) : whole;
  return { input, read: () => readAll(fileOf(input, 'all.zip', 1 + pick.int(70_000))) };
}

function markdown(pick: Pick) {
  const input = pick.chance(0.5)
    ? pick.value(hostileText)
    : Array.from({ length: 40 }, () => pick.text(300)).join(pick.of(['\n', '\n\n', ' ']));
  return { input, read: () => preparedMarkdown(input, pick.text(60)) };
}

function page(pick: Pick) {
  const pieces = [
    '<p>',
    '</p>',
    '<b a',
    '<table>',
    '<td>',
    '<svg>',
    '<math>',
    '<template>',
    '<!--',
    '-->',
    '<a href="',
    '">',
    '<script>',
    '<base href="',
    '<meta name="',
    '<title>',
    '&#',
    '\0',
    'Words of a text that is long enough. ',
  ];
  const html = pick.chance(0.5)
    ? articlePage({ head: textFrom(pieces, pick).slice(0, 2000), body: textFrom(pieces, pick) })
    : textFrom(pieces, pick);
  const input = pick.chance(0.5) ? damageBytes(bytesOf(html), pick) : bytesOf(html);
  const type = pick.of([
    'text/html',
    'text/html; charset=utf-16',
    'text/html; charset=shift_jis',
    'text/html; charset=none',
    '',
  ]);
  return {
    input,
    read: async () => readPage(decodedPage(input, type), pick.of(['https://a.example/b', 'http://[::1]/'])),
  };
}

/** What a person may write into a note stands in every format of a feed, each of which its readers take. */
function feed(pick: Pick) {
  const typed = () => (pick.chance(0.5) ? pick.value(hostileText) : pick.text(150));
  const input = JSON.stringify([typed(), typed(), typed()]);
  return {
    input,
    read: async () => {
      const [title, body, name] = JSON.parse(input) as [string, string, string];
      const note = NewNote.safeParse({ title: title.slice(0, 200), body });
      if (!note.success) return;
      const site = { url: 'https://commonplace.example', title: 'Commonplace' };
      const about = {
        id: 'tag:commonplace.example,2026:notes',
        title: 'Notes',
        description: '',
        base: '',
        page: '/new',
        site,
      };
      const shown = await renderedNote(sampleNote({ title: note.data.title, body: note.data.body }), name.slice(0, 80));
      const made = feedOf(about, [shown], '2026-01-01T00:00:00.000Z');
      for (const format of [atomFeed, rssFeed, jsonFeed]) readFeed(format(made));
    },
  };
}

function searched(pick: Pick) {
  const pieces = [
    'tag:',
    'person:',
    'site:',
    'kind:',
    'date:',
    'after:',
    'before:',
    '"',
    '-',
    ' ',
    '2024',
    '9999-99-99',
    '*',
    ':',
  ];
  const input = pick.chance(0.5) ? pick.value(hostileText) : textFrom(pieces, pick);
  return { input, read: async () => parseQuery(input) };
}
