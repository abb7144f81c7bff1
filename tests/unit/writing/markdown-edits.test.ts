import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  continuedList,
  differenceOf,
  markdownEdit,
  pastedLink,
  withPicture,
  withPictureSent,
  type Edited,
  type MarkdownEdit,
} from '../../../src/writing/browser/markdown-edits.ts';
import { pictureArrived, withUploadedPictures } from '../../../src/writing/browser/note-fields.ts';

/** `⟨` and `⟩` enclose the selection. */
const at = (marked: string): Edited => {
  const from = marked.indexOf('⟨');
  const to = marked.indexOf('⟩') - 1;
  return { text: marked.replace(/[⟨⟩]/g, ''), from, to };
};
const shown = ({ text, from, to }: Edited) => `${text.slice(0, from)}⟨${text.slice(from, to)}⟩${text.slice(to)}`;

test.each<[MarkdownEdit, string, string]>([
  ['bold', 'a ⟨word⟩ here', 'a **⟨word⟩** here'],
  ['bold', 'a **⟨word⟩** here', 'a ⟨word⟩ here'],
  ['italic', 'a ⟨⟩', 'a *⟨⟩*'],
  // The shortcut that started a mark ends it; at a caret where no mark ends, it starts one.
  ['bold', 'a **word⟨⟩** here', 'a **word**⟨⟩ here'],
  ['italic', '**a *word⟨⟩***', '**a *word*⟨⟩**'],
  ['code', 'a `x⟨⟩`', 'a `x`⟨⟩'],
  ['italic', '* a *word⟨⟩*', '* a *word*⟨⟩'],
  ['italic', '* item ⟨⟩*x*', '* item *⟨⟩**x*'],
  ['bold', 'a **⟨⟩** here', 'a ⟨⟩ here'],
  ['bold', 'a ⟨⟩**word**', 'a **⟨⟩****word**'],
  ['italic', 'a **word⟨⟩**', 'a **word*⟨⟩***'],
  ['code', '⟨x = 1⟩', '`⟨x = 1⟩`'],
  ['link', 'see ⟨this⟩', 'see [this](⟨https://⟩)'],
  ['quote', 'one\nt⟨wo\nthr⟩ee\nfour', 'one\n⟨> two\n> three⟩\nfour'],
  ['quote', '> o⟨⟩ne', '⟨one⟩'],
  ['list', '⟨⟩', '⟨- ⟩'],
  ['heading', 'W⟨⟩hy', '⟨## Why⟩'],
  ['heading', '## W⟨⟩hy', '⟨Why⟩'],
  ['code', 'a\n⟨x = 1\ny = 2⟩', 'a\n\n```\n⟨x = 1\ny = 2⟩\n```'],
  ['table', 'a⟨⟩', 'a\n\n| ⟨First⟩ | Second |\n| ----- | ------ |\n|       |        |'],
])('%s turns %j into %j', (edit, before, after) => {
  expect(shown(markdownEdit(edit, at(before)))).toBe(after);
});

test.each([
  ['- one⟨⟩', '- one\n- ⟨⟩'],
  ['- o⟨⟩ne', '- o\n- ⟨⟩ne'],
  ['- [x] done⟨⟩', '- [x] done\n- [ ] ⟨⟩'],
  ['9. nine⟨⟩\nmore', '9. nine\n10. ⟨⟩\nmore'],
  ['  * within⟨⟩', '  * within\n  * ⟨⟩'],
  ['> - quoted⟨⟩', '> - quoted\n> - ⟨⟩'],
  ['- one\n- ⟨⟩', '- one\n⟨⟩'],
])('Enter turns %j into %j', (before, after) => {
  const next = continuedList(at(before));
  expect(next && shown(next)).toBe(after);
});

test.each(['plain⟨⟩', '⟨⟩- one', '-no item⟨⟩', '- ⟨one⟩', '1999⟨⟩'])(
  'Enter inserts a plain line break in %j',
  (text) => {
    expect(continuedList(at(text))).toBeUndefined();
  },
);

test('a link pasted over words links them; pasted over nothing, lines or another link, it is inserted as it is', () => {
  const pasted = (marked: string, url: string) => {
    const edited = pastedLink(at(marked), url);
    return edited && shown(edited);
  };
  expect(pasted('see ⟨this⟩ now', ' https://example.org/a ')).toBe('see [this](https://example.org/a)⟨⟩ now');
  expect(pasted('⟨x⟩', 'https://example.org/a_(b)')).toBe('[x](https://example.org/a_%28b%29)⟨⟩');
  for (const marked of ['see ⟨⟩', '⟨ ⟩', '⟨a\nb⟩', '⟨https://example.org/b⟩']) {
    expect(pasted(marked, 'https://example.org/a'), marked).toBeUndefined();
  }
  for (const text of ['words', 'javascript:alert(1)', 'https://example.org/a and more']) {
    expect(pasted('⟨this⟩', text), text).toBeUndefined();
  }
});

test('repeating a command reverts it and touches nothing else', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30 }),
      fc.nat(30),
      fc.nat(30),
      fc.constantFrom('quote', 'list'),
      (text, a, b, edit) => {
        const [from = 0, to = 0] = [Math.min(a, text.length), Math.min(b, text.length)].sort((x, y) => x - y);
        const once = markdownEdit(edit, { text: `x${text}`, from, to });
        const start = edit === 'quote' ? '> ' : '- ';
        fc.pre(!`x${text}`.includes(start));
        expect(markdownEdit(edit as MarkdownEdit, once).text).toBe(`x${text}`);
      },
    ),
  );
});

test('pictures are inserted after the selection one after the other, described by their file names', () => {
  const first = withPicture({ text: 'Here, there.', from: 6, to: 11 }, 'my [cat].png', '/pictures/a.webp');
  expect(first.text).toBe('Here, there![my \\[cat\\]](/pictures/a.webp).');
  expect(withPicture(first, 'b.png', '/b').text).toBe('Here, there![my \\[cat\\]](/pictures/a.webp)![b](/b).');
});

test('a picture gets its address where it was inserted, wherever the caret is, and disappears if it was not sent', () => {
  const put = withPicture({ text: 'Here and there.', from: 4, to: 4 }, 'a.png', 'sending-1');
  const typed = { text: `${put.text} More.`, from: put.text.length + 6, to: put.text.length + 6 };
  const sent = withPictureSent(typed, 'sending-1', '/pictures/a.webp');
  expect(sent.text).toBe('Here![a](/pictures/a.webp) and there. More.');
  expect(sent.from).toBe(sent.text.length);
  expect(withPictureSent(typed, 'sending-1')).toEqual({ text: 'Here and there. More.', from: 21, to: 21 });
  expect(withPictureSent(typed, 'sending-2', '/pictures/b.webp')).toEqual(typed);
});

test('a picture that was not sent removes no other text, even if its first character is gone', () => {
  const after = (text: string) => withPictureSent({ text, from: 0, to: 0 }, 'sending-1').text;
  expect(after('![one](/a.webp) and [two](sending-1)!')).toBe('![one](/a.webp) and !');
  expect(after('Before [two](sending-1) after')).toBe('Before  after');
  expect(after('![one](/a.webp) and two](sending-1)!')).toBe('![one](/a.webp) and two](sending-1)!');
  expect(after('[ ![my \\[cat\\]](sending-1)')).toBe('[ ');
});

test('a picture restored by undo has the address that it got meanwhile', () => {
  pictureArrived('sending-0000000a', '/pictures/a.webp');
  const text = '![a](sending-0000000a) ![b](sending-0000000b) ![a](sending-0000000a)';
  expect(withUploadedPictures({ text, from: 0, to: 0 }).text).toBe(
    '![a](/pictures/a.webp) ![b](sending-0000000b) ![a](/pictures/a.webp)',
  );
});

test('applying the difference gives the other text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (before, after) => {
      const { start, end, between } = differenceOf(before, after);
      expect(before.slice(0, start) + between + before.slice(end)).toBe(after);
    }),
  );
});
