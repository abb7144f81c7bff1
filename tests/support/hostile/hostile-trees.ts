import type { Shape } from './hostile-files.ts';

const million = 1_000_000;
const mark = (title: string) => `<bookmark href="https://innocent.example/${title}"><title>${title}</title></bookmark>`;
const outline = (title: string) => `<outline text="${title}" htmlUrl="https://innocent.example/${title}"/>`;
const enote = (title: string, inner = 'words') =>
  `<note><title>${title}</title><content><![CDATA[<en-note>${inner}</en-note>]]></content></note>`;
const clip = (title: string) => `${title}\n- Your Highlight on page 1 | Added on 1\n\nwords\n==========\n`;
const counted = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join('');
const both = ['before', 'after'];
const first = ['before'];

/** Links and notes as XML, and texts, each with harmless entries beside the hostile one. */
export const trees: Shape[] = [
  [
    'entities.xml',
    () =>
      '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><opml><body><outline text="&a;" htmlUrl="https://e.example"/></body></opml>',
    ['&a;'],
  ],
  [
    'entity-bomb.xbel',
    () =>
      `<!DOCTYPE xbel [${counted(20, (at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`)}]><xbel>${mark('before')}<bookmark href="https://innocent.example/x"><title>&a20;</title></bookmark>${mark('after')}</xbel>`,
    both,
  ],
  [
    'folders-150000.xbel',
    () => `<xbel>${mark('before')}${'<folder><title>x</title>'.repeat(150_000)}${mark('after')}`,
    both,
  ],
  [
    'outlines-150000.opml',
    () => `<opml><body>${outline('before')}${'<outline text="x">'.repeat(150_000)}${outline('after')}`,
    both,
  ],
  ['endless-note.enex', () => `<en-export>${enote('before')}<note><content><![CDATA[${'<b>x'.repeat(million)}`, first],
  [
    'tags-in-note.enex',
    () =>
      `<en-export>${enote('before')}<note><title>x</title>${'<tag>x</tag>'.repeat(200_000)}</note>${enote('after')}</en-export>`,
    both,
  ],
  [
    'lists-in-lists.enex',
    () => `<en-export>${enote('before')}${enote('deep', '<ul><li>x'.repeat(60_000))}${enote('after')}</en-export>`,
    both,
  ],
  [
    'emphasis.enex',
    () =>
      `<en-export>${enote('before')}${enote('bold', '<b>x<i>y<a href="z">'.repeat(40_000))}${enote('after')}</en-export>`,
    both,
  ],
  ['clippings.txt', () => `${clip('before')}${'x\n==========\n'.repeat(200_000)}${clip('after')}`, both],
  [
    'addresses.txt',
    () =>
      `https://innocent.example/before before\n${counted(60, (at) => `https://innocent.example/${at}\n`)}${'x'.repeat(4 * million)}`,
    first,
  ],
  ['ticks.md', () => `# before\n\n${counted(400, (at) => `${'`'.repeat(at % 700)} `)}`, []],
  ['brackets.md', () => `# before\n\n${'![['.repeat(50_000)}${'[a]('.repeat(10_000)}`, []],
  ['toml.md', () => `+++\n${'a = '.repeat(10)}${'['.repeat(60_000)}\n+++\ntext`, []],
];
