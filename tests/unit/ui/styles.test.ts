import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.resolve(import.meta.dirname, '../../../src');

test('no rule starts with a general sibling selector: each added row would restyle the whole list', () => {
  const files = globSync('**/*.css', { cwd: src });
  expect(files.length).toBeGreaterThan(8);
  const rules = files.flatMap(
    (file) => readFileSync(path.join(src, file), 'utf8').match(/[^\n]*\*\s*[+~][^\n]*[,{]/g) ?? [],
  );
  expect(rules).toEqual([]);
});
