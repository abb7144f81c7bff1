import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { find } from '../../../src/search/model/find.ts';
import { emptyIndex, withFresh } from '../../../src/search/model/index.ts';
import { emptyThread, type ThreadComment } from '../../../src/discussion/model/thread.ts';
import { noteFrom } from '../../../src/notes/model/note.ts';
import { renderMarkdown } from '../../../src/notes/server/markdown/markdown.ts';
import { searchedNote, textOf, type SearchedNote } from '../../../src/search/model/note.ts';
import { shownPassage } from '../../../src/search/model/passage.ts';

const note = (uuid: string, fields: Partial<SearchedNote>): SearchedNote => ({
  uuid,
  path: `/note/detail/${uuid}/x`,
  title: 'Untitled',
  kind: 'text',
  host: '',
  excerpt: '',
  tags: [],
  author: 'Ada Lovelace',
  handle: 'ada',
  minutes: 1,
  at: '2026-11-01T00:00:00Z',
  text: '',
  ...fields,
});

const notes = [
  note('title', { title: 'On reading slowly' }),
  note('text', { title: 'Trains', text: 'Some thoughts about reading on trains and about boats.' }),
  note('tag', { title: 'Slips', tags: ['note-taking', 'c++'], at: '2026-10-05T00:00:00Z' }),
  note('french', { title: 'Une tour, mille livres', text: 'La mémoire de Montaigne.', at: '2025-03-01T00:00:00Z' }),
  note('japanese', { title: '見ぬ世の人を友とする' }),
  note('arabic', { title: 'الجليس الذي لا يَمَلّ' }),
  note('link', { kind: 'link', host: 'gutenberg.org', author: 'Grace Hopper', handle: 'grace', title: 'Essays' }),
  note('code', { title: 'Caching', text: 'const cache = new Map();' }),
];
const index = withFresh(emptyIndex, { notes, gone: [] });
const ids = async (query: string) => (await find(index, query, 20)).hits.map((hit) => hit.note.uuid);

describe('comments on a note', () => {
  const said = note('said', {
    title: 'Kites',
    text: 'A kite flies.',
    discussion: 'My uncle built one of silk and bamboo.',
  });
  const own = note('own', { title: 'Cloth', text: 'Silk is spun by worms.' });
  const both = withFresh(emptyIndex, { notes: [said, own], gone: [] });

  test('let it be found, after notes with the words themselves, and marked as found there', async () => {
    const { hits } = await find(both, 'silk', 20);
    expect(hits.map((hit) => hit.note.uuid)).toEqual(['own', 'said']);
    expect((await find(both, '"silk and bamboo"', 20)).hits.map((hit) => hit.note.uuid)).toEqual(['said']);
    const [, below] = hits;
    expect(below && shownPassage(below.note, below.terms)).toBe(
      'In its discussion: My uncle built one of silk and bamboo.',
    );
  });

  test('are searched as shown, without deleted and hidden ones', () => {
    const comment = (id: string, html: string, state: ThreadComment['state']): ThreadComment => ({
      ...{ id, parent: null, path: id, depth: 0, author: null, html, votes: 0 },
      ...{ createdAt: '2026-11-01T00:00:00Z', editedAt: null, state },
    });
    const comments = [
      comment('a', '<p>Of <em>silk</em>.</p>', 'shown'),
      comment('b', '<p>Of a secret.</p>', 'hidden'),
      comment('c', '<p>Of regret.</p>', 'deleted'),
    ];
    const long = comment('d', `<p>${'So on. '.repeat(1_400)}</p>`, 'shown');
    const draft = { title: 'Kites', body: '', tags: [], visibility: 'public' as const };
    const shown = {
      note: noteFrom(draft, { uuid: '01900000-0000-7000-8000-000000000000', authorId: 'u_ada', now: new Date(0) }),
      ...{ author: { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '' }, html: '', excerpt: '', minutes: 1 },
    };
    expect(searchedNote({ ...shown, thread: { ...emptyThread, comments } }).discussion).toBe('Of silk.');
    // One that fills the page does not hide the others.
    const after = searchedNote({ ...shown, thread: { ...emptyThread, comments: [long, ...comments] } });
    expect(after.discussion).toMatch(/^So on\. .* Of silk\.$/);
    expect(searchedNote({ ...shown, thread: emptyThread })).not.toHaveProperty('discussion');
  });
});

describe('a note as the search knows it', () => {
  const draft = { title: 'Kites', body: '', tags: [], visibility: 'public' as const };
  const note = noteFrom(draft, { uuid: '01900000-0000-7000-8000-000000000000', authorId: 'u_ada', now: new Date(0) });
  const rest = { author: { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '' }, html: '', excerpt: '', minutes: 1 };

  test('has what its card shows of the linked page, without the sizes of files', () => {
    const lead = { name: 'a'.repeat(32), width: 640, height: 320 };
    const pictures = { bytes: 9_000, lead, author: 'Grace', minutes: 12 };
    expect(searchedNote({ ...rest, note: { ...note, pictures } }).pictures).toEqual({
      lead,
      author: 'Grace',
      minutes: 12,
    });
    expect(searchedNote({ ...rest, note: { ...note, pictures: { bytes: 0 } } })).not.toHaveProperty('pictures');
    expect(searchedNote({ ...rest, note })).not.toHaveProperty('pictures');
  });
});

describe('finding', () => {
  test('a word in the title ranks higher than in the text', async () => {
    expect(await ids('reading')).toEqual(['title', 'text']);
  });

  test.each([
    ['rea', ['title', 'text']],
    ['r', ['title']],
    ['READING slowly', ['title', 'text']],
    ['reading zebra', ['title', 'text']],
    ['raeding', ['title', 'text']],
    ['readnig', ['title', 'text']],
    ['eading', ['title', 'text']],
    ['taking', ['tag']],
    ['#note-taking', ['tag']],
    ['tag:c++', ['tag']],
    ['memoire', ['french']],
    ['Mémoire', ['french']],
    ['友', ['japanese']],
    ['見ぬ世', ['japanese']],
    ['يمل', ['arabic']],
    ['grace', ['link']],
    ['site:gutenberg.org', ['link']],
    ['kind:link', ['link']],
    ['date:2025', ['french']],
    ['date:2026-10', ['tag']],
    ['before:2026-11-01 kind:text', ['tag', 'french']],
    ['caches', ['code']],
    ['"about reading"', ['text']],
    ['"reading about"', []],
    ['reading -trains', ['title']],
    ['reading -"on trains"', ['title']],
    ['reading @grace', []],
    ['-tag:c++ slips', []],
  ])('%s finds %j', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  test.each(['zebra giraffe', 'zzzz', '', '   ', '!?', '<script>', '-reading'])('%j finds nothing', async (query) => {
    expect(await ids(query)).toEqual([]);
  });

  test('missing words are named', async () => {
    const { hits } = await find(index, 'reading trains thoughts slowly', 20);
    expect(hits.map(({ note: { uuid }, missing }) => [uuid, missing])).toEqual([
      ['text', ['slowly']],
      ['title', ['trains', 'thoughts']],
    ]);
  });

  test('only the newest version of a changed note is found, and deleted notes are not', async () => {
    const newer = withFresh(index, { notes: [note('title', { title: 'On writing' })], gone: ['text'] });
    expect((await find(newer, 'reading', 20)).hits).toEqual([]);
    expect((await find(newer, 'writing', 20)).hits.map((hit) => hit.note.uuid)).toEqual(['title']);
  });

  test('no query throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (query) => {
        expect((await find(index, query, 20)).hits.length).toBeLessThanOrEqual(20);
      }),
    );
  });
});

test('the text of rendered HTML is the text that readers see', () => {
  expect(textOf('<h2>One</h2><p>a &lt;b&gt; &amp;amp; <em>c</em>d</p><ul><li>e</li><li>f</li></ul>')).toBe(
    'One a <b> &amp; cd e f',
  );
});

test('the searched text has the words of footnotes, and not what leads to and fro', async () => {
  const html = await renderMarkdown('Memory[^a] fades, and memory[^a] stays.\n\n[^a]: A source.', {});
  expect(textOf(html)).toBe('Memory fades, and memory stays. A source.');
});

test('any sequence of tags and white space becomes a single space', () => {
  const written = fc.string({
    unit: fc.constantFrom(...'ab<>&;"ltgquomp \n\t\r\u00a0\u2028\u3000\ufeff'),
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.array(written), (texts) => {
      const shown = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const html = texts.map((text) => `<p class="a">${shown(text).replaceAll('"', '&quot;')}</p>`).join('\n');
      expect(textOf(html)).toBe(texts.join(' ').replace(/\s+/g, ' ').trim());
    }),
  );
});
