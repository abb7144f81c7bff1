import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { noteFrom } from '../../../src/notes/model/note.ts';
import { fileNameOf, frontMatter, markdownOf } from '../../../src/transfer/server/export/markdown.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map((words) => words.toWellFormed()),
  fc.constantFrom('true', 'No', '123', '- a', 'a: b', 'a #b', '', ' a', 'a ', '~', '0x1f', '2026-01-02', 'é, “x”', '…'),
);
const scalar = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
const name = text.filter((each) => each !== '__proto__' && each !== '<<');
const head = fc.dictionary(name, fc.oneof(scalar, fc.array(scalar), fc.dictionary(name, scalar, { minKeys: 1 })), {
  noNullPrototype: true,
});

/** The content between the lines of dashes, parsed as YAML 1.1 or 1.2. */
const read = (written: string, version: '1.1' | '1.2') =>
  (parse(written.replace(/^---\n|---\n$/g, ''), { version }) as unknown) ?? {};

test.each(['1.1', '1.2'] as const)('has the same meaning for parsers of YAML %s', (version) => {
  fc.assert(
    fc.property(head, (fields) => {
      expect(read(frontMatter(fields), version)).toEqual(fields);
    }),
    { numRuns: 1000 },
  );
});

test('is written without quotes where the meaning is the same', () => {
  const fields = {
    title: 'On margins, again',
    url: 'https://a.example/b?c=1',
    tags: ['css', 'c#'],
    rev: 2,
    icon: null,
  };
  expect(frontMatter(fields)).toBe(
    '---\ntitle: On margins, again\nurl: https://a.example/b?c=1\ntags:\n  - css\n  - "c#"\nrev: 2\nicon: null\n---\n',
  );
});

test('names only what is in the archive: not the pictures of the page that the note links to', () => {
  const draft = { title: 'T', body: 'B', url: 'https://a.example/', tags: [], visibility: 'private' as const };
  const note = noteFrom(draft, { uuid: '01890000-0000-7000-8000-000000000001', authorId: 'u_a', now: new Date(0) });
  const written = markdownOf({ ...note, pictures: { bytes: 9, icon: 'a'.repeat(32) } }, { text: 'B', links: {} });
  expect(written).toBe(markdownOf(note, { text: 'B', links: {} }));
});

test('contains no character that strict YAML parsers refuse', () => {
  const head = { title: 'Don\u0092t \u007f \u2028 \ufeff', 'na\u0085me': ['\uffff'] };
  expect(frontMatter(head)).toMatch(/^[\n\x20-\x7e]*$/);
  for (const version of ['1.1', '1.2'] as const) expect(read(frontMatter(head), version)).toEqual(head);
});

test.each(['漢'.repeat(80), `a${'𠀀'.repeat(79)}`, 'e'.repeat(80), 'con'])(
  'the file for %s has a name that every operating system accepts',
  (slug) => {
    const name = `${fileNameOf({ slug, uuid: '01890000-0000-7000-8000-000000000001' })}.md`;
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name.isWellFormed()).toBe(true);
    expect(name.startsWith(slug.slice(0, 3))).toBe(true);
  },
);
