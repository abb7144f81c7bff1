import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { titleKey } from '../../../../src/notes/model/markdown.ts';
import { isCommonPassword } from '../../../../src/people/model/user.ts';
import { cleanName } from '../../../../src/platform/model/name.ts';
import { normalizeTag } from '../../../../src/platform/model/tag.ts';
import { normalized } from '../../../../src/platform/model/text/normal-form.ts';
import { plainText } from '../../../../src/platform/model/text/plain-text.ts';
import { termOf } from '../../../../src/platform/model/text/words.ts';
import { slugOf } from '../../../../src/platform/model/url.ts';
import { comparable } from '../../../../src/search/model/words.ts';
import { cpuMsOf } from '../../../support/time-limits.ts';

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

describe('a long run of combining marks in the wrong order', () => {
  const above = '\u0300'.repeat(20_000);
  const runs = { above: `a${'\u0315'.repeat(20_000)}${above}`, kana: `a${above}${'\uFF9E'.repeat(20_000)}` };
  const readers = { plainText, cleanName, normalizeTag, slugOf, titleKey, comparable, termOf, isCommonPassword };
  test.each(Object.entries(readers))('is normalised in %s as quickly as other texts', async (_, read) => {
    for (const run of Object.values(runs)) expect(await cpuMsOf(() => read(run))).toBeLessThan(400);
  });

  test.each(forms)('is ordered in %s in groups of thirty', async (form) => {
    for (const run of Object.values(runs)) {
      expect(await cpuMsOf(() => normalized(run, form))).toBeLessThan(400);
      expect(normalized(run, form).replaceAll('\u034F', '').length).toBeGreaterThan(39_000);
    }
  });
});

test.each(forms)('ordinary texts are normalised in %s as the standard says, and stay unchanged', (form) => {
  const text = fc.string({ unit: 'binary', maxLength: 100 });
  const written = fc.constantFrom('Ậ', 'नमस्ते', 'e\u0301\u0323', 'ﾊﾞ', '한글', 'ﬁ', 'שָׁלוֹם');
  fc.assert(
    fc.property(fc.array(fc.oneof(text, written)), (parts) => {
      const all = parts.join('');
      expect(normalized(all, form)).toBe(all.normalize(form));
    }),
  );
  const marks = fc.array(fc.constantFrom('\u0300', '\u0315', '\u0323', '\uFF9E', '\u034F', 'a'), { maxLength: 200 });
  fc.assert(
    fc.property(marks, (run) => {
      const once = normalized(run.join(''), form);
      expect(normalized(once, form)).toBe(once);
    }),
  );
});
