import { describe, expect, test } from 'vitest';
import { addressOf, isPublished, mayRead } from '../../../src/notes/model/note-access.ts';
import { NewNote, NotePatch, Visibility } from '../../../src/notes/model/note.ts';

const problemOf = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) => {
  const issue = result.error?.issues[0];
  return issue && [issue.path.join('.'), issue.message];
};

describe('NewNote', () => {
  test('a title alone is a public note without text', () => {
    expect(NewNote.parse({ title: 'A' })).toEqual({ title: 'A', body: '', tags: [], visibility: 'public' });
  });

  test('white space in a title becomes single spaces', () => {
    expect(NewNote.parse({ title: '  a \n b\u00a0c ' }).title).toBe('a b c');
  });

  test('composed and decomposed accents give the same title', () => {
    expect(NewNote.parse({ title: 'cafe\u0301' }).title).toBe('caf\u00e9');
  });

  test('line endings of all systems become line feeds', () => {
    expect(NewNote.parse({ title: 'a', body: 'a\r\nb\rc\n' }).body).toBe('a\nb\nc\n');
  });

  test('control characters are removed, except tabs and line breaks in the text', () => {
    const { title, body } = NewNote.parse({ title: 'a\u0000b\u0085c', body: 'a\u0007\tb\nc\u009f' });
    expect([title, body]).toEqual(['abc', 'a\tb\nc']);
  });

  test('a title of 200 characters is accepted, and of 201 refused', () => {
    expect(NewNote.safeParse({ title: 'x'.repeat(200) }).success).toBe(true);
    expect(problemOf(NewNote.safeParse({ title: 'x'.repeat(201) }))).toEqual([
      'title',
      'A title has at most 200 characters.',
    ]);
  });

  test('a title of spaces counts as missing', () => {
    expect(problemOf(NewNote.safeParse({ title: ' \n ' }))).toEqual(['title', 'Give the note a title.']);
  });

  test('the size of a body is measured in bytes: 200 KB are accepted, and one more is refused', () => {
    const full = 'é'.repeat((200 * 1024) / 2);
    expect(NewNote.safeParse({ title: 'a', body: full }).success).toBe(true);
    expect(problemOf(NewNote.safeParse({ title: 'a', body: `${full}x` }))?.[0]).toBe('body');
  });

  test.each(['http://example.org', 'https://example.org/a?b=c#d', 'https://xn--bcher-kva.example/'])(
    '%s is a link',
    (url) => {
      expect(NewNote.safeParse({ title: 'a', url }).success).toBe(true);
    },
  );

  test.each(['example.org', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.org', '/a', ''])(
    '%j is not a link',
    (url) => {
      expect(problemOf(NewNote.safeParse({ title: 'a', url }))).toEqual([
        'url',
        'Give a whole address that begins with http:// or https://.',
      ]);
    },
  );

  test('an address of more than 2048 characters is refused', () => {
    expect(NewNote.safeParse({ title: 'a', url: `https://example.org/${'x'.repeat(2048)}` }).success).toBe(false);
  });

  test.each(['lucide:book', 'simple-icons:rss'])('%s is an icon', (icon) => {
    expect(NewNote.safeParse({ title: 'a', icon }).success).toBe(true);
  });

  test.each(['book', 'lucide:', 'Lucide:book', 'a:b:c', '<svg>', `a:${'b'.repeat(80)}`])(
    '%s is not an icon',
    (icon) => {
      expect(problemOf(NewNote.safeParse({ title: 'a', icon }))?.[0]).toBe('icon');
    },
  );

  test('an unknown visibility and an unknown field are refused', () => {
    expect(problemOf(NewNote.safeParse({ title: 'a', visibility: 'secret' }))?.[0]).toBe('visibility');
    expect(NewNote.safeParse({ title: 'a', rev: 1 }).error?.issues[0]?.code).toBe('unrecognized_keys');
  });
});

describe('NotePatch', () => {
  test('requires a positive integer revision and nothing else', () => {
    expect(NotePatch.parse({ rev: 3 })).toEqual({ rev: 3 });
    for (const rev of [0, -1, 1.5, '1', null]) expect(NotePatch.safeParse({ rev }).success, String(rev)).toBe(false);
  });

  test('sets no defaults for missing fields', () => {
    expect(NotePatch.parse({ rev: 1, title: 'b' })).toEqual({ rev: 1, title: 'b' });
  });
});

describe('reading permissions', () => {
  const readers = { author: 'u_1', other: 'u_2', visitor: undefined };
  test.each([
    ['draft', ['author']],
    ['private', ['author']],
    ['unlisted', ['author', 'other', 'visitor']],
    ['public', ['author', 'other', 'visitor']],
  ] as const)('a %s note can be read by %j', (visibility, allowed) => {
    const note = { visibility, authorId: 'u_1' };
    expect(
      Object.entries(readers)
        .filter(([, id]) => mayRead(note, id))
        .map(([name]) => name),
    ).toEqual(allowed);
  });

  test('only unlisted and public notes are published', () => {
    expect(Visibility.options.filter((visibility) => isPublished({ visibility }))).toEqual(['unlisted', 'public']);
  });

  test('an author reads a published note at its public address, and any other in the viewer', () => {
    const note = { uuid: '0197a3c0-7b4e-7c1a-8f00-000000000001', slug: 'чтение' };
    expect(addressOf({ ...note, visibility: 'unlisted' })).toBe(
      `/note/detail/${note.uuid}/${encodeURIComponent('чтение')}`,
    );
    expect(addressOf({ ...note, visibility: 'draft' })).toBe(`/note/item?uuid=${note.uuid}`);
  });
});
