import { expect, test } from 'vitest';
import { withTags } from '../../../src/writing/browser/note-fields.ts';
import { Tags } from '../../../src/platform/model/tag.ts';

test('tags are separated by commas, and each is normalised to its stored form', () => {
  expect(withTags(['web'], ' #Slow Reading,C++، قراءة ')).toEqual({
    ok: true,
    tags: ['web', 'slow-reading', 'c++', 'قراءة'],
  });
});

test('a tag that is already there is not added again', () => {
  expect(withTags(['web'], 'Web,WEB')).toEqual({ ok: true, tags: ['web'] });
});

test('empty input adds nothing', () => {
  expect(withTags(['web'], ' , ')).toEqual({ ok: true, tags: ['web'] });
});

test.each([
  ['no!', /can’t be a tag/],
  ['x'.repeat(33), /at most 32 characters/],
  ['a,b,c,d,e,f,g,h,i', /at most 8 tags/],
])('%j is refused with a reason, and nothing is added', (text, problem) => {
  expect(withTags([], text)).toEqual({ ok: false, problem: expect.stringMatching(problem) as string });
});

test.each(['ok', 'no!', 'x'.repeat(32), 'x'.repeat(33), 'é', '-a', '1', '#', '日本語'])(
  'the form and the schema agree on %j',
  (text) => {
    const typed = withTags([], text);
    const parsed = Tags.safeParse([text]);
    // An empty tag is an error for the API, and nothing at all for a form.
    if (typed.ok && typed.tags.length === 0) expect(parsed.success).toBe(false);
    else expect(typed.ok).toBe(parsed.success);
  },
);
