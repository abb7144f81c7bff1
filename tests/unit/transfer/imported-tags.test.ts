import { expect, test } from 'vitest';
import { importedNote } from '../../../src/transfer/model/note-of-item.ts';
import { Tag } from '../../../src/platform/model/tag.ts';

const by = { uuid: '01900000-0000-7000-8000-000000000001', authorId: 'u_ann', now: new Date(0) };
function tagsFrom(tags: string[], folders: string[][] = []) {
  const made = importedNote({ title: 'A', tags, folders, format: 'x' } as never, 'private', by);
  return made.ok ? [made.note.tags, made.fields.tags ?? []] : made.why;
}

test.each([
  ['Web/CSS', ['web/css']],
  ['#projects/2026 plans/', ['projects/2026-plans']],
  ['TCP / IP', ['tcp/ip']],
  ['web--css', ['web--css']],
])('a tag %j from another program is imported as %j', (written, tags) => {
  expect(tagsFrom([written])).toEqual([tags, []]);
  for (const tag of tags) expect(Tag.parse(tag)).toBe(tag);
});

test.each([
  ['area/🎨/ink', 'area/ink'],
  ['/-x-/!y', 'x-/y'],
  ['.net', 'net'],
  ['via:twitter', 'via-twitter'],
  ['50%', '50'],
])('a tag %j that becomes %j is also kept as it was written', (written, tag) => {
  expect(tagsFrom([written])).toEqual([[tag], [written]]);
});

test('a tag that is too long is cut between letters and never after a slash, and reported', () => {
  const long = `${'a'.repeat(31)}/css`;
  expect(tagsFrom([long])).toEqual([['a'.repeat(31)], [long]]);
});
